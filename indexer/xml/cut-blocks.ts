import {maxRecordBytes, type RejectedRecord} from '../records/source-record.ts';
import {type Allocate, type Block, BlockCutter, type BlockSizes} from './block-cutter.ts';
import type {Head} from './read-head.ts';

export const defaultSizes: BlockSizes = {block: 4 * 1024 * 1024, record: maxRecordBytes};

const allocateAnew: Allocate = bytes => new ArrayBuffer(bytes);

/**
 * Cuts the list of records into blocks that end with a record's end tag, by searching bytes: what
 * is inside a block is for others to read, side by side. The memory of a block may be transferred.
 * A record too long to be one is rejected here, without being held.
 *
 * @param body The content after `head`. The memory of a chunk that has it to itself is given up.
 * @throws {ExtractRefused} at the end, when the list and the document do not end as they must. The
 * blocks before may be read, but the extract is not whole.
 */
export async function* cutBlocks(
  body: AsyncIterable<Uint8Array>,
  head: Head,
  sizes: BlockSizes = defaultSizes,
  allocate: Allocate = allocateAnew,
): AsyncGenerator<Block | RejectedRecord> {
  const cutter = new BlockCutter(head, sizes, allocate);
  for await (const chunk of body) {
    for (let from = 0; from < chunk.length; ) {
      from += cutter.fill(chunk.subarray(from));
      if (cutter.isFull) yield* cutter.cut();
    }
    giveUp(chunk);
  }
  yield* cutter.finish();
}

/**
 * Frees the memory of a chunk now. Left to the garbage collector, which hardly runs while the heap
 * stays small, the chunks of a large file would pile up to a hundred megabytes.
 */
const giveUp = ({buffer, length}: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && length === buffer.byteLength) buffer.transfer(0);
};
