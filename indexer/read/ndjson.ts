import {isUtf8} from 'node:buffer';
import Assembler from 'stream-json/assembler.js';
import {jsonParser} from 'stream-json/parser.js';
import {ExtractRefused} from './extract-refused.ts';
import {keepEach, treeOfJson} from './json-tree.ts';
import {
  maxRecordBytes,
  notUtf8,
  RecordRejected,
  rejectedRecord,
  type SourceRecord,
  tooLarge,
} from './source-record.ts';

/**
 * The records of NDJSON, one in each line that is not blank; a bad line is rejected alone. The
 * ordinal is the line's offset in bytes.
 *
 * @throws {ExtractRefused} when the last line is malformed and has no end: the file is truncated.
 */
export async function* ndjsonRecords(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<SourceRecord> {
  for await (const line of linesOf(content, maxRecordBytes)) {
    const record = readLine(line);
    if (record !== undefined) yield record;
  }
}

const readLine = (line: Line): SourceRecord | undefined => {
  try {
    const text = textOf(line);
    return text === '' ? undefined : {ordinal: line.offset, tree: treeOfJson(parseLine(text))};
  } catch (error) {
    if (!(error instanceof RecordRejected)) throw error;
    if (error.reason === 'MalformedJson' && !line.isEnded) {
      throw new ExtractRefused('JsonTruncated', 'ends inside its last line');
    }
    return rejectedRecord(line.offset, error, line.bytes);
  }
};

const textOf = ({bytes, offset}: Line): string => {
  if (bytes === undefined) throw tooLarge(maxRecordBytes);
  if (!isUtf8(bytes)) throw notUtf8();
  const text = bytes.toString();
  return (offset === 0 ? text.replace(/^\ufeff/, '') : text).trim();
};

/** `JSON.parse` would round the register's longer ids; this keeps every number as its text. */
const parseLine = (text: string): unknown => {
  const assembler = new Assembler({numberAsString: true, reviver: keepEach});
  try {
    const tokens = jsonParser({packValues: true, streamValues: false})(text);
    if (typeof tokens === 'object') for (const token of tokens.values) assembler.consume(token);
  } catch (error) {
    throw new RecordRejected('MalformedJson', error instanceof Error ? error.message : 'malformed');
  }
  if (!assembler.done) throw new RecordRejected('MalformedJson', 'ends too early');
  return assembler.current;
};

type Line = {
  /** Without the line feed; `undefined` when it is longer than allowed. */
  readonly bytes: Buffer | undefined;
  /** Where the line begins, in bytes. */
  readonly offset: number;
  /** Whether a line feed ended it, rather than the end of everything. */
  readonly isEnded: boolean;
};

const lineFeed = 0x0a;

/** Splits bytes into lines. One longer than `maxBytes` is passed over without being held. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let offset = 0;

  const add = (part: Uint8Array) => {
    length += part.length;
    if (length > maxBytes) parts = [];
    else parts.push(part);
  };
  const take = (isEnded: boolean): Line => {
    const line = {bytes: length > maxBytes ? undefined : Buffer.concat(parts), offset, isEnded};
    offset += length + 1;
    parts = [];
    length = 0;
    return line;
  };

  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
      add(chunk.subarray(from, end));
      yield take(true);
      from = end + 1;
    }
    add(chunk.subarray(from));
  }
  if (length > 0) yield take(false);
}
