import {type Block, blockBytes, cutBlocks} from './cut-blocks.ts';
import {jsonArrayRecords} from './json-array.ts';
import {type MemoryPool, memoryPool} from './memory-pool.ts';
import {ndjsonRecords} from './ndjson.ts';
import type {Extract} from './open-extract.ts';
import {type Head, readHead} from './read-head.ts';
import {countRecords} from './read-records.ts';
import type {RejectedRecord, SourceRecord} from './source-record.ts';

/** A part of the extract for one batch: a block of XML, or records that have been parsed already. */
export type WorkItem =
  | {
      readonly block: Block;
      /** Only so many of its records are read. */
      readonly limit?: number;
    }
  | {readonly records: readonly SourceRecord[]};

export type SplitExtract = {
  /** Of the extract's XML; absent for JSON. */
  readonly head: Head | undefined;
  readonly items: AsyncGenerator<WorkItem>;
  /** Where the memory of the blocks comes from, and should go back to. */
  readonly blocks: MemoryPool;
};

/** As much work as a block of XML. */
const recordsPerItem = 500;

/**
 * The extract in parts that workers can prepare side by side. Reads as far as the first record, so
 * that a file which is no extract is refused before anything is built.
 *
 * @param limit Only so many records are read, from the first on; the rest may be malformed.
 */
export const splitExtract = async (extract: Extract, limit?: number): Promise<SplitExtract> => {
  const blocks = memoryPool(blockBytes);
  if (extract.format !== 'xml') {
    const read = extract.format === 'ndjson' ? ndjsonRecords : jsonArrayRecords;
    return {head: undefined, items: itemsOf(read(extract.bytes), limit), blocks};
  }
  const {head, body} = await readHead(extract.bytes);
  const parts = cutBlocks(body, head, blocks.take);
  return {head, items: blockItems(parts, limit), blocks};
};

async function* blockItems(
  parts: AsyncIterable<Block | RejectedRecord>,
  limit: number | undefined,
): AsyncGenerator<WorkItem> {
  let left = limit ?? Number.POSITIVE_INFINITY;
  for await (const part of parts) {
    const item = 'reason' in part ? {records: [part]} : {block: part, limit: left};
    if (limit !== undefined) left -= 'reason' in part ? 1 : countRecords(part);
    yield item;
    if (left <= 0) break;
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
