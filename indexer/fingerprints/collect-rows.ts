import {bytesPerRow, compareRows, type Row, type Rows, rowAt, rowsIn, setRow} from './rows.ts';

/** Rows that are allocated at once, so that an import of any size needs little more room than its rows. */
const chunkRows = 65_536;

/** Collects a row for each record of an extract, in any order, and gives them in theirs. */
export const collectRows = () => {
  const chunks: Rows[] = [];
  let length = 0;

  const rowOf = (place: number): Row => {
    const chunk = chunks[Math.floor(place / chunkRows)];
    if (!chunk) throw new RangeError(`There is no row ${place} of ${length}.`);
    return rowAt(chunk, place % chunkRows);
  };

  return {
    add: (row: Row): void => {
      const at = length++ % chunkRows;
      if (at === 0) chunks.push(rowsIn(new ArrayBuffer(chunkRows * bytesPerRow)));
      const chunk = chunks.at(-1);
      if (chunk) setRow(chunk, at, row);
    },
    sorted: function* (): Generator<Row> {
      const ids = new BigUint64Array(length);
      for (const [at, chunk] of chunks.entries()) {
        ids.set(chunk.ids.subarray(0, length - at * chunkRows), at * chunkRows);
      }
      let ofVehicle: Row[] = [];
      for (const place of ascending(ids)) {
        const row = rowOf(place);
        if (ofVehicle[0]?.id !== row.id) {
          yield* ofVehicle.toSorted(compareRows);
          ofVehicle = [];
        }
        ofVehicle.push(row);
      }
      yield* ofVehicle.toSorted(compareRows);
    },
  };
};

/**
 * The places of numbers in ascending order, by a radix sort of 16 bits a pass: of 14 million in 2.4 s,
 * where sorting by comparison took 20.
 */
const ascending = (numbers: BigUint64Array): Uint32Array => {
  const words = new Uint16Array(numbers.buffer);
  let places = new Uint32Array(numbers.length).map((_, at) => at);
  let sorted = new Uint32Array(numbers.length);
  for (let word = 0; word < 4; word += 1) {
    const valueAt = (place: number) => words[place * 4 + word] ?? 0;
    const ends = new Uint32Array(0x1_0000);
    for (const place of places) ends[valueAt(place)] = (ends[valueAt(place)] ?? 0) + 1;
    for (let value = 1; value < ends.length; value += 1) {
      ends[value] = (ends[value] ?? 0) + (ends[value - 1] ?? 0);
    }
    for (const place of places.toReversed()) {
      const end = (ends[valueAt(place)] ?? 0) - 1;
      ends[valueAt(place)] = end;
      sorted[end] = place;
    }
    [places, sorted] = [sorted, places];
  }
  return places;
};

/** Rows of two sources, each in their order, as one. */
export function* mergeRows(some: Iterable<Row>, others: Iterable<Row>): Generator<Row> {
  const [left, right] = [Iterator.from(some), Iterator.from(others)];
  let [a, b] = [left.next().value, right.next().value];
  while (a !== undefined || b !== undefined) {
    if (a !== undefined && (b === undefined || compareRows(a, b) <= 0)) {
      yield a;
      a = left.next().value;
    } else if (b !== undefined) {
      yield b;
      b = right.next().value;
    }
  }
}
