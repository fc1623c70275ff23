import test from 'ava';
import fc from 'fast-check';
import {collectRows, compareRows, mergeRows, type Row, toDays} from '#indexer/fingerprints/rows.ts';

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
