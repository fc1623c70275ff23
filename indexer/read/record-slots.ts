import {type List, recordLists, recordSize} from './register-elements.ts';

/** The kinds of what a slot holds. */
export const slotKind = {
  nothing: 0,
  /** Text that is the same in XML and in a JSON string, trimmed. */
  plain: 1,
  /** Text as it is written in XML: with entities, line feeds, or characters that JSON escapes. */
  written: 2,
  /** Text that says nothing: blank, or a hyphen. */
  blank: 3,
  /** Elements. */
  elements: 4,
} as const;

const [space, hyphen, lastOfAscii] = [0x20, 0x2d, 0x7f];

/** The first byte of the letters from À to ÿ. */
const latinLetter = 0xc3;

/** Whether a text may begin or end with a space beyond ASCII. */
const mayBeSpace = (bytes: Buffer, start: number, end: number): boolean => {
  const [first, last] = [bytes[start] as number, bytes[end - 1] as number];
  return (
    (first > lastOfAscii && first !== latinLetter) ||
    (last > lastOfAscii && bytes[end - 2] !== latinLetter)
  );
};

/** The rows of one list in a record: the slots of each begin at its base. */
export type Rows = {readonly bases: number[]; count: number};

/**
 * The texts of one record, as offsets into its bytes: no text is made of what is only copied. A slot of
 * the record is at its own number (`register-elements.ts`), a slot of a row at the row's base and its number.
 *
 * One object serves record after record.
 */
export class RecordSlots {
  /** Where the texts are; `view` has the same bytes. */
  bytes: Buffer = Buffer.alloc(0);
  view: DataView = new DataView(new ArrayBuffer(0));
  /** One of `slotKind`, by slot. */
  kinds = new Uint8Array(1024);
  starts = new Int32Array(1024);
  ends = new Int32Array(1024);
  readonly #rows: readonly Rows[] = recordLists.map(() => ({bases: [], count: 0}));
  /** Paths of elements that the register is not known to have. */
  readonly unknown = new Set<string>();
  /** Whether the record names an ident after its first. */
  repeatsIdent = false;
  #used = recordSize;

  /** Forgets the record before. */
  clear(): void {
    this.kinds.fill(slotKind.nothing, 0, this.#used);
    this.#used = recordSize;
    this.repeatsIdent = false;
    for (const rows of this.#rows) rows.count = 0;
    if (this.unknown.size > 0) this.unknown.clear();
  }

  /** Makes `bytes` the ones that slots are offsets into. */
  readFrom(bytes: Buffer): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /**
   * Puts the text from `from` to `to` into a slot.
   *
   * @param isSpecial Whether it is written otherwise in XML or in JSON.
   */
  put(slot: number, from: number, to: number, isSpecial: boolean): void {
    const {bytes} = this;
    let [start, end] = [from, to];
    while (start < end && bytes[start] === space) start++;
    while (start < end && bytes[end - 1] === space) end--;
    this.starts[slot] = start;
    this.ends[slot] = end;
    if (isSpecial) this.kinds[slot] = slotKind.written;
    else if (start === end || (end - start === 1 && bytes[start] === hyphen)) {
      this.kinds[slot] = slotKind.blank;
    } else this.kinds[slot] = mayBeSpace(bytes, start, end) ? slotKind.written : slotKind.plain;
  }

  /** The rows that the record has of a list. */
  rowsOf({index}: List): Rows {
    return this.#rows[index] as Rows;
  }

  /** Adds an empty row to a list. Returns its base. */
  addRow(list: List): number {
    const base = this.#used;
    this.#used += list.size;
    if (this.#used > this.kinds.length) this.#grow();
    const rows = this.rowsOf(list);
    rows.bases[rows.count++] = base;
    return base;
  }

  /** Removes the row that was added last. Its slots stay in use: something may be in them. */
  dropRow(list: List): void {
    this.rowsOf(list).count -= 1;
  }

  /** Makes a slot hold what another does. */
  copy(from: number, to: number): void {
    this.kinds[to] = this.kinds[from] as number;
    this.starts[to] = this.starts[from] as number;
    this.ends[to] = this.ends[from] as number;
  }

  #grow(): void {
    const {kinds, starts, ends} = this;
    const length = this.#used * 2;
    this.kinds = new Uint8Array(length);
    this.starts = new Int32Array(length);
    this.ends = new Int32Array(length);
    this.kinds.set(kinds);
    this.starts.set(starts);
    this.ends.set(ends);
  }
}

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
  if (kind !== slotKind.plain && kind !== slotKind.written) return undefined;
  const text = slots.bytes.toString('utf8', slots.starts[slot], slots.ends[slot]);
  if (kind === slotKind.plain) return text;
  const trimmed = decoded(text).trim();
  return trimmed === '' || trimmed === '-' ? undefined : trimmed;
};

/** Whether that text is `word`, which is ASCII without anything that XML or JSON escapes. */
export const isTextAt = (slots: RecordSlots, slot: number, word: string): boolean => {
  if (slots.kinds[slot] !== slotKind.plain) return textAt(slots, slot) === word;
  const start = slots.starts[slot] as number;
  if ((slots.ends[slot] as number) - start !== word.length) return false;
  for (let at = 0; at < word.length; at++) {
    if (slots.bytes[start + at] !== word.charCodeAt(at)) return false;
  }
  return true;
};
