import {inEnglish} from '#core/domain/english.ts';
import {isInt64} from '#core/domain/integers.ts';
import {type RecordSlots, slotKind, textAt} from '../../read/record-slots.ts';
import {slotAt} from '../../read/register-elements.ts';
import {byteMapOf} from '../bytes/byte-map.ts';
import {literal} from '../bytes/json-bytes.ts';
import type {Write, Writing} from './writing.ts';

const idStart = literal('{"id":"');
const nameStart = literal('","name":"');
const originalStart = literal('","originalName":"');
const entryEnd = literal('"}');

/** No integer of so few digits is beyond 64 bits. */
const surelyInt64 = 18;

const [zero, nine] = [0x30, 0x39];

/** Whether the slot has an int64 without a sign that can be copied. */
const isPlainId = ({kinds, starts, ends, bytes}: RecordSlots, slot: number): boolean => {
  if (kinds[slot] !== slotKind.plain) return false;
  const [start, end] = [starts[slot] as number, ends[slot] as number];
  if (end - start > surelyInt64 || (bytes[start] === zero && end - start > 1)) return false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte < zero || byte > nine) return false;
  }
  return true;
};

/** A number of the register's lists, as an int64 without a sign; undefined for any other text. */
export const idAt = (slots: RecordSlots, slot: number): string | undefined => {
  const text = textAt(slots, slot);
  return text !== undefined && isInt64(text) && !text.startsWith('-') ? text : undefined;
};

/**
 * Writes the entry that the register gives as `<path>Nummer` and `<path>Navn`: a number with its name.
 * Without a number there is nothing to refer to; without a name the number stands for it.
 */
export const referenceWriter = (
  {out, slots}: Writing,
  path: string,
  dictionary?: ReadonlyMap<string, string>,
): Write => {
  const [number, name] = [slotAt(`${path}Nummer`), slotAt(`${path}Navn`)];
  const english =
    dictionary &&
    byteMapOf(Array.from(dictionary, ([danish, word]) => [danish, literal(word)] as const));

  const writeTexts = (base: number): boolean => {
    const id = idAt(slots, base + number);
    if (id === undefined) return false;
    const original = textAt(slots, base + name) ?? id;
    const entry = dictionary
      ? {id, name: inEnglish(dictionary, original), originalName: original}
      : {id, name: original};
    out.text(JSON.stringify(entry));
    return true;
  };

  return base => {
    const {bytes, view, kinds, starts, ends} = slots;
    const id = base + number;
    if (kinds[id] === slotKind.nothing) return false;
    if (!isPlainId(slots, id) || kinds[base + name] === slotKind.written) return writeTexts(base);
    const text = kinds[base + name] === slotKind.plain ? base + name : id;
    const [start, end] = [starts[text] as number, ends[text] as number];
    out.literal(idStart);
    out.copy(bytes, starts[id] as number, ends[id] as number);
    out.literal(nameStart);
    const translated = english?.get(view, start, end);
    if (translated) out.literal(translated);
    else out.copy(bytes, start, end);
    if (english) {
      out.literal(originalStart);
      out.copy(bytes, start, end);
    }
    out.literal(entryEnd);
    return true;
  };
};
