import test from 'ava';
import fc from 'fast-check';
import {differingRows} from '#indexer/changes/differing-vehicles.ts';
import {columnsOf, compareRows, type Row} from '#indexer/fingerprints/rows.ts';
import {chunksOf} from '#indexer/write/iteration.ts';

const day = 20_000;

const someRows: fc.Arbitrary<readonly Row[]> = fc
  .array(
    fc.record({
      id: fc.oneof(fc.bigInt({min: 1n, max: 30n}), fc.constant(2n ** 63n - 1n)),
      hash: fc.bigInt({min: 0n, max: 2n}),
      profile: fc.constant(0),
      until: fc.constantFrom(day - 1, day, day + 1, 0xffff, 0xffff, 0xffff),
      length: fc.constant(0),
    }),
    {maxLength: 50},
  )
  .map(rows => rows.toSorted(compareRows));

async function* inPieces(rows: readonly Row[], size: number) {
  for (const piece of chunksOf(rows, size)) yield columnsOf(piece);
}

/** The ids of vehicles that can be known to be the same by nothing, told by looking each of them up. */
const differing = (some: readonly Row[], others: readonly Row[]): readonly string[] => {
  const [a, b] = [some, others].map(rows => Map.groupBy(rows, ({id}) => id));
  const isSame = (id: bigint) => {
    const [were, are] = [a?.get(id) ?? [], b?.get(id) ?? []];
    const hashes = [were, are].map(rows => rows.map(({hash}) => hash).join());
    return hashes[0] === hashes[1] && [...were, ...are].every(({until}) => until > day);
  };
  const ids = new Set([...some, ...others].map(({id}) => id));
  return [...ids]
    .filter(id => !isSame(id))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map(String);
};

test('the vehicles that may differ are those with another row, with none, or with one that has run out', async t => {
  const property = fc.asyncProperty(
    someRows,
    someRows,
    fc.integer({min: 1, max: 50}),
    fc.integer({min: 1, max: 50}),
    async (some, others, size, otherSize) => {
      const found = differingRows(inPieces(some, size), inPieces(others, otherSize), day);
      t.deepEqual((await Array.fromAsync(found)).flat(), differing(some, others));
    },
  );
  await fc.assert(property, {seed: 20_261_126, numRuns: 500});
});

test('many vehicles that differ come some at a time', async t => {
  const rows = Array.from({length: 2_500}, (_, at) => ({
    id: BigInt(at + 1),
    hash: 0n,
    profile: 0,
    until: 0xffff,
    length: 0,
  }));
  const found = await Array.fromAsync(differingRows(inPieces(rows, 300), inPieces([], 1), day));
  t.deepEqual(
    found.map(({length}) => length),
    [1_000, 1_000, 500],
  );
});
