import type {z} from 'zod';
import {
  type AnsweredValues,
  fieldNotes,
  responseFrom,
  type Shape,
  type StoredValues,
} from '#mappings/fields/field.ts';
import {type RecordSlots, textAt} from '../read/record-slots.ts';
import {slotAt} from '../read/register-elements.ts';
import {type FieldContext, parsers} from './parse-value.ts';

/** A record whose texts are in the slots, with the rules by which its values are read. */
export type RegisterRecord = FieldContext & {
  readonly slots: RecordSlots;
  /** The register's own key of its vehicle, a positive int64. */
  readonly ident: string;
  /** Its place in the extract. */
  readonly ordinal: number;
};

/** Reads a value of the record (at 0) or of a row of one of its lists (at its base); undefined where there is none. */
export type Read<Value, Record = RegisterRecord> = (
  record: Record,
  base: number,
) => Value | undefined;

/**
 * Reads a member that stands for one element, as `mappings/` declares it. A value that cannot be used (out of its
 * plausible range, malformed) is left out, and the member is reported.
 */
export const fieldReader = <Schema extends z.ZodType>(
  member: string,
  schema: Schema,
): Read<z.output<Schema>> => {
  const notes = fieldNotes.get(schema);
  if (!notes?.kind) throw new Error(`Nothing reads ${member}.`);
  const slot = slotAt(notes.element);
  const parse = parsers[notes.kind];
  // Where no value can be 0, the register writes 0 for "not measured": absent, not set aside.
  const zeroSaysNothing = notes.range !== undefined && notes.range[0] > 0;
  return (record, base) => {
    const text = textAt(record.slots, base + slot);
    if (text === undefined || (zeroSaysNothing && Number(text) === 0)) return undefined;
    const value = parse(text, notes, record);
    if (value === undefined) record.setAside(member);
    return value as z.output<Schema> | undefined;
  };
};

/** Reads a member; `earlier` has those that come before it in the object. */
type ReadMember<Value, Record, Earlier> = (
  record: Record,
  base: number,
  earlier: Earlier,
) => Value | undefined;

type Built<S extends Shape, Record> = {
  readonly [Name in keyof S]?: ReadMember<z.output<S[Name]>, Record, Partial<StoredValues<S>>>;
};

/**
 * Reads an object with the members of a shape, in their order: those that stand for one element as they are declared,
 * the others by `built`.
 *
 * @param absent The object when no member has a value.
 */
const objectReader = <S extends Shape, Record extends RegisterRecord>(
  shape: S,
  absent: object,
  built: Built<S, Record>,
) => {
  const members = Object.entries(shape).map(([name, schema]) => ({
    name,
    read: built[name] ?? fieldReader(name, schema),
  }));
  return (record: Record, base = 0) => {
    const values: {[name: string]: unknown} = {...absent};
    for (const {name, read} of members) {
      const value = read(record, base, values as Partial<StoredValues<S>>);
      if (value !== undefined) values[name] = value;
    }
    return values;
  };
};

/** Reads an object in the form that it is stored in. JSON leaves out its members that are undefined. */
export const storedReader = <S extends Shape, Record extends RegisterRecord = RegisterRecord>(
  shape: S,
  built: Built<S, Record>,
) => {
  const absent = Object.fromEntries(Object.keys(shape).map(name => [name, undefined]));
  return objectReader(shape, absent, built) as (record: Record, base?: number) => StoredValues<S>;
};

/** Reads an object in the form that it is answered in, at a base. */
export const answeredReader = <S extends Shape, Record extends RegisterRecord = RegisterRecord>(
  shape: S,
  built: Built<S, Record>,
) =>
  objectReader(shape, responseFrom(shape)({}), built) as (
    record: Record,
    base: number,
  ) => AnsweredValues<S>;
