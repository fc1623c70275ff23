import type {z} from 'zod';
import {fieldNotes} from '#mappings/fields/field.ts';
import type {Shape, StoredValues} from '#mappings/fields/shape.ts';
import type {RecordSlots} from '../read/record-slots.ts';
import {slotAt} from '../read/register-paths.ts';
import {textAt} from '../read/slot-text.ts';
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

/**
 * Reads an object with the members of a shape, in their order: those that stand for one element as they are declared,
 * the others by `built`. Members without a value are left out.
 */
export const objectReader = <S extends Shape, Record extends RegisterRecord = RegisterRecord>(
  shape: S,
  built: Built<S, Record>,
) => {
  const readers = Object.entries(shape).map(
    ([name, schema]): readonly [string, Read<unknown, Record, Partial<StoredValues<S>>>] => [
      name,
      built[name] ?? fieldReader(name, schema),
    ],
  );
  return (record: Record, base = 0): StoredValues<S> => {
    const values: {[name: string]: unknown} = {};
    for (const [name, read] of readers) {
      const value = read(record, base, values as Partial<StoredValues<S>>);
      if (value !== undefined) values[name] = value;
    }
    return values as StoredValues<S>;
  };
};
