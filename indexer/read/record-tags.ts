import {RecordRejected, type RejectedRecord, rejectedRecord} from './source-record.ts';

/*
 * Where records begin and end, found on bytes. A record is an element called Statistik, with any
 * prefix: extracts may mix prefixes and declare them on any element. Its namespace is checked when
 * the record is parsed.
 */

const name = Buffer.from('Statistik');
const endOfTag = Buffer.from('Statistik>');

const [slash, colon, lessThan] = Buffer.from('/:<');

/** In bytes. Longer text before the colon is not taken for a prefix. */
const maxPrefix = 256;

/** Characters that cannot be in a prefix. */
const noPrefix = new Set(Buffer.from(' \t\r\n<>/"\'=&:'));
const afterName = new Set(Buffer.from(' \t\r\n/>'));

/** Where the tag begins, at its `<`, whose name is at `at`, or -1 when that is another name. */
const tagAt = (bytes: Buffer, at: number): number => {
  let before = at - 1;
  if (bytes[before] === colon) {
    const least = Math.max(0, before - maxPrefix);
    do before -= 1;
    while (before >= least && !noPrefix.has(bytes[before] ?? 0));
  }
  if (bytes[before] === slash) before -= 1;
  return bytes[before] === lessThan ? before : -1;
};

const isEndTag = (bytes: Buffer, tag: number): boolean => bytes[tag + 1] === slash;

/**
 * Where the next end tag of a record ends, at or after `from`, or -1. A tag with white space in it is
 * not found: no writer makes one.
 */
export const nextEnd = (bytes: Buffer, from = 0): number => {
  for (let at = bytes.indexOf(endOfTag, from); at !== -1; at = bytes.indexOf(endOfTag, at + 1)) {
    const tag = tagAt(bytes, at);
    if (tag >= from && isEndTag(bytes, tag)) return at + endOfTag.length;
  }
  return -1;
};

/** Where the last end tag of a record ends, or -1. */
export const lastEnd = (bytes: Buffer): number => {
  let at = bytes.lastIndexOf(endOfTag);
  while (at !== -1) {
    const tag = tagAt(bytes, at);
    if (tag !== -1 && isEndTag(bytes, tag)) return at + endOfTag.length;
    at = at === 0 ? -1 : bytes.lastIndexOf(endOfTag, at - 1);
  }
  return -1;
};

/** Where the last start tag of a record begins, or -1. */
export const lastStart = (bytes: Buffer): number => {
  let at = bytes.lastIndexOf(name);
  while (at !== -1) {
    const tag = tagAt(bytes, at);
    const isStart = tag !== -1 && !isEndTag(bytes, tag);
    if (isStart && afterName.has(bytes[at + name.length] ?? 0)) return tag;
    at = at === 0 ? -1 : bytes.lastIndexOf(name, at - 1);
  }
  return -1;
};

const notBlank = /[^ \t\r\n]/;
const startTag = /<(?:[^\s<>/"'=&:]{1,256}:)?Statistik[\s/>]/y;

/**
 * The rejected records between two others: none when there is only white space and comments, one for
 * each record that began there and lost its end tag, or one for anything else.
 *
 * @param offset Where `between` begins in the extract, in bytes.
 */
export function* strayRecords(between: Buffer, offset: number): Generator<RejectedRecord> {
  const text = between.toString('latin1');
  if (!notBlank.test(text)) return;
  const {first, starts} = straysIn(text);
  if (first === undefined) return;

  if (starts.length === 0) yield rejectedRecord(offset + first, textBetween(), between);
  for (const [index, at] of starts.entries()) {
    yield rejectedRecord(offset + at, noEndTag(), between.subarray(at, starts[index + 1]));
  }
}

/** In a text of one character a byte: the first that may not be there, and each start tag of a record. */
const straysIn = (text: string): {first: number | undefined; starts: readonly number[]} => {
  const afterMiscellaneous = miscellaneousIn(text);
  const starts: number[] = [];
  let first: number | undefined;
  for (let at = afterMiscellaneous(0); at < text.length; at = afterMiscellaneous(at + 1)) {
    first ??= at;
    startTag.lastIndex = at;
    if (text[at] === '<' && startTag.test(text)) starts.push(at);
  }
  return {first, starts};
};

const textBetween = () => new RecordRejected('MalformedXml', 'text between records');

const noEndTag = () => new RecordRejected('MalformedXml', 'a record without its end tag');

/** How comments and processing instructions begin (XML 1.0 §2.5, §2.6). */
const [comment, instruction] = ['<!--', '<?'];
const blanks = new Set(' \t\r\n');

/**
 * Tells where the white space, comments and processing instructions at a place in `text` end. Searching
 * it from every place takes time in proportion to its length, however many of them have no end.
 */
export const miscellaneousIn = (text: string): ((from: number) => number) => {
  const lastInstructionEnd = text.lastIndexOf('?>');

  /** The end of the one at `at`, or -1. */
  const endOfOne = (at: number): number => {
    if (blanks.has(text[at] ?? '')) return at + 1;
    if (text.startsWith(comment, at)) {
      // The next one begins with hyphens too: this never reads far beyond it.
      const hyphens = text.indexOf('--', at + comment.length);
      return hyphens !== -1 && text[hyphens + 2] === '>' ? hyphens + 3 : -1;
    }
    const isInstruction = text.startsWith(instruction, at) && at + 2 <= lastInstructionEnd;
    return isInstruction ? text.indexOf('?>', at + 2) + 2 : -1;
  };

  return from => {
    let at = from;
    for (let end = endOfOne(at); end !== -1; end = endOfOne(at)) at = end;
    return at;
  };
};
