import {ExtractRefused} from './extract-refused.ts';
import {miscellaneousIn} from './miscellaneous.ts';
import type {Head} from './read-head.ts';
import {lastStart} from './record-tags.ts';

type Tail = {
  /** Where the list of records ends in the tail; 0 when it does not. */
  readonly listEnd: number;
  readonly refusal?: ExtractRefused;
};

/**
 * Checks what follows the last whole record: only the end tags of what `head` left open may be there,
 * with white space and comments between, or the extract is not whole.
 *
 * @param isInRecord Whether the tail begins inside a record.
 */
export const checkTail = (tail: Buffer, head: Head, isInRecord: boolean): Tail => {
  const text = tail.toString('latin1');
  const [list] = head.open;
  const listEnd = head.open.length > 1 ? text.lastIndexOf(`</${list}`) : 0;
  if (listEnd === -1) {
    const inRecord = isInRecord || lastStart(tail) !== -1;
    return {listEnd: 0, refusal: truncated(inRecord ? 'inside a record' : withoutEndTags(head))};
  }
  const end = afterEndTags(text, listEnd, head.open);
  if (end === -1) return {listEnd, refusal: truncated(withoutEndTags(head))};
  if (end < text.length) return {listEnd, refusal: new ExtractRefused('XmlTrailing')};
  return {listEnd};
};

/** @throws {ExtractRefused} when the list of records ends in this part of it: two files in one. */
export const checkNoListEnd = (part: Buffer, {open}: Head): void => {
  if (part.includes(`</${open[0]}`)) throw new ExtractRefused('XmlTrailing');
};

const endOfTag = /[ \t\r\n]*>/y;

const afterEndTags = (text: string, from: number, names: readonly string[]): number => {
  const afterMiscellaneous = miscellaneousIn(text);
  let at = afterMiscellaneous(from);
  for (const name of names) {
    if (!text.startsWith(`</${name}`, at)) return -1;
    endOfTag.lastIndex = at + name.length + 2;
    if (!endOfTag.test(text)) return -1;
    at = afterMiscellaneous(endOfTag.lastIndex);
  }
  return at;
};

const withoutEndTags = ({open}: Head): string =>
  `without the end tags of ${open.join(' and ')}, or with something before them`;

const truncated = (where: string): ExtractRefused => new ExtractRefused('XmlTruncated', where);
