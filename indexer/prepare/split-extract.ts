import {jsonRecords} from '../source/json-records.ts';
import type {Extract} from '../source/open-extract.ts';
import type {SourceRecord} from '../source/source-record.ts';
import {cutBlocks, defaultSizes} from '../xml/cut-blocks.ts';
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

/** JSON records that go to a worker together: about as much work as a block of XML. */
const recordsPerPiece = 500;

async function* xmlPieces(
  body: AsyncIterable<Uint8Array>,
  head: Head,
  blocks: MemoryPool,
): AsyncGenerator<Piece> {
  for await (const part of cutBlocks(body, head, defaultSizes, blocks.take)) {
    yield 'reject' in part ? {records: [part]} : {block: part};
  }
}

async function* jsonPieces(records: AsyncIterable<SourceRecord>): AsyncGenerator<Piece> {
  let piece: SourceRecord[] = [];
  for await (const record of records) {
    piece.push(record);
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
export const splitExtract = async (extract: Extract): Promise<SplitExtract> => {
  const blocks = memoryPool(defaultSizes.block);
  if (extract.format === 'json') {
    return {head: undefined, pieces: jsonPieces(jsonRecords(extract.bytes)), blocks};
  }
  const {head, body} = await readHead(extract.bytes);
  return {head, pieces: xmlPieces(body, head, blocks), blocks};
};
