import test from 'ava';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {storedReferences, storedVehicles} from '../../helpers/engines/stored-documents.ts';
import {anExtractFile, extractZip, someRecords} from '../../helpers/extracts/extract-files.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';
import {treeOf} from '../../helpers/extracts/prepared-trees.ts';

test("NDJSON on standard input gives the same vehicles and entries as the register's zip", async t => {
  const records = someRecords(300, 4);
  const {client, prefix, summary} = await importFile(
    t,
    await anExtractFile(t, await extractZip(records)),
  );
  t.like(summary, {records: records.length, vehicles: 300, rejects: 0});

  const piped = anInstallation(t);
  const {child, ended} = await piped.startThrough(() => 'pass', ['import', '-', '--json']);
  child.stdin.end(records.map(record => `${JSON.stringify(treeOf(record))}\n`).join(''));
  const {code, stdout, stderr} = await ended;
  t.is(code, 0, stderr);
  t.like(JSON.parse(stdout), {records: records.length, vehicles: 300});
  t.deepEqual(await storedVehicles(client, piped.prefix), await storedVehicles(client, prefix));
  t.deepEqual(await storedReferences(client, piped.prefix), await storedReferences(client, prefix));
});
