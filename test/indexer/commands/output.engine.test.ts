import {once} from 'node:events';
import test from 'ava';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {extractZip, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aFile} from '../../helpers/extracts/files.ts';
import {startIndexer} from '../../helpers/processes/run-indexer.ts';

test('an import goes on when nobody reads any more what it says', async t => {
  const {client, prefix} = anInstallation(t);
  const file = await aFile(t, await extractZip(someRecords(50)), 'extract.zip');
  const {child, ended} = startIndexer(t, ['import', file], {INDEX_PREFIX: prefix});
  ended.catch(() => {});
  child.stdin.end();
  const exited = once(child, 'exit');
  child.stdout.destroy();
  child.stderr.destroy();
  t.deepEqual(await exited, [0, null]);
  t.true(await client.indices.existsAlias({name: `${prefix}vehicles`}));
});
