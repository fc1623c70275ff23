import {isUtf8} from 'node:buffer';
import Assembler from 'stream-json/assembler.js';
import {jsonParser, type Token} from 'stream-json/parser.js';
import {release} from './cut-blocks.ts';
import {ExtractRefused} from './extract-refused.ts';
import {
  addElement,
  asIdent,
  contentOf,
  emptyTree,
  type GrowingTree,
  maxDepth,
  maxRecordBytes,
  notUtf8,
  RecordRejected,
  type RecordTree,
  rejectedRecord,
  type SourceRecord,
  tooLarge,
} from './source-record.ts';

const readTree = (text: string) => ({tree: treeOfJson(parseLine(text))});

/**
 * The records of NDJSON, one for each line that is not blank; only a bad line itself is rejected. The
 * ordinal is the line's offset in bytes.
 *
 * @param read Makes a record of a line.
 * @throws {ExtractRefused} if the last line is malformed and lacks a line feed: the file is truncated.
 */
export async function* ndjsonRecords(
  content: AsyncIterable<Uint8Array>,
  read: (text: string) => {readonly tree: RecordTree} | {readonly line: string} = readTree,
): AsyncGenerator<SourceRecord> {
  for await (const {bytes, offset, isEnded} of linesOf(content)) {
    try {
      const text = textOf(bytes, offset === 0);
      if (text !== '') yield {ordinal: offset, ...read(text)};
    } catch (error) {
      if (!(error instanceof RecordRejected)) throw error;
      if (error.reason === 'MalformedJson' && !isEnded) {
        throw new ExtractRefused('JsonTruncated', 'ends inside its last line');
      }
      yield rejectedRecord(offset, error, bytes);
    }
  }
}

/** The lines of an export, which workers read. */
export const exportedLines = (content: AsyncIterable<Uint8Array>): AsyncGenerator<SourceRecord> =>
  ndjsonRecords(content, line => ({line}));

const textOf = (bytes: Buffer | undefined, isFirst: boolean): string => {
  if (bytes === undefined) throw tooLarge(maxRecordBytes);
  if (!isUtf8(bytes)) throw notUtf8();
  const text = bytes.toString();
  return (isFirst ? text.replace(/^\ufeff/, '') : text).trim();
};

const parseLine = (text: string): unknown => {
  const {tokensOf, assembler} = reader();
  try {
    for (const token of tokensOf(text)) assembler.consume(token);
  } catch (error) {
    throw malformed(error instanceof Error ? error.message : 'malformed');
  }
  if (!assembler.done) throw malformed('ends too early');
  return assembler.current;
};

/** `JSON.parse` would round the register's longer ids; this keeps every number as its text. */
const reader = () => {
  const parse = jsonParser({packValues: true, streamValues: false});
  const tokensOf = (text: string): readonly Token[] => {
    const tokens = parse(text);
    return typeof tokens === 'object' ? tokens.values : [];
  };
  return {tokensOf, assembler: new Assembler({numberAsString: true, reviver: keepEach})};
};

const lineFeed = 0x0a;

/** Splits bytes into lines. The bytes of a line that is too long are not held. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>) {
  let parts: Uint8Array[] = [];
  let [offset, length] = [0, 0];
  /** @param isEnded Whether a line feed ended it, rather than the end of the content. */
  const line = (isEnded: boolean) => ({
    /** Without the line feed; `undefined` when it is longer than allowed. */
    bytes: length > maxRecordBytes ? undefined : Buffer.concat(parts),
    /** Where the line begins, in bytes. */
    offset,
    isEnded,
  });
  for await (const chunk of chunks) {
    for (let from = 0, end = 0; ; from = end + 1) {
      end = chunk.indexOf(lineFeed, from);
      const part = chunk.subarray(from, end === -1 ? chunk.length : end);
      length += part.length;
      if (length > maxRecordBytes) parts = [];
      else parts.push(part);
      if (end === -1) break;
      yield line(true);
      offset += length + 1;
      parts = [];
      length = 0;
    }
    // No part of the chunk is held.
    if (parts.length === 0) release(chunk);
  }
  if (length > 0) yield line(false);
}

/** More bytes than this without a record end the reading: a value of two bytes takes a hundred in memory. */
const maxBytesBetween = 2 * maxRecordBytes;

/** Deeper nesting ends the reading as well; a record that is only deeper than `maxDepth` is rejected. */
const deepest = 200_000;

/**
 * The records of one JSON array. The ordinal is the index. Only an item that is not a valid record is rejected,
 * but after malformed JSON the next item cannot be found.
 *
 * @throws {ExtractRefused} when the array is malformed, cut short, or not UTF-8.
 */
export async function* jsonArrayRecords(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<SourceRecord> {
  const decoder = new TextDecoder('utf-8', {fatal: true});
  const {tokensOf, assembler} = reader();
  const parse = (chunk: Uint8Array, stream = true): readonly Token[] => {
    try {
      return tokensOf(decoder.decode(chunk, {stream}));
    } catch (cause) {
      const isText = cause instanceof TypeError;
      const how = isText ? 'is not valid UTF-8' : `is malformed (${(cause as Error).message})`;
      throw new ExtractRefused('JsonMalformed', how, {cause});
    }
  };
  let ordinal = 0;
  let sinceRecord = 0;
  for await (const chunk of content) {
    sinceRecord += chunk.length;
    if (sinceRecord > maxBytesBetween) {
      throw new ExtractRefused('JsonMalformed', 'has more than 2 MiB in one record');
    }
    for (const token of parse(chunk)) {
      const {depth, current} = assembler.consume(token);
      if (depth > deepest) {
        throw new ExtractRefused('JsonMalformed', `has values deeper than ${deepest}`);
      }
      if (depth !== 1 || !Array.isArray(current) || current.length === 0) continue;
      sinceRecord = 0;
      yield readItem(ordinal++, current.pop());
    }
  }
  parse(new Uint8Array(), false);
  if (!assembler.done) throw new ExtractRefused('JsonTruncated', 'array is not closed');
}

const readItem = (ordinal: number, value: unknown): SourceRecord => {
  try {
    return {ordinal, tree: treeOfJson(value)};
  } catch (error) {
    if (!(error instanceof RecordRejected)) throw error;
    const ident = isObject(value) ? value['KoeretoejIdent'] : undefined;
    const {reason, message: detail} = error;
    return {ordinal, reason, detail, ident: typeof ident === 'string' ? asIdent(ident) : undefined};
  }
};

/**
 * The tree of a record in JSON, with the register's element names as members: the same tree as from its
 * XML. Numbers arrive as text, so that long ids stay exact.
 *
 * @throws {RecordRejected}
 */
const treeOfJson = (record: unknown): RecordTree => {
  if (!isObject(record)) throw malformed('a record must be an object');
  return treeOf(record, 1);
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const treeOf = (object: Readonly<Record<string, unknown>>, depth: number): GrowingTree => {
  if (depth > maxDepth) throw new RecordRejected('TooDeep', `deeper than ${maxDepth}`);
  const tree = emptyTree();
  for (const [name, value] of Object.entries(object)) {
    for (const each of [value].flat()) addElement(tree, name, contentOfJson(each, depth));
  }
  return tree;
};

const contentOfJson = (value: unknown, depth: number): string | GrowingTree => {
  if (value === null) return '';
  if (typeof value === 'boolean') return String(value);
  if (isObject(value)) return contentOf(treeOf(value, depth + 1));
  if (typeof value !== 'string') throw malformed('a list inside a list');
  if (!value.isWellFormed()) throw malformed('half a surrogate pair');
  return value;
};

const malformed = (detail: string): RecordRejected => new RecordRejected('MalformedJson', detail);

/**
 * A reviver that makes a list of the values of a member that an object has twice, which stands for a repeated
 * element in XML. Parsers would keep only the last.
 */
function keepEach(this: unknown, name: string, value: unknown): unknown {
  // The parser passes the whole value as the member '' of an object of its own.
  const isFirst = !isObject(this) || name === '' || !Object.hasOwn(this, name);
  if (isFirst) return value;
  const known = this[name];
  const values = Array.isArray(known) ? known : [known];
  for (const each of [value].flat()) values.push(each);
  return values;
}
