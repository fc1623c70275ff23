import type {Block} from './block-cutter.ts';
import {lastStart, type RecordTags} from './record-tags.ts';
import {strayRecords} from './stray-records.ts';

/**
 * Where a block can be cut before each of its records, those that will be rejected among them. What
 * stands before the first record after another one goes with it.
 */
function* cutsIn({bytes}: Block, tags: RecordTags): Generator<number> {
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let from = 0;
  for (let end = block.indexOf(tags.end); end !== -1; end = block.indexOf(tags.end, from)) {
    const region = block.subarray(from, end + tags.end.length);
    const start = lastStart(region, tags);
    const between = start === -1 ? region : region.subarray(0, start);
    const places = Array.from(strayRecords(between, from, tags), ({ordinal}) => ordinal);
    if (start !== -1) places.push(from + start);
    yield* [from, ...places.slice(1)];
    from = end + tags.end.length;
  }
}

/**
 * The start of a block up to the end of its record number `most`, and how many records that is: as
 * many as `recordReader` will find in it. What comes after is not judged.
 */
export const firstRecords = (
  block: Block,
  most: number,
  tags: RecordTags,
): {readonly block: Block; readonly records: number} => {
  let records = 0;
  for (const cut of cutsIn(block, tags)) {
    if (records === most) {
      return {block: {...block, bytes: block.bytes.subarray(0, cut)}, records};
    }
    records += 1;
  }
  return {block, records};
};
