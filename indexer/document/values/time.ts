import {firstYear} from '#mappings/fields/vehicle.ts';
import {outcome, type WritePlain} from './rule.ts';
import {writeText} from './text.ts';

const [plus, hyphen, dot, colon, letterT, zero, nine] = [0x2b, 0x2d, 0x2e, 0x3a, 0x54, 0x30, 0x39];

/** Places in `2020-03-12T10:21:15.000+01:00`. */
const [dayLength, dayOffsetLength, instantLength] = [10, 16, 29];

/** The two digits at `at` as a number; above 99 when they are no digits. */
const twoDigits = (bytes: Uint8Array, at: number): number => {
  const [tens, ones] = [bytes[at] as number, bytes[at + 1] as number];
  return tens >= zero && tens <= nine && ones >= zero && ones <= nine
    ? (tens - zero) * 10 + ones - zero
    : Number.POSITIVE_INFINITY;
};

const isLeapYear = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isDayAt = (bytes: Uint8Array, at: number, latestYear: number): boolean => {
  if (bytes[at + 4] !== hyphen || bytes[at + 7] !== hyphen) return false;
  const year = twoDigits(bytes, at) * 100 + twoDigits(bytes, at + 2);
  const month = twoDigits(bytes, at + 5);
  const day = twoDigits(bytes, at + 8);
  if (!(year >= firstYear && year <= latestYear && month >= 1 && month <= 12)) return false;
  const days = month === 2 && isLeapYear(year) ? 29 : (monthDays[month - 1] as number);
  return day >= 1 && day <= days;
};

/** `+01:00` */
const isOffsetAt = (bytes: Uint8Array, at: number): boolean =>
  (bytes[at] === plus || bytes[at] === hyphen) &&
  bytes[at + 3] === colon &&
  twoDigits(bytes, at + 1) <= 99 &&
  twoDigits(bytes, at + 4) <= 99;

/** Copies the day of `2020-03-12` or `2020-03-12+01:00`. */
export const writeDay: WritePlain = (out, source, start, end, rule) => {
  const {bytes} = source;
  const length = end - start;
  const isForm =
    length === dayLength || (length === dayOffsetLength && isOffsetAt(bytes, start + dayLength));
  if (!isForm || !isDayAt(bytes, start, rule.latestYear)) return outcome.unclear;
  return writeText(out, source, start, start + dayLength, rule);
};

const isTimeAt = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === letterT &&
  twoDigits(bytes, at + 1) <= 23 &&
  bytes[at + 3] === colon &&
  twoDigits(bytes, at + 4) <= 59 &&
  bytes[at + 6] === colon &&
  twoDigits(bytes, at + 7) <= 59 &&
  bytes[at + 9] === dot &&
  twoDigits(bytes, at + 10) <= 99 &&
  twoDigits(bytes, at + 11) <= 99;

/** Copies `2020-03-12T10:21:15.000+01:00`. */
export const writeInstant: WritePlain = (out, source, start, end, rule) => {
  const {bytes} = source;
  if (end - start !== instantLength) return outcome.unclear;
  if (!isDayAt(bytes, start, rule.latestYear) || !isTimeAt(bytes, start + dayLength))
    return outcome.unclear;
  const offset = start + 23;
  // XML Schema's greatest offset is 14:00, which the parser knows.
  if (!isOffsetAt(bytes, offset) || twoDigits(bytes, offset + 1) > 13) return outcome.unclear;
  if (twoDigits(bytes, offset + 4) > 59) return outcome.unclear;
  return writeText(out, source, start, end, rule);
};
