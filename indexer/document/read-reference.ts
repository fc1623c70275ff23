import type {RecordTree} from '../records/record-tree.ts';
import {textAt} from './element.ts';
import {inEnglish} from './english.ts';

type Reference = {readonly id: string; readonly name: string};
type Translated = Reference & {readonly originalName: string};

/**
 * `<prefix>Nummer` and `<prefix>Navn` of a register type: a number with its name. Without a number
 * there is nothing to refer to; without a name the number stands for it.
 */
export const readReference = (
  node: RecordTree | undefined,
  prefix: string,
): Reference | undefined => {
  const id = node && textAt(node, `${prefix}Nummer`);
  return id ? {id, name: textAt(node, `${prefix}Navn`) ?? id} : undefined;
};

/** The same with an English name from `dictionary`. */
export const readTranslated = (
  node: RecordTree | undefined,
  prefix: string,
  dictionary: ReadonlyMap<string, string>,
): Translated | undefined => {
  const reference = readReference(node, prefix);
  return (
    reference && {
      id: reference.id,
      name: inEnglish(dictionary, reference.name),
      originalName: reference.name,
    }
  );
};
