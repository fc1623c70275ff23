import {literal} from '../bytes/json-bytes.ts';
import {outcome, type WritePlain} from './rule.ts';

const [one, zero, letterF] = [0x31, 0x30, 0x66];
const yes = literal('true');
const no = literal('false');

/** Writes `true` or `false` for these words and for `1` and `0`. */
export const writeFlag: WritePlain = (out, {bytes, view}, start, end) => {
  const length = end - start;
  const first = bytes[start];
  const rest = length > 3 ? view.getInt32(end - 4) : 0;
  const isTrue = length === 1 ? first === one : length === 4 && rest === 0x7472_7565;
  const isFalse =
    length === 1 ? first === zero : length === 5 && first === letterF && rest === 0x616c_7365;
  if (!isTrue && !isFalse) return outcome.unclear;
  out.literal(isTrue ? yes : no);
  return outcome.written;
};
