import {pipeline, Readable} from 'node:stream';
import {streamArray} from 'stream-json/streamers/stream-array.js';
import {ExtractRefused} from './extract-refused.ts';
import {keepEach, treeOfJson} from './json-tree.ts';
import {asIdent, RecordRejected, type SourceRecord} from './source-record.ts';

/** More than this without a record ends the reading, so that one record cannot fill the memory. */
const maxBytesBetween = 16 * 1024 * 1024;
const sliceBytes = 64 * 1024;

/** The state of the text that the parser has been fed. */
type ParserInput = {
  /** Bytes since the last record, or more: the parser reads ahead. */
  sinceRecord: number;
  /** The last character that is not white space, once the text has ended. */
  lastCharacter: string | undefined;
};

type ArrayItem = {readonly key: number; readonly value: unknown};

/**
 * The records of one JSON array. The ordinal is the index. An item that is no valid record is rejected
 * alone; after malformed JSON there is no way to find the next item.
 *
 * @throws {ExtractRefused} when the array is malformed, cut short, or not UTF-8.
 */
export async function* jsonArrayRecords(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<SourceRecord> {
  const input: ParserInput = {sinceRecord: 0, lastCharacter: undefined};
  const text = Readable.from(decoded(content, input), {highWaterMark: 1});
  const items = streamArray.withParserAsStream({
    numberAsString: true,
    streamValues: false,
    reviver: keepEach,
  });
  // Errors surface in the iteration below; `pipeline` requires a callback.
  pipeline(text, items, () => undefined);
  try {
    for await (const {key, value} of items as AsyncIterable<ArrayItem>) {
      input.sinceRecord = 0;
      yield readItem(key, value);
    }
  } catch (error) {
    throw toRefusal(error, input);
  } finally {
    items.destroy();
    text.destroy();
  }
}

async function* decoded(
  content: AsyncIterable<Uint8Array>,
  input: ParserInput,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', {fatal: true});
  let lastCharacter = '';
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length; from += sliceBytes) {
      const slice = chunk.subarray(from, from + sliceBytes);
      input.sinceRecord += slice.length;
      if (input.sinceRecord > maxBytesBetween) {
        throw new ExtractRefused('JsonMalformed', 'has more than 16 MiB in one record');
      }
      const text = decoder.decode(slice, {stream: true});
      lastCharacter = text.trimEnd().at(-1) ?? lastCharacter;
      yield text;
    }
  }
  input.lastCharacter = lastCharacter;
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

const toRefusal = (error: unknown, {lastCharacter}: ParserInput): unknown => {
  if (!(error instanceof Error) || error instanceof ExtractRefused) return error;
  if ('code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return new ExtractRefused('JsonMalformed', 'is not valid UTF-8', {cause: error});
  }
  if (!error.message.startsWith('Parser')) return error;
  return lastCharacter === undefined || lastCharacter === ']'
    ? new ExtractRefused('JsonMalformed', `is malformed (${error.message})`, {cause: error})
    : new ExtractRefused('JsonTruncated', 'array is not closed', {cause: error});
};
