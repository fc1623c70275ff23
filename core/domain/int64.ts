declare const int64: unique symbol;

/** An identifier of the register: a 64-bit whole number kept as text, so that none is ever rounded. */
export type Int64 = string & {readonly [int64]: true};

/** How the contract writes a whole number: no plus sign, no leading zero, no fraction. */
export const wholeNumber = /^-?(?:0|[1-9]\d*)$/;

const least = -(2n ** 63n);
const greatest = 2n ** 63n - 1n;

/** The id a text writes, `-0` as `0`; nothing when it is no whole number or does not fit 64 bits. */
export const toInt64 = (text: string): Int64 | undefined => {
  if (!wholeNumber.test(text)) return undefined;
  const value = BigInt(text);
  return value < least || value > greatest ? undefined : (value.toString() as Int64);
};
