import test from 'ava';
import fc from 'fast-check';
import {KnownVehicles, shareFingerprints} from '#indexer/fingerprints/known-vehicles.ts';
import {columnsOf, compareRows} from '#indexer/fingerprints/rows.ts';
import {hashOf} from '#indexer/read/known-records.ts';
import {recordReader} from '#indexer/read/read-records.ts';
import {RecordSlots} from '#indexer/read/record-slots.ts';
import {registerHead} from './register-xml.ts';

/** A record, by its vehicle and what it says. */
type Record = {readonly id: number; readonly says: number};

const xmlOf = ({id, says}: Record): string =>
  `<ns:Statistik><ns:KoeretoejIdent>${id}</ns:KoeretoejIdent>` +
  `<ns:KoeretoejArtNummer>${'1'.repeat(says)}</ns:KoeretoejArtNummer></ns:Statistik>`;

const rowOf = (record: Record) => {
  const bytes = Buffer.from(xmlOf(record));
  const facts = {profile: 0, until: 0xffff, length: bytes.length};
  return {id: BigInt(record.id), hash: hashOf(bytes), ...facts};
};

const fewRecords = fc.array(
  fc.record({id: fc.integer({min: 1, max: 6}), says: fc.integer({min: 1, max: 3})}),
  {maxLength: 20},
);

const textOf = (records: readonly Record[]): readonly string[] =>
  records.map(({id, says}) => `${id}: ${says}`).toSorted();

/** What some records have beside others, each as often. */
const without = (some: readonly string[], others: readonly string[]): readonly string[] => {
  const left = [...others];
  return some.filter(each => {
    const at = left.indexOf(each);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
};

/** Two threads that read an extract, block by block, and know another one. The records that each has read. */
const readBy = (known: readonly Record[], blocks: readonly (readonly Record[])[]) => {
  const rows = columnsOf(known.map(rowOf).toSorted(compareRows));
  const fingerprints = shareFingerprints(rows, 0);
  const vehicles = new KnownVehicles(fingerprints);
  const read: string[] = [];
  let counted = 0;
  const threads = [1, 2].map(() => {
    const slots = new RecordSlots();
    const reader = recordReader(registerHead, slots, new KnownVehicles(fingerprints));
    const take = (records: ReturnType<typeof reader.readBlock>, at: readonly Record[]) => {
      for (const record of records) {
        if (!('wasKnown' in record)) counted += 1;
        if ('known' in record || 'reason' in record) continue;
        const found = at[record.ordinal];
        if (found) vehicles.change(BigInt(found.id));
        read.push(...textOf(found ? [found] : []));
      }
    };
    return {reader, take};
  });
  // A place in all blocks instead of an offset, so that a record can be told by it.
  const all = blocks.flat();
  let place = 0;
  for (const [number, block] of blocks.entries()) {
    for (const record of block) {
      const {reader, take} = threads[number % 2] ?? {};
      const bytes = new Uint8Array(Buffer.from(xmlOf(record)));
      if (reader && take) take(reader.readBlock({bytes, offset: place}), all);
      place += 1;
    }
  }
  for (const {reader, take} of threads) take(reader.readOpen(), all);
  return {read: read.toSorted(), counted, vehicles};
};

test('of a vehicle either the records are read that it did not have, or all of them, by whatever threads', t => {
  const property = fc.property(
    fewRecords,
    fc.array(fewRecords, {maxLength: 6}),
    (known, blocks) => {
      const {read, counted, vehicles} = readBy(known, blocks);
      const records = blocks.flat();
      t.is(counted, records.length);
      let kept = 0;
      for (const id of new Set([...known, ...records].map(({id}) => id))) {
        const of = (some: readonly Record[]) => textOf(some.filter(each => each.id === id));
        const [before, now] = [of(known), of(records)];
        const isKept = vehicles.isKept(BigInt(id));
        if (isKept) kept += before.length;
        t.deepEqual(
          read.filter(text => text.startsWith(`${id}:`)),
          isKept ? without(now, before) : now,
        );
        t.true(!isKept || without(before, now).length === 0);
        t.true(isKept || without(now, before).length > 0 || without(before, now).length > 0);
        t.is(
          Array.from(vehicles.gone()).includes(BigInt(id)),
          before.length > 0 && now.length === 0,
        );
      }
      t.deepEqual(Array.from(vehicles.keptProfiles()), Array(kept).fill(0));
      t.is(Array.from(vehicles.keptRows()).length, kept);
    },
  );
  fc.assert(property, {seed: 20_261_126, numRuns: 500});
});
