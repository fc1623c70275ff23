import {isUtf8} from 'node:buffer';
import type {Block} from './cut-blocks.ts';
import {fillSlots} from './fill-slots.ts';
import {parseRecord} from './parse-record.ts';
import type {RecordSlots} from './record-slots.ts';
import {lastStart, nextEnd, strayRecords} from './record-tags.ts';
import {
  maxRecordBytes,
  notUtf8,
  type ReadRecord,
  RecordRejected,
  rejectedRecord,
  tooLarge,
} from './source-record.ts';
import {RecordTokenizer} from './tokenize-record.ts';
import {checkNoListEnd, type Head} from './xml-frame.ts';

/**
 * Reads the records of one block after the other. Synchronous: it belongs in a worker thread. Throws
 * `ExtractRefused` where the list of records ends before its last record.
 */
export type ReadRecords = (block: Block) => Generator<ReadRecord>;

/**
 * A reader for the blocks of one extract; it learns the extract's names as it goes, and puts one record
 * after the other into the slots. A record ends at its end tag and begins at the last start tag before,
 * so that one that lost its end tag does not take the next with it. The ordinal of a record is its
 * offset in the extract, in bytes.
 */
export const recordReader = (head: Head, slots: RecordSlots): ReadRecords => {
  const tokenizer = new RecordTokenizer(head.prefix, slots);

  /** Reads the record that is `block` from `start` to `end`. */
  const readRecord = (block: Buffer, start: number, end: number, ordinal: number): ReadRecord => {
    const record = block.subarray(start, end);
    try {
      if (record.length > maxRecordBytes) throw tooLarge(maxRecordBytes);
      if (!isUtf8(record)) throw notUtf8();
      if (tokenizer.tokenize(start) !== end) {
        fillSlots(slots, parseRecord(record.toString('utf8'), head.namespaces));
      }
      return {ordinal};
    } catch (error) {
      if (error instanceof RecordRejected) return rejectedRecord(ordinal, error, record);
      throw error;
    }
  };

  return function* readRecords({bytes, offset}) {
    const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    slots.readFrom(block);
    const isValid = isUtf8(block);
    let from = 0;
    for (;;) {
      // The fast path: nearly every block is white space and plain records.
      const plain = skipBlanks(block, from);
      const plainEnd = isValid ? tokenizer.tokenize(plain) : -1;
      if (plainEnd !== -1 && plainEnd - plain <= maxRecordBytes) {
        yield {ordinal: offset + plain};
        from = plainEnd;
        continue;
      }
      const next = nextRecord(block, from);
      if (next === undefined) break;
      const {start, end} = next;
      checkNoListEnd(block.subarray(from, end), head);
      yield* strayRecords(block.subarray(from, start), offset + from);
      if (start < end) yield readRecord(block, start, end, offset + start);
      // A record that was parsed has bytes of its own.
      slots.readFrom(block);
      from = end;
    }
    yield* strayRecords(block.subarray(from), offset + from);
  };
};

/** How many records a block has, rejected ones included, without reading them. */
export const countRecords = ({bytes}: Block): number => {
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const strays = (from: number, to?: number) =>
    Array.from(strayRecords(block.subarray(from, to), 0)).length;
  let count = 0;
  let from = 0;
  for (let next = nextRecord(block, from); next; next = nextRecord(block, from)) {
    count += strays(from, next.start) + Number(next.start < next.end);
    from = next.end;
  }
  return count + strays(from);
};

/** Where the next record after `from` starts and ends. One that lost its start tag starts at its end. */
const nextRecord = (block: Buffer, from: number): {start: number; end: number} | undefined => {
  const end = nextEnd(block, from);
  if (end === -1) return undefined;
  const start = lastStart(block.subarray(from, end));
  return {start: start === -1 ? end : from + start, end};
};

const blanks = new Set(Buffer.from(' \t\r\n'));

const skipBlanks = (bytes: Buffer, from: number): number => {
  let at = from;
  while (blanks.has(bytes[at] ?? 0)) at++;
  return at;
};
