import {join} from 'node:path';
import test from 'ava';
import {extractZip, someRecords} from '../../helpers/extract-files.ts';
import {ftpServer} from '../../helpers/ftp-server.ts';
import {anInstallation} from '../../helpers/installation.ts';
import {runIndexer, sentencesOf} from '../../helpers/run-indexer.ts';
import {aFolder, newest} from './a-fetch.ts';

test('update fetches and imports, and imports again what an import before it failed on', async t => {
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
