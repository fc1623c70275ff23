import type {FieldKind, FieldNotes} from '#mappings/fields/field.ts';
import {firstYear} from '#mappings/fields/vehicle.ts';
import {enumWords, inEnglish} from './english.ts';

/** What reading one extract needs to know of it, and where it tells what it set aside. */
export type Reading = {
  /** Years after this one cannot have happened when the extract was made. */
  readonly latestYear: number;
  /** Told of each value that was there but could not be used, by the member it was meant for. */
  readonly setAside: (member: string) => void;
};

type Parse = (text: string, notes: FieldNotes, reading: Reading) => unknown;

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const isDay = (text: string, latestYear: number): boolean => {
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  if (year < firstYear || year > latestYear) return false;
  const length = month === 2 && isLeap(year) ? 29 : (monthLengths[month - 1] ?? 0);
  return day >= 1 && day <= length;
};

/**
 * A day as the register writes it: `2020-03-12` or with an offset, `2020-03-12+01:00`. The day is
 * what stands there: read as an instant it would fall on the day before.
 */
export const parseDay = (text: string, latestYear = 9999): string | undefined =>
  isDay(text, latestYear) ? text.slice(0, 10) : undefined;

const timeWithOffset =
  /^T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-8]):[0-5]\d)$/;

/** A timestamp with its offset, kept as written. */
export const parseInstant = (text: string): string | undefined =>
  isDay(text, 9999) && timeWithOffset.test(text.slice(10)) ? text : undefined;

/** A number, with a point and perhaps an exponent: `2773.0`, `4.7E-4`. A comma is no number. */
export const parseNumber = (text: string): number | undefined =>
  /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined;

const inRange = (value: number | undefined, {range, past}: FieldNotes, reading: Reading) => {
  if (value === undefined || (past && value > reading.latestYear)) return undefined;
  return range === undefined || (value >= range[0] && value <= range[1]) ? value : undefined;
};

const flags: Readonly<Partial<Record<string, boolean>>> = {
  true: true,
  '1': true,
  false: false,
  '0': false,
};

/** One parser per kind of field: text of the register → value, or undefined when it cannot be used. */
export const parsers: Readonly<Record<FieldKind, Parse>> = {
  integer: (text, notes, reading) => {
    const value = inRange(parseNumber(text), notes, reading);
    return Number.isSafeInteger(value) ? value : undefined;
  },
  decimal: (text, notes, reading) => inRange(parseNumber(text), notes, reading),
  flag: text => (Object.hasOwn(flags, text) ? flags[text] : undefined),
  text: text => text,
  day: (text, {past}, reading) => parseDay(text, past ? reading.latestYear : undefined),
  instant: text => parseInstant(text),
  word: text => inEnglish(enumWords, text),
};
