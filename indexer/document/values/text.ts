import {enumWords} from '#core/domain/english.ts';
import {byteMapOf} from '../bytes/byte-map.ts';
import {literal} from '../bytes/json-bytes.ts';
import {outcome, type WritePlain} from './rule.ts';

const quote = 0x22;

/** Copies text as a string. */
export const writeText: WritePlain = (out, {bytes}, start, end) => {
  out.byte(quote);
  out.copy(bytes, start, end);
  out.byte(quote);
  return outcome.written;
};

/** Strings of English, by the register's word. */
const words = byteMapOf(
  Array.from(enumWords, ([danish, english]) => [danish, literal(JSON.stringify(english))]),
);

/** Writes the English for a word, or copies it. */
export const writeWord: WritePlain = (out, source, start, end, rule) => {
  const english = words.get(source.view, start, end);
  if (english === undefined) return writeText(out, source, start, end, rule);
  out.literal(english);
  return outcome.written;
};
