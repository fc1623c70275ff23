import type {z} from 'zod';
import {danishOffsetOf} from '#core/domain/danish-time.ts';
import {enumWords, inEnglish} from '#core/domain/english.ts';
import {
  type AnsweredValues,
  type FieldKind,
  type FieldNotes,
  fieldNotes,
  responseFrom,
  type Shape,
  type StoredValues,
} from '#mappings/fields/field.ts';
import {firstYear} from '#mappings/fields/vehicle.ts';
import {type RecordSlots, textAt} from '../read/record-slots.ts';
import {slotAt} from '../read/register-elements.ts';
import type {ExtractDay} from './extract-day.ts';

/** A record whose texts are in the slots, with the context for reading its values. */
export type RegisterRecord = {
  readonly slots: RecordSlots;
  /** The register's own key of its vehicle, a positive int64. */
  readonly ident: string;
  /** When the extract was made. */
  readonly day: ExtractDay;
  /** Called for each unusable value, with the member it was meant for. */
  readonly setAside: (member: string) => void;
};

/** Reads a value of the record (at 0) or of a row of one of its lists (at its base); undefined if there is none. */
export type Read<Value, Record = RegisterRecord> = (
  record: Record,
  base: number,
) => Value | undefined;

type Parse = (text: string, notes: FieldNotes, record: RegisterRecord) => unknown;

/** The day before the first of the next month is the last of this one. */
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

const dayOrTime = /^\d{4}-\d\d-\d\d(?:T[\d:.]+)?(?:Z|[+-]\d\d:\d\d)?$/;

/** Whether the text begins with a day of the calendar, and has the form of a date or a timestamp. */
const isDay = (text: string, extractDay?: ExtractDay): boolean => {
  if (!dayOrTime.test(text)) return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  if (year < firstYear || month < 1 || month > 12) return false;
  if (extractDay && !extractDay.isPossible(year)) return false;
  return day >= 1 && (day <= 28 || day <= daysIn(year, month));
};

/**
 * A day as the register writes it: `2020-03-12` or with an offset, `2020-03-12+01:00`. The offset
 * is ignored: as an instant in UTC it would fall on the previous day.
 *
 * @param extractDay Pass it if the year must have been possible on that day.
 */
export const parseDay = (text: string, extractDay?: ExtractDay): string | undefined =>
  isDay(text, extractDay) ? text.slice(0, 10) : undefined;

const time = String.raw`^T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?`;
/** XML Schema's greatest offset is 14:00; Elasticsearch does not accept any above 18:00. */
const offset = String.raw`Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00)`;
const timeWithOffset = new RegExp(`${time}(?:${offset})$`);
const timeAlone = new RegExp(`${time}$`);

const withDanishOffset = (text: string): string => {
  const hours = danishOffsetOf(new Date(`${text}Z`)) / 3_600_000;
  return `${text}+0${hours}:00`;
};

/** A timestamp, kept as written. One without an offset, which XML Schema allows, is in Danish time. */
export const parseInstant = (text: string): string | undefined => {
  if (!isDay(text)) return undefined;
  const rest = text.slice(10);
  if (timeWithOffset.test(rest)) return text;
  return timeAlone.test(rest) ? withDanishOffset(text) : undefined;
};

/** A number, perhaps with decimals and an exponent: `2773.0`, `4.7E-4`. A comma is not accepted. */
export const parseNumber = (text: string): number | undefined =>
  /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined;

const inRange = (value: number | undefined, {range, past}: FieldNotes, record: RegisterRecord) => {
  if (value === undefined || (past && !record.day.isPossible(value))) return undefined;
  return range === undefined || (value >= range[0] && value <= range[1]) ? value : undefined;
};

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** By kind of field, the parser of the register's text, which returns undefined for an unusable one. */
const parsers: Readonly<Record<FieldKind, Parse>> = {
  integer: (text, notes, record) => {
    const value = inRange(parseNumber(text), notes, record);
    return Number.isSafeInteger(value) ? value : undefined;
  },
  decimal: (text, notes, record) => inRange(parseNumber(text), notes, record),
  flag: text => flags.get(text),
  text: text => text,
  day: (text, {past}, {day}) => parseDay(text, past ? day : undefined),
  instant: text => parseInstant(text),
  word: text => inEnglish(enumWords, text),
};

/**
 * Reads a member that stands for one element, as `mappings/` declares it. An unusable value (outside its plausible
 * range, or malformed) is left out, and the member is reported.
 */
export const fieldReader = <Schema extends z.ZodType>(
  member: string,
  schema: Schema,
): Read<z.output<Schema>> => {
  const notes = fieldNotes.get(schema);
  if (!notes?.kind) throw new Error(`Nothing in indexer/document builds ${member}.`);
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

/** How members are read; `earlier` holds the members before this one in the object. */
type Built<S extends Shape, Record> = {
  readonly [Name in keyof S]?: (
    record: Record,
    base: number,
    earlier: StoredValues<S>,
  ) => z.output<S[Name]> | undefined;
};

/**
 * Reads an object with the members of a shape, in their order: a member of `built` by that, any other from the one
 * element that it stands for.
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
      const value = read(record, base, values as StoredValues<S>);
      if (value !== undefined) values[name] = value;
    }
    return values;
  };
};

/** Reads an object in its stored form. JSON leaves out undefined members. */
export const storedReader = <S extends Shape, Record extends RegisterRecord = RegisterRecord>(
  shape: S,
  built: Built<S, Record>,
) => {
  const absent = Object.fromEntries(Object.keys(shape).map(name => [name, undefined]));
  return objectReader(shape, absent, built) as (record: Record, base?: number) => StoredValues<S>;
};

/** Reads an object at a base, in the form of a response. */
export const answeredReader = <S extends Shape, Record extends RegisterRecord = RegisterRecord>(
  shape: S,
  built: Built<S, Record>,
) =>
  objectReader(shape, responseFrom(shape)({}), built) as (
    record: Record,
    base: number,
  ) => AnsweredValues<S>;
