import test from 'ava';
import fc from 'fast-check';
import {KnownVehicles, shareFingerprints} from '#indexer/fingerprints/known-vehicles.ts';
import {
  alwaysRead,
  bytesPerRow,
  collectRows,
  compareRows,
  mergeRows,
  type Row,
  rowsIn,
  setRow,
  toDays,
} from '#indexer/fingerprints/rows.ts';

const aRow: fc.Arbitrary<Row> = fc.record({
  id: fc.oneof(fc.bigInt({min: 1n, max: 9n}), fc.bigInt({min: 1n, max: 2n ** 63n - 1n})),
  hash: fc.oneof(fc.bigInt({min: 0n, max: 3n}), fc.bigInt({min: 0n, max: 2n ** 64n - 1n})),
  profile: fc.nat(5),
  until: fc.nat(0xffff),
  length: fc.nat(0xffff),
});

const collected = (rows: readonly Row[]): readonly Row[] => {
  const {add, sorted} = collectRows();
  for (const row of rows) add(row);
  return Array.from(sorted());
};

test('rows come out by vehicle and record, in whatever order they came', t => {
  const property = fc.property(fc.array(aRow, {maxLength: 200}), rows => {
    t.deepEqual(collected(rows), rows.toSorted(compareRows));
  });
  fc.assert(property, {seed: 20_261_125});
});

test('more rows than are allocated at once come out by id', t => {
  const ids = Array.from({length: 150_000}, (_, n) => BigInt((n * 7919) % 150_000) + 2n ** 40n);
  const rows = collected(ids.map(id => ({id, hash: id, profile: 1, until: 2, length: 3})));
  t.is(rows.length, ids.length);
  t.true(rows.every(({id, hash}, at) => id === BigInt(at) + 2n ** 40n && hash === id));
});

test('rows of two sources are merged as those of one', t => {
  const property = fc.property(fc.array(aRow), fc.array(aRow), (some, others) => {
    const merged = Array.from(mergeRows(collected(some), collected(others)));
    t.deepEqual(merged, [...some, ...others].toSorted(compareRows));
  });
  fc.assert(property, {seed: 20_261_125});
});

test('days are counted from 1970, as far as they fit', t => {
  t.is(toDays('1970-01-02'), 1);
  t.is(toDays('2026-11-15'), 20_772);
  t.is(toDays('9999-12-31'), 0xffff);
});

const today = 20_772;

/** Vehicles by their ids, ascending. */
const aGeneration = (...vehicles: readonly (Partial<Row> & {readonly id: bigint})[]) => {
  const rows = rowsIn(new SharedArrayBuffer(vehicles.length * bytesPerRow));
  for (const [at, vehicle] of vehicles.entries()) {
    setRow(rows, at, {
      hash: vehicle.id * 10n,
      profile: 0,
      until: 0xffff,
      length: 9_000,
      ...vehicle,
    });
  }
  return new KnownVehicles(shareFingerprints(rows, today));
};

/** What becomes of a record, by the id of its vehicle and its hash. */
const seenIn = (known: KnownVehicles) => (id: bigint, hash: bigint) =>
  known.recognize(id, length => (length === 9_000 ? hash : 0n)) ? 'kept' : 'read';

test('a record is kept if its vehicle had it, on days when its document is the same', t => {
  const known = aGeneration(
    {id: 1n},
    {id: 2n, profile: alwaysRead},
    {id: 3n, until: today},
    {id: 4n, until: today + 1},
    {id: 6n, length: 8_000},
    {id: 2n ** 63n - 1n, hash: 7n},
  );
  const seen = seenIn(known);
  t.is(seen(1n, 10n), 'kept');
  t.is(seen(2n, 20n), 'read', 'its profile is not known');
  t.is(seen(3n, 30n), 'read', 'today it makes another document');
  t.is(seen(4n, 40n), 'kept', 'tomorrow it makes another document');
  t.is(seen(5n, 50n), 'read', 'a new vehicle');
  t.is(seen(6n, 60n), 'read', 'a record of another length');
  t.is(seen(2n ** 63n - 1n, 1n), 'read', 'another record');
  t.is(seen(2n ** 63n - 1n, 7n), 'kept');
});

test('what was not found is gone, and records that were kept are counted by profile', t => {
  const known = aGeneration(
    {id: 1n},
    {id: 2n, profile: 1},
    {id: 3n, profile: 1},
    {id: 4n, hash: 1n},
    {id: 4n, hash: 2n},
  );
  for (const id of [1n, 2n, 3n]) t.is(seenIn(known)(id, id * 10n), 'kept');
  known.change(9n);
  t.deepEqual(Array.from(known.gone()), [4n]);
  t.deepEqual(Array.from(known.keptProfiles()), [0, 1, 1]);
});
