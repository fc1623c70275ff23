import {join} from 'node:path';
import test from 'ava';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {extractZip, someRecords} from '../../helpers/extracts/extract-files.ts';
import {runIndexer, sentencesOf} from '../../helpers/processes/run-indexer.ts';
import {ftpServer} from '../../helpers/servers/ftp-server.ts';
import {aFolder, newest} from './a-fetch.ts';

test('update fetches and imports, and imports a present extract whose import failed', async t => {
  const {prefix, vehicles} = anInstallation(t);
  const server = await ftpServer(t, {[newest]: await extractZip(someRecords(100))});
  const {directory, folder} = await aFolder(t);
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
  const {directory, folder, files} = await aFolder(t);
  const env = {EXTRACT_URL: server.url, INDEXER_DIRECTORY: directory, INDEX_PREFIX: prefix};
  const {code, stderr} = await runIndexer(t, ['update'], env);
  t.is(code, 65, stderr);
  t.is(
    sentencesOf(stderr)[0],
    `Deleted ${join(folder, newest)}; the next update fetches it again.`,
  );
  t.deepEqual(await files(), []);
  server.put(newest, zip);
  t.is((await runIndexer(t, ['update'], env)).code, 0);
  t.is(await vehicles(), 100);
});
