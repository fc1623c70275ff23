import {toInt64} from './int64.ts';

const least = -(2 ** 31);
const greatest = 2 ** 31 - 1;

/** The number a text writes, `-0` as `0`; nothing when it is no whole number or does not fit 32 bits. */
export const toInt32 = (text: string): number | undefined => {
  const value = Number(toInt64(text) ?? Number.NaN);
  return value >= least && value <= greatest ? value : undefined;
};
