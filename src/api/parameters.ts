import {z} from 'zod';
import {toInt32} from '#src/domain/int32.ts';
import {toInt64, wholeNumber} from '#src/domain/int64.ts';
import {toPlate} from '#src/domain/plate.ts';
import {toVehicleSortBy} from '#src/domain/vehicle-search.ts';
import {toVin} from '#src/domain/vin.ts';
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
}).meta({format: 'int64', pattern: wholeNumber.source});

export const int32 = readBy(toInt32, {
  error: 'must be a whole number from -2147483648 to 2147483647',
}).meta({format: 'int32', pattern: wholeNumber.source});

/**
 * A whole number of any length, for parameters that are judged by value: one past 2^53 counts as
 * the greatest safe integer, which is out of every range there is.
 */
const anySize = readBy(
  text => (wholeNumber.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : undefined),
  {error: 'must be a whole number'},
);

export const page = anySize
  .refine(number => number >= 1, breaks('PageOutOfRange'))
  .default(1)
  .meta({format: 'int32', pattern: wholeNumber.source});

export const pageSize = (maximum: number) =>
  anySize
    .refine(size => size >= 1 && size <= maximum, breaks('PageSizeOutOfRange', maximum))
    .default(10)
    .meta({format: 'int32', pattern: wholeNumber.source});

export const plate = readBy(toPlate, breaks('RegistrationNumberInvalid'));

export const vin = z.string().transform(toVin);

export const vehicleSortBy = readBy(toVehicleSortBy, breaks('SortByInvalid'));
