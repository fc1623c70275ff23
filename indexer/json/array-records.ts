import {pipeline, Readable} from 'node:stream';
import {streamArray} from 'stream-json/streamers/stream-array.js';
import {ExtractRefused} from '../records/extract-refused.ts';
import {asIdent, RecordRejected, type SourceRecord} from '../records/source-record.ts';
import {treeOfJson} from './json-tree.ts';

/** Between two records there is never more than this; the memory for one is bounded by it. */
const maxBytesBetween = 16 * 1024 * 1024;
const pieceLength = 64 * 1024;

/** How far the text has been read. */
type Reading = {
  /** Bytes since the last record, or more: the parser reads ahead. */
  sinceRecord: number;
  /** The last character that is not white space, once the text has ended. */
  lastCharacter: string | undefined;
};

type ArrayItem = {readonly key: number; readonly value: unknown};

/**
 * The records of one JSON array. The ordinal is the index. What is wrong inside a record rejects
 * that record; what is wrong with the JSON leaves no way to find the next one.
 *
 * @throws {ExtractRefused} when the array is malformed, cut short, or not UTF-8.
 */
export async function* jsonArrayRecords(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<SourceRecord> {
  const reading: Reading = {sinceRecord: 0, lastCharacter: undefined};
  const text = Readable.from(decoded(content, reading), {highWaterMark: 1});
  const items = streamArray.withParserAsStream({numberAsString: true, streamValues: false});
  // The iteration below sees every error; the callback is only what `pipeline` insists on.
  pipeline(text, items, () => undefined);
  try {
    for await (const {key, value} of items as AsyncIterable<ArrayItem>) {
      reading.sinceRecord = 0;
      yield readItem(key, value);
    }
  } catch (error) {
    throw refusalOf(error, reading);
  } finally {
    items.destroy();
    text.destroy();
  }
}

async function* decoded(
  content: AsyncIterable<Uint8Array>,
  reading: Reading,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', {fatal: true});
  let lastCharacter = '';
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length; from += pieceLength) {
      const piece = chunk.subarray(from, from + pieceLength);
      reading.sinceRecord += piece.length;
      if (reading.sinceRecord > maxBytesBetween) throw tooLong();
      const text = decoder.decode(piece, {stream: true});
      lastCharacter = text.trimEnd().at(-1) ?? lastCharacter;
      yield text;
    }
  }
  reading.lastCharacter = lastCharacter;
  yield decoder.decode();
}

const readItem = (ordinal: number, value: unknown): SourceRecord => {
  try {
    return {ordinal, tree: treeOfJson(value)};
  } catch (error) {
    if (!(error instanceof RecordRejected)) throw error;
    return {ordinal, reason: error.reason, detail: error.message, ident: identOf(value)};
  }
};

const identOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'KoeretoejIdent' in value
    ? asIdent(String(value.KoeretoejIdent))
    : undefined;

const refusalOf = (error: unknown, {lastCharacter}: Reading): unknown => {
  if (!(error instanceof Error) || error instanceof ExtractRefused) return error;
  if ('code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return notUtf8(error);
  if (!error.message.startsWith('Parser')) return error;
  return lastCharacter === undefined || lastCharacter === ']' ? malformed(error) : truncated(error);
};

const truncated = (cause: Error): ExtractRefused =>
  new ExtractRefused(
    'JsonTruncated',
    'The JSON array has no end, so records are missing. Write the file again.',
    {cause},
  );

const malformed = (cause: Error): ExtractRefused =>
  new ExtractRefused(
    'JsonMalformed',
    `The JSON array is malformed (${cause.message}). Write the file again.`,
    {cause},
  );

const notUtf8 = (cause: Error): ExtractRefused =>
  new ExtractRefused('JsonMalformed', 'The JSON is not valid UTF-8. Write the file again.', {
    cause,
  });

const tooLong = (): ExtractRefused =>
  new ExtractRefused(
    'JsonMalformed',
    'The JSON holds more than 16 MiB in one record. Write the file again, one object per vehicle.',
  );
