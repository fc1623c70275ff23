import {listAt} from '../../read/register-elements.ts';
import type {Write, Writing} from './writing.ts';

const [comma, opening] = [0x2c, 0x5b];

/** Writes the rows of the list at `path` that `writeRow` writes; no list when there are none. */
export const listWriter = ({out, slots}: Writing, path: string, writeRow: Write): Write => {
  const list = listAt(path);
  return () => {
    const {bases, count} = slots.rowsOf(list);
    if (count === 0) return false;
    out.byte(opening);
    const first = out.at;
    for (let row = 0; row < count; row++) {
      const before = out.at;
      if (writeRow(bases[row] as number)) out.byte(comma);
      else out.at = before;
    }
    if (out.at === first) return false;
    out.closeList();
    return true;
  };
};
