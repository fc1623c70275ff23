import type {Extract} from '../input/open-extract.ts';
import {jsonRecords} from '../json/json-records.ts';
import type {SourceRecord} from '../records/source-record.ts';
import {cutBlocks, defaultSizes} from '../xml/cut-blocks.ts';
import {firstRecords} from '../xml/first-records.ts';
import type {Head} from '../xml/parse-head.ts';
import {readHead} from '../xml/read-head.ts';
import {type MemoryPool, memoryPool} from './memory-pool.ts';
import type {Piece} from './worker-protocol.ts';

export type SplitExtract = {
  /** Of the extract's XML; absent for JSON. */
  readonly head: Head | undefined;
  readonly pieces: AsyncIterable<Piece>;
  /** Where the memory of the blocks comes from, and should go back to. */
  readonly blocks: MemoryPool;
};

export type SplitOptions = {
  /** Only so many records are read, from the first on; whether the rest is whole is not judged. */
  readonly limit?: number | undefined;
};

/** JSON records that go to a worker together: about as much work as a block of XML. */
const recordsPerPiece = 500;

async function* xmlPieces(
  body: AsyncIterable<Uint8Array>,
  head: Head,
  blocks: MemoryPool,
  limit: number | undefined,
): AsyncGenerator<Piece> {
  let read = 0;
  for await (const part of cutBlocks(body, head, defaultSizes, blocks.take)) {
    if ('reason' in part) {
      read += 1;
      yield {records: [part]};
    } else if (limit === undefined) {
      yield {block: part};
    } else {
      const {block, records} = firstRecords(part, limit - read);
      read += records;
      yield {block};
    }
    if (read === limit) return;
  }
}

async function* jsonPieces(
  records: AsyncIterable<SourceRecord>,
  limit: number | undefined,
): AsyncGenerator<Piece> {
  let piece: SourceRecord[] = [];
  let read = 0;
  for await (const record of records) {
    piece.push(record);
    read += 1;
    if (read === limit) break;
    if (piece.length === recordsPerPiece) {
      yield {records: piece};
      piece = [];
    }
  }
  if (piece.length > 0) yield {records: piece};
}

/**
 * The extract in pieces that workers can prepare side by side. Reads as far as the first record, so
 * that a file which is no extract is refused before anything is built.
 */
export const splitExtract = async (
  extract: Extract,
  {limit}: SplitOptions = {},
): Promise<SplitExtract> => {
  const blocks = memoryPool(defaultSizes.block);
  if (extract.format === 'json') {
    return {head: undefined, pieces: jsonPieces(jsonRecords(extract.bytes), limit), blocks};
  }
  const {head, body} = await readHead(extract.bytes);
  return {head, pieces: xmlPieces(body, head, blocks, limit), blocks};
};
