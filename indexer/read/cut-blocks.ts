import {lastEnd, nextRecord, strayRecords} from './record-tags.ts';
import {maxRecordBytes, type RejectedRecord, rejectedRecord, tooLarge} from './source-record.ts';
import {checkTail, type Head} from './xml-frame.ts';

/** Whole records and the bytes between them, up to an end tag, in memory of their own. */
export type Block = {
  readonly bytes: Uint8Array;
  /** Where the block begins in the extract, in bytes. */
  readonly offset: number;
};

export const blockBytes = 4 * 1024 * 1024;

/**
 * Cuts the list of records into blocks that end with a record's end tag, by searching bytes: workers
 * parse the blocks in parallel. A record that is too long is rejected here, without being held.
 *
 * @param content Its first chunk has all of the head. The memory of a chunk is released with the last
 * chunk in it.
 * @param allocate Returns memory for a block, which need not be cleared.
 * @param longest Bytes of the longest record that is kept: less than half of a block.
 * @throws {ExtractRefused} at the end, if the list or the document is not closed properly. The earlier
 * blocks may be read, but the extract is not complete.
 */
export async function* cutBlocks(
  content: AsyncIterable<Uint8Array>,
  head: Head,
  allocate: () => ArrayBufferLike,
  longest = maxRecordBytes,
): AsyncGenerator<Block | RejectedRecord> {
  let bytes = Buffer.from(allocate());
  let filled = 0;
  /** Where `bytes` begin in the extract. */
  let offset = head.length;
  /** The record whose first bytes were dropped. */
  let dropped: RejectedRecord | undefined;

  const unread = () => bytes.subarray(0, filled);
  const drop = (length: number): void => {
    bytes.copyWithin(0, length, filled);
    filled -= length;
    offset += length;
  };

  /** The whole records; drops the start of one whose end is too far away. */
  function* cut(): Generator<Block | RejectedRecord> {
    const next = dropped && nextRecord(unread().toString('latin1'), 0);
    if (dropped && next) {
      yield dropped;
      dropped = undefined;
      // Everything from the start of the next record is kept.
      drop(next.start);
    }
    const end = lastEnd(unread());
    if (end !== -1) {
      const block = {bytes: bytes.subarray(0, end), offset};
      const rest = bytes.subarray(end, filled);
      bytes = Buffer.from(allocate());
      bytes.set(rest);
      filled = rest.length;
      offset += end;
      yield block;
    }
    if (filled > longest * 2) {
      dropped ??= rejectedRecord(offset, tooLarge(longest), unread());
      // Another record may begin in the rest.
      drop(filled - longest);
    }
  }

  let begin = head.length;
  for await (const chunk of content) {
    for (let from = begin; from < chunk.length; ) {
      const fitting = chunk.subarray(from, from + bytes.length - filled);
      bytes.set(fitting, filled);
      filled += fitting.length;
      from += fitting.length;
      if (filled === bytes.length) yield* cut();
    }
    begin = 0;
    release(chunk);
  }
  yield* cut();
  const {listEnd, refusal} = checkTail(unread(), head, dropped !== undefined);
  if (dropped) yield dropped;
  else yield* strayRecords(unread().subarray(0, listEnd), offset);
  if (refusal) throw refusal;
}

/**
 * Frees the memory of a chunk now. Left to the garbage collector, the chunks of a large file would
 * pile up, or cause collections of the whole heap time and again: 765 MB of XML took 61 MB more and a
 * quarter more time. zlib fills one buffer with several chunks: the chunk that ends the buffer is its last.
 * A buffer no larger than Node's pool may be that pool, which others use too.
 */
export const release = ({buffer, byteOffset, length}: Uint8Array): void => {
  if (!(buffer instanceof ArrayBuffer)) return;
  const isAlone = length === buffer.byteLength;
  const isLast = buffer.byteLength > Buffer.poolSize && byteOffset + length === buffer.byteLength;
  if (isAlone || isLast) buffer.transfer(0);
};
