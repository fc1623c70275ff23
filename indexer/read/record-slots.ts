import {type List, recordLists, recordSize} from './register-elements.ts';

/** The kinds of content of a slot. */
export const slotKind = {nothing: 0, text: 1, elements: 2} as const;

/** The rows of one list in a record: the slots of each begin at its base. */
export type Rows = {readonly bases: number[]; count: number};

const beyondAscii = /[\u0080-\u00ff]/;

/**
 * The texts of one record, as offsets into its bytes. A slot of the record is at its own number
 * (`register-elements.ts`), a slot of a row at the row's base plus its number.
 *
 * One object serves record after record.
 */
export class RecordSlots {
  /** The bytes with the texts; `view` has the same bytes. */
  bytes: Buffer = Buffer.alloc(0);
  view: DataView = new DataView(new ArrayBuffer(0));
  /** One of `slotKind`, by slot. */
  kinds = new Uint8Array(1024);
  starts = new Int32Array(1024);
  ends = new Int32Array(1024);
  readonly #rows: readonly Rows[] = recordLists.map(() => ({bases: [], count: 0}));
  /** Paths of elements that the register is not known to have. */
  readonly unknown = new Set<string>();
  /** Whether the record has more than one ident. */
  repeatsIdent = false;
  #used = recordSize;
  /** The place of the record in `bytes`, and once a text of it was read, each byte of it as a character. */
  #record: {readonly start: number; readonly end: number; characters?: string} = {start: 0, end: 0};

  /** Forgets the previous record. */
  clear(): void {
    this.kinds.fill(slotKind.nothing, 0, this.#used);
    this.#used = recordSize;
    this.repeatsIdent = false;
    for (const rows of this.#rows) rows.count = 0;
    if (this.unknown.size > 0) this.unknown.clear();
  }

  /** Makes `bytes` those that the slots are offsets into. */
  readFrom(bytes: Buffer): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.setRecord(0, bytes.length);
  }

  /** Sets the place of the record in the bytes. */
  setRecord(start: number, end: number): void {
    this.#record = {start, end};
  }

  /**
   * The text in a slot, as it is written in XML. Most are ASCII and cut out of one string, all of which they keep in
   * memory: decoding each by itself took 6 % of the time of making documents.
   */
  writtenAt(slot: number): string {
    const {start, end} = this.#record;
    this.#record.characters ??= this.bytes.toString('latin1', start, end);
    const [from, to] = [this.starts[slot] as number, this.ends[slot] as number];
    const text = this.#record.characters.slice(from - start, to - start);
    return beyondAscii.test(text) ? this.bytes.toString('utf8', from, to) : text;
  }

  /** Puts the text from `start` to `end`, as it is written in XML, into a slot. */
  put(slot: number, start: number, end: number): void {
    this.kinds[slot] = slotKind.text;
    this.starts[slot] = start;
    this.ends[slot] = end;
  }

  /** The rows of a list in this record. */
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

  /** Removes the row that was added last. Its slots stay in use, since they may hold something. */
  dropRow(list: List): void {
    this.rowsOf(list).count -= 1;
  }

  /** Copies the content of one slot to another. */
  copy(from: number, to: number): void {
    this.kinds[to] = this.kinds[from] as number;
    this.starts[to] = this.starts[from] as number;
    this.ends[to] = this.ends[from] as number;
  }

  #grow(): void {
    const length = this.#used * 2;
    this.kinds = new Uint8Array(this.kinds.buffer.transfer(length));
    this.starts = new Int32Array(this.starts.buffer.transfer(length * 4));
    this.ends = new Int32Array(this.ends.buffer.transfer(length * 4));
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
  if (slots.kinds[slot] !== slotKind.text) return undefined;
  const text = decoded(slots.writtenAt(slot)).trim();
  return text === '' || text === '-' ? undefined : text;
};
