import {type Block, blockBytes, cutBlocks} from './cut-blocks.ts';
import {exportedLines, jsonArrayRecords, ndjsonRecords} from './json-records.ts';
import type {Extract} from './open-extract.ts';
import {recordReader} from './read-records.ts';
import {RecordSlots} from './record-slots.ts';
import type {RejectedRecord, SourceRecord} from './source-record.ts';
import {type Head, readHead} from './xml-frame.ts';

/** A part of the extract for one batch: a block of XML, or records that are not read from XML. */
export type WorkItem =
  | {
      readonly block: Block;
      /** The number of its records to read; all if absent. */
      readonly limit?: number;
    }
  | {readonly records: readonly SourceRecord[]};

/** As much work as a block of XML. */
const recordsPerItem = 500;

const readers = {ndjson: ndjsonRecords, 'json-array': jsonArrayRecords, export: exportedLines};

/**
 * Splits the extract into parts that workers can prepare in parallel. Reads as far as the first record, so
 * that a file that is not an extract is refused before anything is built.
 *
 * @param limit The number of records to read, from the first on; the rest may be malformed.
 */
export const splitExtract = async (extract: Extract, limit?: number) => {
  /** The pool that the memory of the blocks comes from, and should go back to. */
  const blocks = memoryPool(blockBytes);
  if (extract.format !== 'xml') {
    const records = readers[extract.format](extract.bytes);
    return {head: undefined, items: itemsOf(records, limit), blocks};
  }
  const {found: head, all} = await readHead(extract.bytes);
  return {head, items: blockItems(cutBlocks(all, head, blocks.take), head, limit), blocks};
};

export type SplitExtract = Awaited<ReturnType<typeof splitExtract>>;

async function* blockItems(
  parts: AsyncIterable<Block | RejectedRecord>,
  head: Head,
  limit: number | undefined,
): AsyncGenerator<WorkItem> {
  const reader = limit === undefined ? undefined : recordReader(head, new RecordSlots());
  let remaining = limit ?? Number.POSITIVE_INFINITY;
  for await (const part of parts) {
    const item = 'reason' in part ? {records: [part]} : {block: part, limit: remaining};
    if ('reason' in part) remaining -= 1;
    else if (reader) remaining -= Array.from(reader.readBlock(part).take(remaining)).length;
    yield item;
    if (remaining <= 0) break;
  }
}

async function* itemsOf(
  records: AsyncIterable<SourceRecord>,
  limit: number | undefined,
): AsyncGenerator<WorkItem> {
  let item: SourceRecord[] = [];
  let read = 0;
  for await (const record of records) {
    item.push(record);
    read += 1;
    if (read === limit) break;
    if (item.length === recordsPerItem) {
      yield {records: item};
      item = [];
    }
  }
  if (item.length > 0) yield {records: item};
}

/**
 * Buffers of one size that are reused. Allocated anew for every block, they would be
 * collected late, since the heap that triggers the collection hardly grows. From a pool, an import needs
 * only as many as are in use at once.
 *
 * They are shared with the workers, not moved to them: V8 counts memory moved to a thread towards that
 * thread's heap, and collected the whole heap for every few blocks that came back.
 */
export const memoryPool = (bytes: number) => {
  const free: SharedArrayBuffer[] = [];
  return {
    take: () => free.pop() ?? new SharedArrayBuffer(bytes),
    /** Puts a buffer back; one of another size is left to the garbage collector. */
    give: (buffer: ArrayBufferLike): void => {
      const isOurs = buffer instanceof SharedArrayBuffer && buffer.byteLength === bytes;
      if (isOurs) free.push(buffer);
    },
  };
};

export type MemoryPool = ReturnType<typeof memoryPool>;
