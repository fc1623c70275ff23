import type {z} from 'zod';
import {type FieldKind, type FieldNotes, fieldNotes} from '#mappings/fields/field.ts';
import {slotKind, textAt} from '../../read/record-slots.ts';
import {slotAt} from '../../read/register-elements.ts';
import {parsers} from '../parse-value.ts';
import {writeFlag} from './flag.ts';
import {writeNumber} from './number.ts';
import {outcome, type Rule, ruleOf, type WritePlain} from './rule.ts';
import {writeText, writeWord} from './text.ts';
import {writeDay, writeInstant} from './time.ts';
import type {Writing} from './writing.ts';

type Notes = FieldNotes & {readonly kind: FieldKind};

const plainWriters: Readonly<Record<FieldKind, WritePlain>> = {
  integer: writeNumber,
  decimal: writeNumber,
  flag: writeFlag,
  text: writeText,
  day: writeDay,
  instant: writeInstant,
  word: writeWord,
};

/**
 * The writer of a member that stands for one element, as `mappings/` declares it. Of a value that cannot
 * be used (out of its plausible range, malformed) nothing is written, and the member is reported.
 */
export class Field {
  readonly slot: number;
  readonly #member: string;
  readonly #notes: Notes;
  readonly #rule: Rule;
  readonly #writePlain: WritePlain;
  readonly #writing: Writing;

  constructor(writing: Writing, member: string, notes: Notes) {
    this.slot = slotAt(notes.element);
    this.#member = member;
    this.#notes = notes;
    this.#rule = ruleOf(notes, writing.latestYear);
    this.#writePlain = plainWriters[notes.kind];
    this.#writing = writing;
  }

  /** Writes the value that is kept at `base`. Returns whether there was one. */
  write(base: number): boolean {
    const {out, slots} = this.#writing;
    const slot = base + this.slot;
    const kind = slots.kinds[slot];
    if (kind === slotKind.plain) {
      const [start, end] = [slots.starts[slot] as number, slots.ends[slot] as number];
      const found = this.#writePlain(out, slots, start, end, this.#rule);
      if (found !== outcome.unclear) return found === outcome.written;
    } else if (kind !== slotKind.written) return false;
    return this.#writeParsed(textAt(slots, slot));
  }

  #writeParsed(text: string | undefined): boolean {
    if (text === undefined) return false;
    if (this.#rule.zeroSaysNothing && Number(text) === 0) return false;
    const {out, setAside} = this.#writing;
    const value = parsers[this.#notes.kind](text, this.#notes, this.#writing);
    if (value === undefined) setAside(this.#member);
    else out.text(JSON.stringify(value));
    return value !== undefined;
  }
}

/** The writer of a declared member; undefined for one that is built from several elements. */
export const fieldOf = (writing: Writing, member: string, schema: z.ZodType): Field | undefined => {
  const notes = fieldNotes.get(schema);
  return notes?.kind && new Field(writing, member, {...notes, kind: notes.kind});
};
