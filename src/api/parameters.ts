import {z} from 'zod';
import {platePattern, toPlate, toVin} from '#core/domain/identifiers.ts';
import {integerPattern, toInt32, toInt64} from '#core/domain/integers.ts';
import {toSearchName} from '#core/domain/search-name.ts';
import {toVehicleSortBy, vehicleSortByValues} from '#core/domain/vehicle-search.ts';
import {breaks} from './rules.ts';

type Complaint = {readonly error: string; readonly params?: {readonly rule: string}};

/**
 * A text as the value `read` makes of it. Where that is `undefined`, the complaint either names the
 * rule that is broken, and the other rules are still judged, or has none: then the value is malformed.
 */
const readBy = <Value>(read: (text: string) => Value | undefined, complaint: Complaint) =>
  z.string().transform((input, ctx): Value => {
    const value = read(input);
    if (value !== undefined) return value;
    const {error: message, params} = complaint;
    ctx.issues.push({code: 'custom', input, message, params, continue: params !== undefined});
    return z.NEVER;
  });

export const int64 = readBy(toInt64, {
  error: 'must be a whole number from -9223372036854775808 to 9223372036854775807',
}).meta({format: 'int64', pattern: integerPattern.source});

export const int32 = readBy(toInt32, {
  error: 'must be a whole number from -2147483648 to 2147483647',
}).meta({format: 'int32', pattern: integerPattern.source});

/**
 * A whole number of any length, for parameters that are judged by value: one past 2^53 counts as
 * the greatest safe integer, which is out of every range there is.
 */
const anySize = readBy(
  text => (integerPattern.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : undefined),
  {error: 'must be a whole number'},
);

export const page = anySize
  .refine(number => number >= 1, breaks('PageOutOfRange'))
  .prefault('1')
  .meta({
    description:
      'The page, from 1. One past the last page of a list with items is refused; an empty list is empty on every page.',
    format: 'int32',
    pattern: integerPattern.source,
  });

export const pageSize = (maximum: number) =>
  anySize
    .refine(size => size >= 1 && size <= maximum, breaks('PageSizeOutOfRange', maximum))
    .prefault('10')
    .meta({
      description: `Items per page, 1 to ${maximum}.`,
      format: 'int32',
      pattern: integerPattern.source,
    });

export const plate = readBy(toPlate, breaks('RegistrationNumberInvalid')).meta({
  description:
    'Registration number (plate). Case, spaces and hyphens are ignored; what remains must be 1 to 10 characters of A-Z, 0-9, Æ, Ø and Å.',
  pattern: platePattern.source,
});

export const vin = z.string().transform(toVin).meta({
  description:
    'Vehicle identification number, or the frame number of an old vehicle. Case and surrounding spaces are ignored.',
});

/** The beginning of a name. What is empty without blanks and accents is no beginning. */
export const nameStart = z
  .string()
  .transform(text => toSearchName(text) || undefined)
  .meta({
    description:
      'Only entries whose name begins so. Case, accents and surrounding blanks are ignored; Æ and Ø are letters of their own, and no character has a special meaning. When empty it counts as absent.',
  });

export const vehicleSortBy = readBy(toVehicleSortBy, breaks('SortByInvalid')).meta({
  description:
    'What to sort by; a leading `-` means descending. Vehicles without the value come last in either direction, and ties are broken by id. Without it `-firstRegisteredOn`; with `registrationNumber`, the order a plate lookup picks from.',
  enum: vehicleSortByValues,
});
