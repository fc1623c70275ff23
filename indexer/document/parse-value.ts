import {danishOffsetOf} from '#core/domain/danish-time.ts';
import {enumWords, inEnglish} from '#core/domain/english.ts';
import type {FieldKind, FieldNotes} from '#mappings/fields/field.ts';
import {firstYear} from '#mappings/fields/vehicle.ts';

/** Given to everything that reads fields of one extract. */
export type FieldContext = {
  /** Years after this one cannot have happened when the extract was made. */
  readonly latestYear: number;
  /** The day in Denmark on which it was made. */
  readonly extractedOn: string;
  /** Called for each value that is there but cannot be used, with the member it was meant for. */
  readonly setAside: (member: string) => void;
};

type Parse = (text: string, notes: FieldNotes, context: FieldContext) => unknown;

/** The day before the first of the next month is the last of this one. */
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

const dayOrTime = /^\d{4}-\d\d-\d\d(?:T[\d:.]+)?(?:Z|[+-]\d\d:\d\d)?$/;

/** Whether the text begins with a day of the calendar, and continues as a date or a time does. */
const isDay = (text: string, latestYear: number): boolean => {
  if (!dayOrTime.test(text)) return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  if (year < firstYear || year > latestYear || month < 1 || month > 12) return false;
  return day >= 1 && (day <= 28 || day <= daysIn(year, month));
};

/**
 * A day as the register writes it: `2020-03-12` or with an offset, `2020-03-12+01:00`. The offset
 * is ignored: as an instant in UTC it would fall on the previous day.
 */
export const parseDay = (text: string, latestYear = 9999): string | undefined =>
  isDay(text, latestYear) ? text.slice(0, 10) : undefined;

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
  if (!isDay(text, 9999)) return undefined;
  const rest = text.slice(10);
  if (timeWithOffset.test(rest)) return text;
  return timeAlone.test(rest) ? withDanishOffset(text) : undefined;
};

/** A number, perhaps with decimals and an exponent: `2773.0`, `4.7E-4`. A comma is not accepted. */
export const parseNumber = (text: string): number | undefined =>
  /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined;

const inRange = (value: number | undefined, {range, past}: FieldNotes, context: FieldContext) => {
  if (value === undefined || (past && value > context.latestYear)) return undefined;
  return range === undefined || (value >= range[0] && value <= range[1]) ? value : undefined;
};

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** By kind of field, the parser of the register's text; undefined means that it cannot be used. */
export const parsers: Readonly<Record<FieldKind, Parse>> = {
  integer: (text, notes, context) => {
    const value = inRange(parseNumber(text), notes, context);
    return Number.isSafeInteger(value) ? value : undefined;
  },
  decimal: (text, notes, context) => inRange(parseNumber(text), notes, context),
  flag: text => flags.get(text),
  text: text => text,
  day: (text, {past}, context) => parseDay(text, past ? context.latestYear : undefined),
  instant: text => parseInstant(text),
  word: text => inEnglish(enumWords, text),
};
