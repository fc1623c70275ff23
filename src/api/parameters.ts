import {z} from 'zod';
import {
  minPlatePrefix,
  minVinPrefix,
  platePattern,
  toPlate,
  toVin,
} from '#core/domain/identifiers.ts';
import {type Int64, integerPattern, toInt32, toInt64} from '#core/domain/integers.ts';
import {toSearchName} from '#core/domain/search-name.ts';
import {flagValues, maxFilterIds, registrationStatuses} from '#core/domain/vehicle-filters.ts';
import {toVehicleSortBy, vehicleSortByValues} from '#core/domain/vehicle-search.ts';
import {nameHint, vehicleHint} from './hints.ts';
import {breaks} from './rules.ts';

type Issue = {readonly error: string; readonly params?: {readonly rule: string}};

/**
 * A schema that parses text with `read`. If that returns `undefined`, an issue with a rule lets the
 * other parameters still be validated; one without a rule means that the value is malformed.
 */
export const readBy = <Value>(
  read: (text: string) => Value | undefined,
  issue: Issue | ((text: string) => Issue),
) =>
  z.string().transform((input, ctx): Value => {
    const value = read(input);
    if (value !== undefined) return value;
    const {error: message, params} = typeof issue === 'function' ? issue(input) : issue;
    ctx.issues.push({code: 'custom', input, message, params, continue: params !== undefined});
    return z.NEVER;
  });

/** The items of a list separated by commas; undefined if one of them is invalid. */
export const listOf = <Item>(
  text: string,
  read: (item: string) => Item | undefined,
): readonly Item[] | undefined => {
  const items = text === '' ? [] : text.split(',').map(read);
  return items.every(item => item !== undefined) ? items : undefined;
};

/** Generators know a value by one type alone (decision 0081). */
const int32Type = {type: 'integer', format: 'int32'} as const;

const int64s = 'from -9223372036854775808 to 9223372036854775807';

/** The rule of a list of ids, of which one may be out of range. */
export const mustBeIds = `must be whole numbers ${int64s}, separated by commas`;

const int64 = (hintFor: (text: string) => string) =>
  readBy(toInt64, text => ({
    error: `must be a whole number ${int64s}${hintFor(text)}`,
  })).meta({format: 'int64', pattern: integerPattern.source});

/** The id of an entry of the list that has this path. */
export const idIn = (list: string) => int64(text => nameHint(list, text));

/** The id of a vehicle. */
export const vehicleId = int64(vehicleHint);

export const int32 = readBy(toInt32, {
  error: 'must be a whole number from -2147483648 to 2147483647',
}).meta(int32Type);

const toInt64s = (text: string): readonly Int64[] | undefined => {
  const ids = listOf(text, toInt64);
  return ids && ids.length > 0 ? [...new Set(ids)].toSorted() : undefined;
};

/** A 64-bit integer has 19 digits at most. */
const integer = '-?(?:0|[1-9]\\d{0,18})';

/** Ids separated by commas. */
export const idsPattern = `^${integer}(?:,${integer})*$`;

/** Ids of entries of the list that has this path, separated by commas, each once whatever the order. */
export const idsIn = (list: string) =>
  readBy(toInt64s, text => {
    const name = text.split(',').find(id => toInt64(id) === undefined) ?? '';
    return {error: `${mustBeIds}${nameHint(list, name)}`};
  })
    .refine(ids => ids.length <= maxFilterIds, breaks('TooManyIds'))
    .meta({pattern: idsPattern});

const decimalPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number as JSON writes it. One too great for JavaScript is read as the greatest that it has. */
export const decimal = readBy(
  text =>
    decimalPattern.test(text)
      ? Math.max(-Number.MAX_VALUE, Math.min(Number(text), Number.MAX_VALUE))
      : undefined,
  {error: 'must be a number'},
).meta({type: 'number'});

const isoDay = z.iso.date();

/** `2020-03-12` */
export const day = readBy(text => isoDay.safeParse(text).data, {
  error: 'must be a date, such as 2020-03-12',
}).meta({type: 'string', format: 'date'});

const [yes, no] = flagValues;

export const flag = readBy(text => (text === yes || text === no ? text === yes : undefined), {
  error: 'must be true or false',
}).meta({type: 'boolean'});

const maxWord = 256;

export const word = readBy(text => (text === '' || text.length > maxWord ? undefined : text), {
  error: `must be 1 to ${maxWord} characters`,
}).meta({minLength: 1, maxLength: maxWord});

export const registrationStatus = readBy(text => {
  const at = registrationStatuses.findIndex(each => each.toLowerCase() === text.toLowerCase());
  return at < 0 ? undefined : at === 0;
}, breaks('RegistrationStatusInvalid')).meta({enum: registrationStatuses});

/**
 * A whole number of any length, for parameters with a range: one past 2^53 is read as the greatest
 * safe integer, which is out of every range.
 */
const anySize = readBy(
  text => (integerPattern.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : undefined),
  {error: 'must be a whole number'},
);

/** A number that only ever grows. */
export const wholeNumber = anySize.meta({type: 'integer', format: 'int64'});

export const page = anySize
  .refine(number => number >= 1, breaks('PageOutOfRange'))
  .prefault('1')
  .meta({
    ...int32Type,
    minimum: 1,
    description:
      'Page number, from 1. A page past the last page of a non-empty list is an error; every page of an empty list is empty.',
  });

export const pageSize = (maximum: number) =>
  anySize
    .refine(size => size >= 1 && size <= maximum, breaks('PageSizeOutOfRange', maximum))
    .prefault('10')
    .meta({
      ...int32Type,
      minimum: 1,
      maximum,
      description: `Items per page, 1 to ${maximum}.`,
    });

export const plate = readBy(toPlate, breaks('RegistrationNumberInvalid')).meta({
  description:
    'Registration number (plate). Case, spaces and hyphens are ignored; what remains must be 1 to 10 characters of A-Z, 0-9, Æ, Ø and Å.',
  pattern: platePattern(1),
});

export const platePrefix = readBy(text => {
  const plate = toPlate(text);
  return plate && plate.length >= minPlatePrefix ? plate : undefined;
}, breaks('RegistrationNumberPrefixInvalid')).meta({pattern: platePattern(minPlatePrefix)});

export const vin = z
  .string()
  .transform(toVin)
  .describe(
    'Vehicle identification number, or frame number of an old vehicle. Case and surrounding spaces are ignored.',
  );

export const vinPrefix = readBy(text => {
  const vin = toVin(text);
  return vin.length >= minVinPrefix ? vin : undefined;
}, breaks('VinPrefixTooShort')).meta({minLength: minVinPrefix});

/** The start of a name; `undefined` if only blanks and accents were sent. */
export const nameStart = z
  .string()
  .transform(text => toSearchName(text) || undefined)
  .describe(
    'Matches names that start with the text. Case, accents and surrounding spaces are ignored, and no character has a special meaning. Æ, Ø and Å in a name match themselves, `ae`, `oe` and `aa`, and `a`, `o` and `a`. A translated name matches in either language. An empty text matches every name.',
  );

/** `-firstRegisteredOn` → `FIRST_REGISTERED_ON_DESCENDING` */
export const enumName = (sortBy: string): string => {
  const name = sortBy.replaceAll(/[A-Z]/g, '_$&').toUpperCase();
  return name.startsWith('-') ? `${name.slice(1)}_DESCENDING` : name;
};

export const vehicleSortBy = readBy(toVehicleSortBy, text =>
  breaks('SortByInvalid', vehicleSortByValues, text),
).meta({
  description:
    'Sort order; a leading `-` means descending. Vehicles without the value come last in either direction, and ties are broken by id. The default is `-firstRegisteredOn` or, with `registrationNumber`, the order of the plate lookup.',
  enum: vehicleSortByValues,
  // Generators make a name of each value, which cannot contain a `-`.
  'x-enum-varnames': vehicleSortByValues.map(enumName),
});
