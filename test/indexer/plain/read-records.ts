import {isUtf8} from 'node:buffer';
import type {Block} from '#indexer/read/cut-blocks.ts';
import {parseRecord} from '#indexer/read/parse-record.ts';
import {lastStart, nextEnd, strayRecords} from '#indexer/read/record-tags.ts';
import {
  maxRecordBytes,
  notUtf8,
  RecordRejected,
  rejectedRecord,
  type SourceRecord,
  tooLarge,
} from '#indexer/read/source-record.ts';
import type {Head} from '#indexer/read/xml-frame.ts';

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
export function* plainRecords({bytes, offset}: Block, head: Head): Generator<SourceRecord> {
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let from = 0;
  for (let end = nextEnd(block); end !== -1; end = nextEnd(block, from)) {
    const region = block.subarray(from, end);
    const start = lastStart(region);
    yield* strayRecords(start === -1 ? region : region.subarray(0, start), offset + from);
    if (start !== -1) yield readRecord(region.subarray(start), offset + from + start, head);
    from = end;
  }
  yield* strayRecords(block.subarray(from), offset + from);
}
