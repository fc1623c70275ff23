import {z} from 'zod';
import {fieldNotes} from '#mappings/fields/field.ts';
import type {AnsweredValues, Shape, StoredValues} from '#mappings/fields/shape.ts';
import {type RecordSlots, textAt} from '../read/record-slots.ts';
import {slotAt} from '../read/register-elements.ts';
import {type FieldContext, parsers} from './parse-value.ts';

/** A record whose texts are in the slots, with the rules by which its values are read. */
export type RegisterRecord = FieldContext & {readonly slots: RecordSlots};

/**
 * Reads a value of the record (at 0) or of a row of one of its lists (at its base); undefined where there is none.
 * `earlier` has the members that come before in the same object.
 */
export type Read<Value, Record = RegisterRecord, Earlier = unknown> = (
  record: Record,
  base: number,
  earlier: Earlier,
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

type Built<S extends Shape, Record> = {
  readonly [Name in keyof S]?: Read<z.output<S[Name]>, Record, Partial<StoredValues<S>>>;
};

/** How members without a value are written: not at all, or as null or an empty list. */
type Form = 'stored' | 'answered';

/** An object whose members have no value; JSON leaves out what is undefined. */
const absentOf = (shape: Shape, form: Form): {[name: string]: unknown} => {
  const absent = (schema: z.ZodType) => (schema instanceof z.ZodArray ? [] : null);
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      form === 'answered' ? absent(schema) : undefined,
    ]),
  );
};

/**
 * Reads an object with the members of a shape, in their order: those that stand for one element as they are declared,
 * the others by `built`.
 */
const objectReader = <S extends Shape, Record extends RegisterRecord>(
  shape: S,
  form: Form,
  built: Built<S, Record>,
) => {
  const absent = absentOf(shape, form);
  const members = Object.entries(shape).map(([name, schema]) => {
    const read: Read<unknown, Record, Partial<StoredValues<S>>> = built[name] ??
    fieldReader(name, schema);
    return {name, read};
  });
  return (record: Record, base = 0) => {
    const values = {...absent};
    for (const {name, read} of members) {
      const value = read(record, base, values as Partial<StoredValues<S>>);
      if (value !== undefined) values[name] = value;
    }
    return values;
  };
};

/** Reads an object in the form that it is stored in. */
export const storedReader = <S extends Shape, Record extends RegisterRecord = RegisterRecord>(
  shape: S,
  built: Built<S, Record>,
) => objectReader(shape, 'stored', built) as (record: Record, base?: number) => StoredValues<S>;

/** Reads an object in the form that it is answered in, at a base. */
export const answeredReader = <S extends Shape, Record extends RegisterRecord = RegisterRecord>(
  shape: S,
  built: Built<S, Record>,
) => objectReader(shape, 'answered', built) as (record: Record, base: number) => AnsweredValues<S>;
