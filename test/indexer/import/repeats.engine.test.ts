import test from 'ava';
import fc from 'fast-check';
import {blockBytes} from '#indexer/read/cut-blocks.ts';
import {storedReferences, storedVehicles} from '../../helpers/engines/stored-documents.ts';
import {anExtractFile, extractZip, someRecords} from '../../helpers/extracts/extract-files.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';
import {foldedInMemory} from '../../helpers/extracts/prepared-trees.ts';
import {type Scope, sharedFixture} from '../../helpers/scope.ts';

const vehicles = 1200;
const records = someRecords(vehicles, 5);

const importRecords = async (t: Scope, records: readonly string[]) =>
  importFile(t, await anExtractFile(t, await extractZip(records)));

const inOrder = sharedFixture(test, scope => importRecords(scope, records));

/** Characters from the first to the last record of each vehicle that has several. */
const distances = (records: readonly string[]): readonly number[] => {
  const offsets = new Map<string | undefined, number[]>();
  let offset = 0;
  for (const record of records) {
    const id = /KoeretoejIdent>(\d+)/.exec(record)?.[1];
    offsets.set(id, [...(offsets.get(id) ?? []), offset]);
    offset += record.length;
  }
  return Array.from(offsets.values())
    .filter(places => places.length > 1)
    .map(places => (places.at(-1) ?? 0) - (places[0] ?? 0));
};

test('repeated vehicles are folded to what folding all records in memory gives', async t => {
  const {client, prefix, summary} = await inOrder();
  const expected = foldedInMemory(records);
  t.is(expected.length, vehicles);
  t.like(summary, {records: records.length, vehicles, rejects: 0});
  t.is(summary.repeats, records.length - vehicles);
  t.true(summary.repeats > vehicles * 0.03, 'there are repeats enough to prove something');

  t.deepEqual(await storedVehicles(client, prefix), expected);
  const apart = distances(records);
  t.true(
    apart.some(bytes => bytes > blockBytes),
    'some are blocks apart',
  );
  t.true(
    apart.some(bytes => bytes < blockBytes / 20),
    'some are in one block',
  );
});

test('the order of the records does not matter', async t => {
  const shuffled = fc.sample(fc.shuffledSubarray([...records], {minLength: records.length}), {
    seed: 20_261_121,
    numRuns: 1,
  })[0];
  t.notDeepEqual(shuffled, records);
  const disordered = await importRecords(t, shuffled ?? []);
  const {client, prefix} = await inOrder();
  t.deepEqual(
    await storedVehicles(client, disordered.prefix),
    await storedVehicles(client, prefix),
  );
  t.deepEqual(
    await storedReferences(client, disordered.prefix),
    await storedReferences(client, prefix),
  );
});
