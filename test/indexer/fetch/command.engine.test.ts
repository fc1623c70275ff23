import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {runIndexer, sentencesOf, startIndexer} from '../../helpers/processes/run-indexer.ts';
import {ftpServer} from '../../helpers/servers/ftp-server.ts';
import {aFolder, anExtract, newest} from './a-fetch.ts';

test('fetch prints what it fetched, and the second time that the extract is present', async t => {
  const zip = await anExtract();
  const server = await ftpServer(t, {[newest]: zip});
  const {directory, folder} = await aFolder(t);
  const env = {EXTRACT_URL: server.url, INDEXER_DIRECTORY: directory};
  const file = join(folder, newest);
  const first = await runIndexer(t, ['fetch', '--json'], env);
  t.is(first.code, 0, first.stderr);
  t.deepEqual(JSON.parse(first.stdout), {
    status: 'fetched',
    file,
    name: newest,
    bytes: zip.length,
  });
  const second = await runIndexer(t, ['fetch'], env);
  t.is(second.code, 0, second.stderr);
  t.is(second.stdout, `Already fetched: ${file}; no newer extract is available\n`);
});

test('fetch without EXTRACT_URL is wrong usage', async t => {
  const {code, stdout, stderr} = await runIndexer(t, ['fetch'], {EXTRACT_URL: ''});
  t.is(code, 2);
  t.is(stdout, '');
  t.is(
    stderr,
    'EXTRACT_URL is not set. Set it to the address that extracts are published at, such as ftp://user:password@host/folder/.\n',
  );
});

test('a failed fetch exits with 75 and prints no password', async t => {
  const login = {user: 'somebody', password: 'right'};
  const server = await ftpServer(t, {}, {login});
  const {directory} = await aFolder(t);
  const {code, stderr} = await runIndexer(t, ['fetch'], {
    EXTRACT_URL: `ftp://nobody:secret@${server.host}/`,
    INDEXER_DIRECTORY: directory,
  });
  t.is(code, 75, stderr);
  t.regex(stderr, /^Login to .* failed/m);
  t.notRegex(stderr, /nobody|secret/);
});

test('a fetch that is stopped leaves its part, and the next one resumes it', async t => {
  const zip = await anExtract();
  const half = Math.floor(zip.length / 2);
  const server = await ftpServer(
    t,
    {[newest]: zip},
    {transfer: before => (before === 0 ? {bytes: half, end: 'silent'} : {})},
  );
  const {directory, folder} = await aFolder(t);
  const env = {EXTRACT_URL: server.url, INDEXER_DIRECTORY: directory};
  const {child, ended} = startIndexer(t, ['fetch'], env);
  child.stderr.on('data', lines => {
    if (String(lines).includes('"progress"')) child.kill('SIGTERM');
  });
  const stopped = await ended;
  t.is(stopped.code, 75);
  t.deepEqual(sentencesOf(stopped.stderr), ['Stopped by SIGTERM; nothing went live.']);
  const next = await runIndexer(t, ['fetch'], env);
  t.is(next.code, 0, next.stderr);
  const [first, second] = server.transfers;
  t.is(first?.from, 0);
  t.true(second !== undefined && second.from > 0 && second.from <= half);
  t.deepEqual(await readFile(join(folder, newest)), zip);
});
