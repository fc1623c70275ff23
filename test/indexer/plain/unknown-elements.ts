import {type RegisterElement, recordElement} from '#indexer/read/register-elements.ts';
import type {RecordTree, RecordValue} from '#indexer/read/source-record.ts';
import {addPaths} from '#indexer/read/unknown-elements.ts';

/** The paths in a record that the register is not known to have. */
export const unknownIn = (record: RecordTree): ReadonlySet<string> => {
  const found = new Set<string>();
  compare(found, recordElement, record);
  return found;
};

const compare = (found: Set<string>, known: RegisterElement, value: RecordValue): void => {
  if (Array.isArray(value)) for (const each of value) compare(found, known, each);
  if (typeof value === 'string' || Array.isArray(value) || known.isOpaque) return;
  for (const [name, each] of Object.entries(value)) {
    const element = known.children[name];
    if (element === undefined) addPaths(found, known.prefix, name, each);
    else compare(found, element, each);
  }
};
