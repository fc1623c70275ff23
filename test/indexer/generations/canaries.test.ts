import test from 'ava';
import {canarySample} from '#indexer/write/import-report.ts';

const sampled = (wanted: number, count: number): readonly number[] => {
  const sample = canarySample(wanted);
  for (let at = 0; at < count; at += 1) sample.add({id: String(at), plate: 'AB12345'});
  return sample.taken().map(({id}) => Number(id));
};

test('as many canaries are taken as are wanted, or all there are', t => {
  for (const wanted of [0, 1, 2, 7, 50]) {
    for (const count of [0, 1, 7, 49, 50, 51, 99, 100, 101, 149, 10_000]) {
      const taken = sampled(wanted, count);
      t.is(taken.length, Math.min(wanted, count), `${wanted} of ${count}`);
      t.is(new Set(taken).size, taken.length);
    }
  }
});

test('canaries come from the whole extract', t => {
  for (const count of [1000, 6500, 9999, 100_000]) {
    const taken = sampled(50, count);
    t.true((taken[0] ?? count) < count / 20);
    t.true((taken.at(-1) ?? 0) > count * 0.9, `${count}: ${taken.at(-1)}`);
    for (const [at, place] of taken.entries()) {
      t.true(place - (taken[at - 1] ?? 0) <= count / 12, `${count}: a gap before ${place}`);
    }
  }
});

test('a vehicle that Elasticsearch would not take is no canary', t => {
  const sample = canarySample(5);
  for (const id of ['1', '2', '3']) sample.add({id, plate: 'AB12345'});
  sample.forget('2');
  sample.forget(undefined);
  t.deepEqual(
    sample.taken().map(({id}) => id),
    ['1', '3'],
  );
});
