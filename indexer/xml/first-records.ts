import type {Block} from './block-cutter.ts';
import {lastStart, nextEnd} from './record-tags.ts';
import {strayRecords} from './stray-records.ts';

/**
 * Where a block can be cut before each of its records, those that will be rejected among them. What
 * stands before the first record after another one goes with it.
 */
function* cutsIn({bytes}: Block): Generator<number> {
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let from = 0;
  for (let end = nextEnd(block); end !== -1; end = nextEnd(block, from)) {
    const region = block.subarray(from, end);
    const start = lastStart(region);
    const between = start === -1 ? region : region.subarray(0, start);
    const places = Array.from(strayRecords(between, from), ({ordinal}) => ordinal);
    if (start !== -1) places.push(from + start);
    yield* [from, ...places.slice(1)];
    from = end;
  }
}

/**
 * The start of a block up to the end of its record number `most`, and how many records that is: as
 * many as `recordReader` will find in it. What comes after is not judged.
 */
export const firstRecords = (
  block: Block,
  most: number,
): {readonly block: Block; readonly records: number} => {
  let records = 0;
  for (const cut of cutsIn(block)) {
    if (records === most) {
      return {block: {...block, bytes: block.bytes.subarray(0, cut)}, records};
    }
    records += 1;
  }
  return {block, records};
};
