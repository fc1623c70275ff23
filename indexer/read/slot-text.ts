import {held, type RecordSlots} from './record-slots.ts';

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

const decoded = (written: string): string =>
  written.includes('&')
    ? written.replaceAll(/&(\w+);/g, (reference, name) => entities[name] ?? reference)
    : written;

/** The text of a slot, trimmed; undefined when there is none, or it is blank or a hyphen. */
export const textAt = (slots: RecordSlots, slot: number): string | undefined => {
  const kind = slots.kinds[slot];
  if (kind !== held.plain && kind !== held.written) return undefined;
  const text = slots.bytes.toString('utf8', slots.starts[slot], slots.ends[slot]);
  if (kind === held.plain) return text;
  const trimmed = decoded(text).trim();
  return trimmed === '' || trimmed === '-' ? undefined : trimmed;
};

/** Whether that text is `word`, which is ASCII without anything that XML or JSON escapes. */
export const isTextAt = (slots: RecordSlots, slot: number, word: string): boolean => {
  if (slots.kinds[slot] !== held.plain) return textAt(slots, slot) === word;
  const start = slots.starts[slot] as number;
  if ((slots.ends[slot] as number) - start !== word.length) return false;
  for (let at = 0; at < word.length; at++) {
    if (slots.bytes[start + at] !== word.charCodeAt(at)) return false;
  }
  return true;
};

const zero = 0x30;

/** The number in a slot, if it is written in at most nine digits. */
export const smallNumberAt = (slots: RecordSlots, slot: number): number | undefined => {
  const [start, end] = [slots.starts[slot] as number, slots.ends[slot] as number];
  if (slots.kinds[slot] !== held.plain || end - start > 9) return undefined;
  let number = 0;
  for (let at = start; at < end; at++) {
    const digit = (slots.bytes[at] as number) - zero;
    if (digit < 0 || digit > 9) return undefined;
    number = number * 10 + digit;
  }
  return number;
};
