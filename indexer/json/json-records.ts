import {isJsonArray, tellingBytes} from '../input/recognise.ts';
import {peek} from '../input/resumed.ts';
import type {SourceRecord} from '../records/source-record.ts';
import {jsonArrayRecords} from './array-records.ts';
import {ndjsonRecords} from './ndjson-records.ts';

/**
 * The records of an extract in JSON: one array, or one record in each line. Members have the names
 * of the register's elements without prefix; a repeated element is an array.
 *
 * @throws {ExtractRefused} when the records of the file cannot all be found.
 */
export async function* jsonRecords(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<SourceRecord> {
  const {first, all} = await peek(content, tellingBytes);
  yield* isJsonArray(first) ? jsonArrayRecords(all) : ndjsonRecords(all);
}
