import {z} from 'zod';
import type {Shape} from '#mappings/fields/shape.ts';
import {slotKind} from '../../read/record-slots.ts';
import {type Literal, literal} from '../bytes/json-bytes.ts';
import {type Field, fieldOf} from './field.ts';
import type {Write, Writing} from './writing.ts';

const [comma, opening] = [0x2c, 0x7b];

/** One member of an object, and what became of it when that was written last. */
export type Member = {
  readonly key: Literal;
  /** Written when it has no value, with its key. */
  readonly absent: Literal | undefined;
  readonly field: Field | undefined;
  readonly build: Write;
  isFilled: boolean;
  /** Where its value was written. */
  start: number;
  end: number;
};

/** How members without a value are written: not at all, or as null or an empty list. */
type Form = 'stored' | 'answered';

const absentIn = (form: Form, name: string, schema: z.ZodType): Literal | undefined =>
  form === 'answered'
    ? literal(`"${name}":${schema instanceof z.ZodArray ? '[]' : 'null'},`)
    : undefined;

/**
 * Writes an object with the members of a shape, in their order: those that stand for one element as they
 * are declared, the others by `built`.
 */
export class ObjectWriter<S extends Shape> {
  readonly #writing: Writing;
  readonly #members: readonly Member[];
  readonly members: {readonly [Name in keyof S]: Member};

  constructor(writing: Writing, shape: S, form: Form, built: {readonly [Name in keyof S]?: Write}) {
    this.#writing = writing;
    const named = Object.entries(shape).map(([name, schema]): [string, Member] => {
      const build = built[name];
      const field = build ? undefined : fieldOf(writing, name, schema);
      if (!field && !build) throw new Error(`Nothing writes ${name}.`);
      const key = literal(`"${name}":`);
      const absent = absentIn(form, name, schema);
      const state = {isFilled: false, start: 0, end: 0};
      return [name, {key, absent, field, build: build ?? (() => false), ...state}];
    });
    this.#members = named.map(([, member]) => member);
    this.members = Object.fromEntries(named) as {[Name in keyof S]: Member};
  }

  /** Writes the object of the record (at 0) or of a row (at its base). */
  write(base: number): void {
    const {out, slots} = this.#writing;
    out.byte(opening);
    for (const member of this.#members) {
      const {field, absent} = member;
      const before = out.at;
      member.start = before + member.key.length;
      if (field !== undefined && slots.kinds[base + field.slot] === slotKind.nothing) {
        member.isFilled = false;
      } else {
        out.literal(member.key);
        member.isFilled = field === undefined ? member.build(base) : field.write(base);
      }
      if (member.isFilled) out.byte(comma);
      else {
        out.at = before;
        if (absent !== undefined) out.literal(absent);
      }
      member.end = out.at - 1;
    }
    out.closeObject();
  }

  /** Says that the bytes written last were moved. */
  move(by: number): void {
    for (const member of this.#members) {
      member.start += by;
      member.end += by;
    }
  }

  /** Says that the record has no such object. */
  skip(): void {
    for (const member of this.#members) member.isFilled = false;
  }
}
