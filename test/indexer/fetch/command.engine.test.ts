import {readdir, readFile, utimes} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {extractZip, someRecords} from '../../helpers/extracts/extract-files.ts';
import {runIndexer, sentencesOf, startIndexer} from '../../helpers/processes/run-indexer.ts';
import type {Scope} from '../../helpers/scope.ts';
import {ftpServer} from '../../helpers/servers/ftp-server.ts';
import {httpFiles} from '../../helpers/servers/http-files.ts';
import {aFolder, anExtract, newest} from './a-fetch.ts';

test('fetch prints what it fetched, and the second time that the extract is present', async t => {
  const zip = await anExtract();
  const server = await ftpServer(t, {[newest]: zip});
  const {directory, folder} = aFolder(t);
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

/** A web server without the file. */
const noFiles = (t: Scope) =>
  httpFiles(t, Buffer.of(), {
    instead: (_, response) => {
      response.writeHead(404).end();
      return true;
    },
  });

/** An FTP server that refuses the login it is asked with. */
const refusing = async (t: Scope) => {
  const {host} = await ftpServer(t, {}, {login: {user: 'somebody', password: 'right'}});
  return {url: `ftp://nobody:secret@${host}/`};
};

const truncated = async (t: Scope) => httpFiles(t, (await anExtract()).subarray(0, -30));
const tooLarge = (t: Scope) => httpFiles(t, Buffer.alloc(10_000_001));

for (const [command, what, serve, reason, sentence, code] of [
  ['fetch', 'a refused login', refusing, 'FetchFailed', /^Login to .* failed/, 75],
  ['update', 'a file that is not there', noFiles, 'FetchFailed', /404/, 75],
  ['fetch', 'a zip that stays truncated', truncated, 'FetchFailed', /still uploading/, 75],
  ['update', 'a file that is too large', tooLarge, 'FileTooLarge', /larger than/, 65],
] as const) {
  test(`${command} of ${what} ends with ${code}, and is a row of builds with the reason and no password`, async t => {
    const {url: EXTRACT_URL} = await serve(t);
    const {prefix: INDEX_PREFIX} = anInstallation(t);
    const {directory: INDEXER_DIRECTORY} = aFolder(t);
    const env = {EXTRACT_URL, INDEXER_DIRECTORY, INDEX_PREFIX, EXTRACT_MAX_BYTES: '10000000'};
    const failed = await runIndexer(t, [command], env);
    t.is(failed.code, code, failed.stderr);

    const [row] = JSON.parse((await runIndexer(t, ['builds', '--json'], env)).stdout);
    t.like(row, {build: null, command, outcome: 'fetch-failed', reason});
    t.regex(row.sentence, sentence);
    t.true(failed.stderr.includes(row.sentence));
    const listed = await runIndexer(t, ['builds'], env);
    t.regex(listed.stdout, new RegExp(`${command} .* fetch-failed `));
    t.notRegex(failed.stderr + row.sentence + listed.stdout, /nobody|secret/);
  });
}

test('a zip that is as incomplete ten minutes later is damaged, unless it has grown', async t => {
  const zip = await anExtract();
  const server = await ftpServer(t, {[newest]: zip.subarray(0, -30)});
  const {prefix: INDEX_PREFIX} = anInstallation(t);
  const {directory, folder} = aFolder(t);
  const env = {EXTRACT_URL: server.url, INDEXER_DIRECTORY: directory, INDEX_PREFIX};
  const fetchLater = async () => {
    const {code, stderr} = await runIndexer(t, ['fetch'], env);
    const elevenMinutesAgo = new Date(Date.now() - 660_000);
    await utimes(join(folder, '.incomplete.json'), elevenMinutesAgo, elevenMinutesAgo);
    return {code, sentence: sentencesOf(stderr).at(-1)};
  };
  t.is((await fetchLater()).code, 75);
  server.put(newest, zip.subarray(0, -20));
  t.is((await fetchLater()).code, 75);
  const {code, sentence} = await fetchLater();
  t.is(code, 65);
  t.regex(
    sentence ?? '',
    /: ESStat\S+ has been incomplete at ftp\S+ since 20\S+ \S+ UTC and does not grow/,
  );
  const [row] = JSON.parse((await runIndexer(t, ['builds', '--json'], env)).stdout);
  t.like(row, {outcome: 'fetch-failed', reason: 'StaysIncomplete', fileName: newest});
  t.deepEqual(await readdir(folder), ['.fetch.lock', '.incomplete.json']);
});

test('a failed fetch says so when it could not be recorded, and ends with its own code', async t => {
  const {url} = await noFiles(t);
  const {directory} = aFolder(t);
  // A process of its own: no other command waits for its retries.
  const {ended} = startIndexer(t, ['fetch'], {
    EXTRACT_URL: url,
    INDEXER_DIRECTORY: directory,
    ELASTICSEARCH_NODES: 'http://127.0.0.1:1',
  });
  const {code, stderr} = await ended;
  t.is(code, 75);
  const [missing, sentence] = sentencesOf(stderr);
  t.regex(missing ?? '', /lacks 1 event/);
  t.regex(sentence ?? '', /404/);
});

test('a fetch that is stopped leaves its part, and the next one resumes it', async t => {
  const zip = await anExtract();
  const half = Math.floor(zip.length / 2);
  const server = await ftpServer(
    t,
    {[newest]: zip},
    {transfer: before => (before === 0 ? {bytes: half, end: 'silent'} : {})},
  );
  const {directory, folder} = aFolder(t);
  const env = {EXTRACT_URL: server.url, INDEXER_DIRECTORY: directory};
  const {child, ended} = startIndexer(t, ['fetch'], env);
  child.stderr.on('data', lines => {
    if (String(lines).includes('"progress"')) child.kill('SIGTERM');
  });
  const stopped = await ended;
  t.is(stopped.code, 75);
  t.deepEqual(sentencesOf(stopped.stderr), [
    'Stopped by SIGTERM; the next fetch resumes where it stopped.',
  ]);
  const next = await runIndexer(t, ['fetch'], env);
  t.is(next.code, 0, next.stderr);
  const [first, second] = server.transfers;
  t.is(first?.from, 0);
  t.true(second !== undefined && second.from > 0 && second.from <= half);
  t.deepEqual(await readFile(join(folder, newest)), zip);
});

test('update fetches and imports, and imports a present extract whose import failed', async t => {
  const {prefix, vehicles} = anInstallation(t);
  const server = await ftpServer(t, {[newest]: await extractZip(someRecords(100))});
  const {directory, folder} = aFolder(t);
  const env = {
    EXTRACT_URL: server.url,
    INDEXER_DIRECTORY: directory,
    INDEX_PREFIX: prefix,
  };
  const failed = await runIndexer(t, ['update'], {
    ...env,
    ELASTICSEARCH_NODES: 'http://127.0.0.1:1',
  });
  t.is(failed.code, 75);
  t.is(failed.stdout.split(',')[0], `Fetched: ${join(folder, newest)}`);
  t.is(sentencesOf(failed.stderr).length, 1);
  const {code, stdout, stderr} = await runIndexer(t, ['update', '--json'], env);
  t.is(code, 0, stderr);
  t.like(JSON.parse(stdout), {fetched: {status: 'already-here'}, imported: {vehicles: 100}});
  t.is(await vehicles(), 100);
});

test('update deletes a damaged extract, and the next one fetches it again', async t => {
  const {prefix, vehicles} = anInstallation(t);
  const zip = await extractZip(someRecords(100));
  const damaged = Buffer.from(zip);
  // The checksum in the zip's directory: that of the content is another one now.
  damaged.writeUInt32LE(0, damaged.indexOf('PK\u0001\u0002') + 16);
  const server = await ftpServer(t, {[newest]: damaged});
  const {directory, folder, files} = aFolder(t);
  const env = {EXTRACT_URL: server.url, INDEXER_DIRECTORY: directory, INDEX_PREFIX: prefix};
  const {code, stderr} = await runIndexer(t, ['update'], env);
  t.is(code, 65, stderr);
  const deleted = `Deleted ${join(folder, newest)}; the next update fetches it again.`;
  t.is(sentencesOf(stderr)[0], deleted);
  t.deepEqual(await files(), []);
  server.put(newest, zip);
  t.is((await runIndexer(t, ['update'], env)).code, 0);
  t.is(await vehicles(), 100);
});
