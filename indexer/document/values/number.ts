import {outcome, type WritePlain} from './rule.ts';

const [zero, nine, dot] = [0x30, 0x39, 0x2e];

/** A number of so many digits is written as the text it was made of. */
const exactDigits = 15;

/** JSON writes smaller numbers with an exponent. */
const leastWithoutExponent = 1e-6;

/** Copies a number in the form that JSON has for it, without zeros at the end of its decimals. */
export const writeNumber: WritePlain = (out, {bytes}, start, end, rule) => {
  let digits = 0;
  let at = start;
  for (; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte < zero || byte > nine) break;
    digits = digits * 10 + byte - zero;
  }
  let length = at - start;
  if (length === 0 || (length > 1 && bytes[start] === zero)) return outcome.unclear;
  let scale = 1;
  if (at < end) {
    if (bytes[at] !== dot || at + 1 === end) return outcome.unclear;
    let last = end;
    while (bytes[last - 1] === zero) last--;
    for (at += 1; at < last; at++) {
      const byte = bytes[at] as number;
      if (byte < zero || byte > nine) return outcome.unclear;
      digits = digits * 10 + byte - zero;
      scale *= 10;
    }
    if (scale > 1) length = last - start;
  }
  if (length > exactDigits + Number(scale > 1)) return outcome.unclear;
  // Both are whole numbers below 2^53, so their quotient is the number nearest to the text.
  const value = digits / scale;
  if (value === 0) {
    if (rule.zeroSaysNothing) return outcome.nothing;
  } else if (value < leastWithoutExponent) return outcome.unclear;
  if ((rule.isInteger && scale > 1) || value < rule.least || value > rule.most) {
    return outcome.unclear;
  }
  out.copy(bytes, start, start + length);
  return outcome.written;
};
