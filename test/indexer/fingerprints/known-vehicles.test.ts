import test from 'ava';
import {KnownVehicles, shareFingerprints} from '#indexer/fingerprints/known-vehicles.ts';
import {alwaysRead, bytesPerRow, type Row, rowsIn, setRow} from '#indexer/fingerprints/rows.ts';

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
  const fingerprints = shareFingerprints(rows, 2, today);
  return {fingerprints, known: new KnownVehicles(fingerprints)};
};

test('a record is kept if its vehicle has this one alone, on days when its document is the same', t => {
  const {known} = aGeneration(
    {id: 1n},
    {id: 2n, profile: alwaysRead},
    {id: 3n, until: today},
    {id: 4n, until: today + 1},
    {id: 2n ** 63n - 1n},
  );
  const kept = (id: bigint, hash = id * 10n) => known.keep(id, BigInt.asUintN(64, hash));
  t.true(kept(1n));
  t.false(kept(2n), 'several records');
  t.false(kept(3n), 'today it makes another document');
  t.true(kept(4n), 'tomorrow it makes another document');
  t.false(kept(5n), 'a new vehicle');
  t.false(kept(2n ** 63n - 1n, 1n), 'another record');
  t.true(kept(2n ** 63n - 1n));
});

test('of several records of a vehicle the first decides: it is kept, or all are read', t => {
  const {known} = aGeneration({id: 1n}, {id: 2n});
  t.true(known.keep(1n, 10n));
  t.false(known.keep(1n, 10n), 'the same record again is read');
  known.change(1n);
  t.true(known.isKept(1n), 'what is stored stays a part of the document');
  known.change(2n);
  t.false(known.keep(2n, 20n), 'what is stored was replaced');
  t.false(known.isKept(2n));
  t.deepEqual(
    Array.from(known.keptRows(), ({id}) => id),
    [1n],
  );
});

test('what was not found is gone, and records that were kept are counted by profile', t => {
  const {known, fingerprints} = aGeneration(
    {id: 1n},
    {id: 2n, profile: 1},
    {id: 3n, profile: 1},
    {id: 4n},
  );
  t.true([1n, 2n, 3n].every(id => known.keep(id, id * 10n)));
  known.change(9n);
  t.deepEqual(Array.from(known.gone()), [4n]);
  t.deepEqual(Array.from(fingerprints.keptRecords), [1, 2]);
});
