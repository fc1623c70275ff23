import {inEnglish} from '#core/domain/english.ts';
import {isInt64} from '#core/domain/integers.ts';
import {type RecordSlots, textAt} from '../read/record-slots.ts';
import {listAt, slotAt} from '../read/register-elements.ts';
import {parseNumber, type Read} from './record-fields.ts';

type Entry = {readonly id: string; readonly name: string};

/** A number from one of the register's lists, as an int64 without a sign; undefined for any other text. */
export const idAt = (slots: RecordSlots, slot: number): string | undefined => {
  const text = textAt(slots, slot);
  return text !== undefined && isInt64(text) && !text.startsWith('-') ? text : undefined;
};

/**
 * Reads the entry that the register gives as `<path>Nummer` and `<path>Navn`: a number with its name. Undefined
 * without a number; without a name, the number is the name.
 */
export const entryReader = (path: string): Read<Entry> => {
  const [number, name] = [slotAt(`${path}Nummer`), slotAt(`${path}Navn`)];
  return ({slots}, base) => {
    const id = idAt(slots, base + number);
    return id === undefined ? undefined : {id, name: textAt(slots, base + name) ?? id};
  };
};

/** Reads such an entry, with an English name from `dictionary`. */
export const translatedReader = (
  path: string,
  dictionary: ReadonlyMap<string, string>,
): Read<Entry & {readonly originalName: string}> => {
  const readEntry = entryReader(path);
  return (record, base) => {
    const entry = readEntry(record, base);
    return (
      entry && {id: entry.id, name: inEnglish(dictionary, entry.name), originalName: entry.name}
    );
  };
};

/** Reads the rows of the list at `path` that have a value; undefined if there are none. */
export const listReader = <Value>(path: string, readRow: Read<Value>): Read<Value[]> => {
  const list = listAt(path);
  return record => {
    const {bases, count} = record.slots.rowsOf(list);
    const values: Value[] = [];
    for (const base of bases.slice(0, count)) {
      const value = readRow(record, base);
      if (value !== undefined) values.push(value);
    }
    return values.length === 0 ? undefined : values;
  };
};

/** A value up to 2,000 counts thousands of km; a few readings are in km; anything above is noise. */
const toKm = (value: number): number | undefined => {
  if (!Number.isInteger(value) || value < 0) return undefined;
  if (value <= 2000) return value * 1000;
  return value <= 2_000_000 ? value : undefined;
};

/** Reads the odometer reading at `path` in km; undefined if it is implausible. */
export const odometerReader = (path: string): Read<number> => {
  const slot = slotAt(path);
  return ({slots}) => {
    const value = parseNumber(textAt(slots, slot) ?? '');
    return value === undefined ? undefined : toKm(value);
  };
};
