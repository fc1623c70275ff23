import {isUtf8} from 'node:buffer';
import {
  maxRecordBytes,
  notUtf8,
  RecordRejected,
  rejectedRecord,
  type SourceRecord,
  tooLarge,
} from '../records/source-record.ts';
import type {Block} from './cut-blocks.ts';
import {parseRecord} from './parse-record.ts';
import type {Head} from './read-head.ts';
import {lastStart, nextEnd, strayRecords} from './record-tags.ts';
import {RecordTokenizer} from './tokenize-record.ts';

/** Reads the records of one block after the other. Synchronous: it belongs in a worker thread. */
export type ReadRecords = (block: Block) => Generator<SourceRecord>;

/**
 * A reader for the blocks of one extract; it learns the extract's names as it goes. A record ends
 * at its end tag and begins at the last start tag before, so that one that lost its end tag does
 * not take the next with it. The ordinal of a record is its offset in the extract, in bytes.
 */
export const recordReader = (head: Head): ReadRecords => {
  const tokenizer = new RecordTokenizer(head.prefix);

  const treeOf = (record: Buffer) =>
    tokenizer.tokenize(record) ?? parseRecord(record.toString('utf8'), head.namespaces);

  const readRecord = (record: Buffer, ordinal: number, isValid: boolean): SourceRecord => {
    try {
      if (record.length > maxRecordBytes) throw tooLarge(maxRecordBytes);
      if (!isValid && !isUtf8(record)) throw notUtf8();
      return {ordinal, tree: treeOf(record)};
    } catch (error) {
      if (error instanceof RecordRejected) return rejectedRecord(ordinal, error, record);
      throw error;
    }
  };

  /** The fast path: nearly every region is white space and one plain record. */
  const readPlain = (region: Buffer, offset: number): SourceRecord | undefined => {
    const start = blankLength(region);
    if (region.length - start > maxRecordBytes) return undefined;
    const tree = tokenizer.tokenize(region.subarray(start));
    return tree && {ordinal: offset + start, tree};
  };

  return function* readRecords({bytes, offset}) {
    const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isValid = isUtf8(block);
    let from = 0;
    for (let end = nextEnd(block); end !== -1; end = nextEnd(block, from)) {
      const region = block.subarray(from, end);
      const plain = isValid ? readPlain(region, offset + from) : undefined;
      if (plain !== undefined) yield plain;
      else {
        const start = lastStart(region);
        yield* strayRecords(start === -1 ? region : region.subarray(0, start), offset + from);
        if (start !== -1) yield readRecord(region.subarray(start), offset + from + start, isValid);
      }
      from = end;
    }
    yield* strayRecords(block.subarray(from), offset + from);
  };
};

const blanks = new Set(Buffer.from(' \t\r\n'));

const blankLength = (bytes: Buffer): number => {
  let length = 0;
  while (blanks.has(bytes[length] ?? 0)) length++;
  return length;
};
