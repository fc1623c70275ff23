import {isUtf8} from 'node:buffer';
import {isDeepStrictEqual} from 'node:util';
import type {ExecutionContext} from 'ava';
import {batchPreparer} from '#indexer/document/prepare-batch.ts';
import {takeFirst} from '#indexer/document/references.ts';
import type {Block} from '#indexer/read/cut-blocks.ts';
import {fillEach} from '#indexer/read/fill-slots.ts';
import {parseRecord} from '#indexer/read/parse-record.ts';
import {recordReader} from '#indexer/read/read-records.ts';
import {nextRecord, strayRecords} from '#indexer/read/record-tags.ts';
import {
  maxRecordBytes,
  notUtf8,
  type ReadRecord,
  RecordRejected,
  rejectedRecord,
  type SourceRecord,
  tooLarge,
} from '#indexer/read/source-record.ts';
import type {Head} from '#indexer/read/xml-frame.ts';
import {documentsIn} from '../../helpers/extracts/prepared-trees.ts';

const readRecord = (record: Buffer, ordinal: number, {namespaces}: Head): SourceRecord => {
  try {
    if (record.length > maxRecordBytes) throw tooLarge(maxRecordBytes);
    if (!isUtf8(record)) throw notUtf8();
    return {ordinal, tree: parseRecord(record.toString('utf8'), namespaces)};
  } catch (error) {
    if (error instanceof RecordRejected) return rejectedRecord(ordinal, error, record);
    throw error;
  }
};

/** The records of a block as trees, each read by the parser for the whole of XML. */
function* treesIn({bytes, offset}: Block, head: Head): Generator<SourceRecord> {
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = block.toString('latin1');
  let from = 0;
  for (let next = nextRecord(text, 0); next; next = nextRecord(text, from)) {
    const {start, end} = next;
    yield* strayRecords(block.subarray(from, start), offset + from);
    if (start < end) yield readRecord(block.subarray(start, end), offset + start, head);
    from = end;
  }
  yield* strayRecords(block.subarray(from), offset + from);
}

/** Makes batches, and says of each all that an import learns from its records but for hash and number of their bytes. */
const maker = () => {
  const {slots, sightings, prepare} = batchPreparer('2026-11-15');
  const make = (records: Iterable<ReadRecord>) => {
    const {body, ends, rows, ...noticed} = prepare(records, new ArrayBuffer(65_536));
    const {hashes: _, lengths: __, ...known} = rows;
    const documents = documentsIn({body, ends});
    const entries = takeFirst(sightings, Number.POSITIVE_INFINITY);
    return {documents, ...noticed, rows: known, sightings: entries};
  };
  return {slots, make};
};

/**
 * Reads XML as the import does, block after block, and requires of each what comes of the same records if each is
 * read as a tree, by the parser for the whole of XML.
 */
export const comparedWithTrees = (head: Head) => {
  const [tokenized, parsed] = [maker(), maker()];
  const {readBlock} = recordReader(head, tokenized.slots);
  return (t: ExecutionContext, xml: string | Uint8Array, message?: string) => {
    const block = {bytes: new Uint8Array(Buffer.from(xml as string)), offset: 0};
    const made = tokenized.make(readBlock(block));
    const expected = parsed.make(fillEach(parsed.slots, treesIn(block, head)));
    // Telling the difference takes longer than finding that there is none.
    if (!isDeepStrictEqual(made, expected)) t.deepEqual(made, expected, message);
    return expected;
  };
};
