import {slotKind, smallNumberAt, textAt} from '../../read/record-slots.ts';
import {slotAt} from '../../read/register-elements.ts';
import {parseNumber} from '../parse-value.ts';
import type {Write, Writing} from '../values/writing.ts';

/** A value up to 2,000 counts thousands of km; a few readings are in km; anything above is noise. */
const toKm = (value: number): number | undefined => {
  if (!Number.isInteger(value) || value < 0) return undefined;
  if (value <= 2000) return value * 1000;
  return value <= 2_000_000 ? value : undefined;
};

/** Writes the odometer reading at `path` in km where it is plausible. */
export const odometerWriter = ({out, slots}: Writing, path: string): Write => {
  const slot = slotAt(path);
  return base => {
    const at = base + slot;
    if (slots.kinds[at] === slotKind.nothing) return false;
    const value = smallNumberAt(slots, at) ?? parseNumber(textAt(slots, at) ?? '');
    const km = value === undefined ? undefined : toKm(value);
    if (km === undefined) return false;
    out.number(km);
    return true;
  };
};
