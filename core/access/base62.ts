import {randomInt} from 'node:crypto';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random text, each character with as much chance as any other: 5.95 bits of it. */
export const randomBase62 = (length: number): string =>
  Array.from({length}, () => digits.charAt(randomInt(digits.length))).join('');

/** A whole number from 0 on, filled up with zeros to this length. */
export const toBase62 = (value: number, length: number): string => {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / digits.length)) {
    text = digits.charAt(rest % digits.length) + text;
  }
  return text.padStart(length, '0');
};
