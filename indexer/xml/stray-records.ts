import {RecordRejected, type RejectedRecord, rejectedRecord} from '../records/source-record.ts';
import {startsIn} from './record-tags.ts';

const ignorable = /[ \t\r\n]+|<!--(?:(?!--)[\s\S])*-->|<\?[\s\S]*?\?>/g;
const notBlank = /[^ \t\r\n]/;

/**
 * What stands between two records, as rejects: nothing when that is white space and comments, one
 * for each record that began there and lost its end tag, or one for anything else.
 *
 * @param offset Where `between` begins in the extract, in bytes.
 */
export function* strayRecords(between: Buffer, offset: number): Generator<RejectedRecord> {
  const written = between.toString('latin1');
  if (!notBlank.test(written)) return;
  const text = written.replaceAll(ignorable, part => ' '.repeat(part.length));
  if (!notBlank.test(text)) return;

  const starts = startsIn(text);
  if (starts.length === 0) {
    yield rejectedRecord(offset + text.search(notBlank), textBetween(), between);
  }
  for (const [index, at] of starts.entries()) {
    yield rejectedRecord(offset + at, noEndTag(), between.subarray(at, starts[index + 1]));
  }
}

const textBetween = () => new RecordRejected('MalformedXml', 'text between records');

const noEndTag = () => new RecordRejected('MalformedXml', 'a record without its end tag');
