declare const int64: unique symbol;

/** An identifier of the register: a 64-bit integer kept as text, so that none is ever rounded. */
export type Int64 = string & {readonly [int64]: true};

/** The contract's form of an integer: no plus sign, no leading zero, no fraction. */
export const integerPattern = /^-?(?:0|[1-9]\d*)$/;

const int64Range = {min: -(2n ** 63n), max: 2n ** 63n - 1n};
const int32Range = {min: -(2 ** 31), max: 2 ** 31 - 1};

/** No integer of so few characters, sign included, is beyond 64 bits. */
const surelyInt64 = 18;

const isInRange = (value: bigint): boolean => value >= int64Range.min && value <= int64Range.max;

/** Whether the text is a 64-bit integer as `toInt64` writes it. */
export const isInt64 = (text: string): text is Int64 =>
  integerPattern.test(text) &&
  text !== '-0' &&
  (text.length <= surelyInt64 || isInRange(BigInt(text)));

/**
 * Parses a 64-bit integer, `-0` as `0`; undefined for any other text. The result is a new text: a part
 * of a longer one would keep all of that in memory.
 */
export const toInt64 = (text: string): Int64 | undefined => {
  if (!integerPattern.test(text)) return undefined;
  const value = BigInt(text);
  return isInRange(value) ? (value.toString() as Int64) : undefined;
};

/** The 64-bit integer that is nearest to an integer that is not negative. */
export const nearestInt64 = (value: bigint): Int64 =>
  String(isInRange(value) ? value : int64Range.max) as Int64;

/** Parses a 32-bit integer, `-0` as `0`; undefined for any other text. */
export const toInt32 = (text: string): number | undefined => {
  const value = Number(toInt64(text) ?? Number.NaN);
  return value >= int32Range.min && value <= int32Range.max ? value : undefined;
};
