import {isUtf8} from 'node:buffer';
import type {KnownVehicles} from '../fingerprints/known-vehicles.ts';
import type {Block} from './cut-blocks.ts';
import {ExtractRefused} from './extract-refused.ts';
import {fillSlots} from './fill-slots.ts';
import {hashOf, knownRecords} from './known-records.ts';
import {parseRecord} from './parse-record.ts';
import type {RecordSlots} from './record-slots.ts';
import {nextRecord, skipBlanks, strayRecords} from './record-tags.ts';
import {
  maxRecordBytes,
  notUtf8,
  type ReadRecord,
  RecordRejected,
  rejectedRecord,
  tooLarge,
} from './source-record.ts';
import {RecordTokenizer} from './tokenize-record.ts';
import type {Head} from './xml-frame.ts';

/**
 * A reader for the blocks of one extract, which learns the extract's names, and puts one record after another into
 * the slots. A record ends at its end tag and begins at the last start tag before, so that a record without its end
 * tag does not swallow the next. The ordinal of a record is its offset in the extract, in bytes. Synchronous: it
 * belongs in a worker thread. It throws `ExtractRefused` if the list of records ends before its last record.
 *
 * @param known Records that it recognizes are skipped. Some are held, to be read after the last block.
 */
export const recordReader = (head: Head, slots: RecordSlots, known?: KnownVehicles) => {
  const tokenizer = new RecordTokenizer(head.prefix, slots);
  const knownOnes = known && knownRecords(head, known);
  const endOfList = `</${head.open[0]}`;

  /** Reads the record in `block` from `start` to `end`. */
  const readRecord = (block: Buffer, start: number, end: number, ordinal: number): ReadRecord => {
    const record = block.subarray(start, end);
    try {
      if (record.length > maxRecordBytes) throw tooLarge(maxRecordBytes);
      if (!isUtf8(record)) throw notUtf8();
      if (tokenizer.tokenize(start) !== end) {
        fillSlots(slots, parseRecord(record.toString('utf8'), head.namespaces));
      }
      return {ordinal, hash: hashOf(record), length: record.length};
    } catch (error) {
      if (error instanceof RecordRejected) return rejectedRecord(ordinal, error, record);
      throw error;
    }
  };

  /** Reads the held records of vehicles that were not recognized as a whole. */
  function* readOpen(): Generator<ReadRecord> {
    for (const {ordinal, record} of knownOnes?.take() ?? []) {
      slots.readFrom(record);
      yield {...readRecord(record, 0, record.length, ordinal), wasKnown: true};
    }
  }

  function* readBlock({bytes, offset}: Block): Generator<ReadRecord> {
    const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    slots.readFrom(block);
    let text: string | undefined;
    for (let at = skipBlanks(block, 0); at < block.length; at = skipBlanks(block, at)) {
      const found = knownOnes?.recognize(block, at, offset + at);
      if (found) {
        yield {ordinal: offset + at, known: found};
        at += found.length;
        continue;
      }
      // The fast path: nearly every block is white space and plain records.
      const plainEnd = tokenizer.tokenize(at);
      const plain = block.subarray(at, plainEnd);
      if (plainEnd !== -1 && plain.length <= maxRecordBytes && isUtf8(plain)) {
        yield {ordinal: offset + at, hash: hashOf(plain), length: plain.length};
        at = plainEnd;
        continue;
      }
      text ??= block.toString('latin1');
      const {start, end} = nextRecord(text, at) ?? {start: block.length, end: block.length};
      if (block.subarray(at, end).includes(endOfList)) throw new ExtractRefused('XmlTrailing');
      yield* strayRecords(block.subarray(at, start), offset + at);
      if (start < end) yield readRecord(block, start, end, offset + start);
      // The slots of a parsed record are offsets into other bytes.
      slots.readFrom(block);
      at = end;
    }
    if (knownOnes?.isFull()) yield* readOpen();
  }

  return {readBlock, readOpen};
};
