import {RecordRejected, type RejectedRecord, rejectedRecord} from './source-record.ts';

/*
 * Finds where records begin and end, on bytes. A record is an element called Statistik, with any
 * prefix: extracts may mix prefixes and declare them on any element. Its namespace is checked when
 * the record is parsed.
 */

/** A prefix and its colon, if any; longer text is not taken for a prefix. */
const prefix = '(?:[^ \\t\\r\\n<>/"\'=&:]{0,256}:)?';
const startTag = `<${prefix}Statistik(?=[ \\t\\r\\n/>])`;
/** An end tag with white space in it is not found: no writer makes one. */
const endTag = `</${prefix}Statistik>`;

const anyTag = new RegExp(`${startTag}|${endTag}`, 'g');
const startHere = new RegExp(startTag, 'y');
const endHere = new RegExp(`${endTag}$`);

/** In bytes. */
const longestEnd = '</:Statistik>'.length + 256;

/**
 * Where the next record at or after `from` starts and ends, in a text of one character a byte. It ends
 * at its end tag and starts at the last start tag before, or at its end if it has no start tag.
 */
export const nextRecord = (
  text: string,
  from: number,
): {readonly start: number; readonly end: number} | undefined => {
  let start: number | undefined;
  anyTag.lastIndex = from;
  for (let tag = anyTag.exec(text); tag !== null; tag = anyTag.exec(text)) {
    const end = anyTag.lastIndex;
    if (text[tag.index + 1] === '/') return {start: start ?? end, end};
    start = tag.index;
  }
  return undefined;
};

/** Whether a text of one character a byte has a tag of a record. */
export const hasTag = (text: string): boolean => text.search(anyTag) !== -1;

/** Where the last end tag of a record ends, or -1. */
export const lastEnd = (bytes: Buffer): number => {
  const written = 'Statistik>';
  for (let from = bytes.length; from >= 0; ) {
    const at = bytes.lastIndexOf(written, from);
    if (at === -1) return -1;
    const end = at + written.length;
    if (endHere.test(bytes.toString('latin1', Math.max(0, end - longestEnd), end))) return end;
    from = at - 1;
  }
  return -1;
};

/**
 * The rejected records between two others: none if there is only white space and comments, one for
 * each record that began there and has no end tag, or one for anything else.
 *
 * @param offset Where `between` begins in the extract, in bytes.
 */
export function* strayRecords(between: Buffer, offset: number): Generator<RejectedRecord> {
  const text = between.toString('latin1');
  const afterMiscellaneous = miscellaneousIn(text);
  const first = afterMiscellaneous(0);
  if (first === text.length) return;
  const starts: number[] = [];
  for (let at = first; at < text.length; at = afterMiscellaneous(at + 1)) {
    startHere.lastIndex = at;
    if (startHere.test(text)) starts.push(at);
  }
  if (starts.length === 0) {
    yield rejectedRecord(offset + first, malformed('text between records'), between);
  }
  for (const [index, at] of starts.entries()) {
    const record = between.subarray(at, starts[index + 1]);
    yield rejectedRecord(offset + at, malformed('a record without its end tag'), record);
  }
}

const malformed = (detail: string) => new RecordRejected('MalformedXml', detail);

const blanks = new Set(Buffer.from(' \t\r\n'));

/** Where the white space at `from` ends. */
export const skipBlanks = (bytes: Buffer, from: number): number => {
  let at = from;
  while (blanks.has(bytes[at] ?? 0)) at++;
  return at;
};

/** How comments and processing instructions begin (XML 1.0 §2.5, §2.6). */
const [comment, instruction] = ['<!--', '<?'];

/**
 * Returns a function that finds where the white space, comments and processing instructions at a place in `text`
 * end. Calling it for every place takes time in proportion to the text, even if many of them have no end.
 */
export const miscellaneousIn = (text: string): ((from: number) => number) => {
  const lastInstructionEnd = text.lastIndexOf('?>');

  /** The end of the one at `at`, or -1. */
  const endOfOne = (at: number): number => {
    if (blanks.has(text.charCodeAt(at))) return at + 1;
    if (text.startsWith(comment, at)) {
      // The next comment begins with hyphens too, so this never reads far beyond that.
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
