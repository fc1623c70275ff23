import {inEnglish} from '#core/domain/english.ts';
import {isInt64} from '#core/domain/integers.ts';
import type {RecordTree, RecordValue} from '#indexer/read/source-record.ts';

const first = (value: RecordValue | undefined) => (Array.isArray(value) ? value[0] : value);

/** The element's text, trimmed; undefined when it is absent, blank, a hyphen or holds elements. */
export const textAt = (node: RecordTree, name: string): string | undefined => {
  const value = node[name];
  if (value === undefined) return undefined;
  const text = first(value);
  if (typeof text !== 'string') return undefined;
  const trimmed = text.trim();
  return trimmed === '' || trimmed === '-' ? undefined : trimmed;
};

/** The element's children; undefined when it is absent or holds text. Of a repeated one, the first. */
export const childAt = (node: RecordTree, name: string): RecordTree | undefined => {
  const value = first(node[name]);
  return typeof value === 'object' ? (value as RecordTree) : undefined;
};

/** The element at the end of `path`, or undefined. */
export const descendAt = (node: RecordTree, path: readonly string[]): RecordTree | undefined => {
  let found: RecordTree | undefined = node;
  for (const name of path) found = found && childAt(found, name);
  return found;
};

/**
 * All elements at the end of `path`. The register writes one wrapper around repeated items; a
 * repeated wrapper is read as well.
 */
export const allAt = (node: RecordTree, path: readonly string[]): readonly RecordTree[] => {
  let found: readonly RecordTree[] = [node];
  for (const name of path) {
    const children: RecordTree[] = [];
    for (const parent of found) addChildren(children, parent[name]);
    found = children;
  }
  return found;
};

const addChildren = (children: RecordTree[], value: RecordValue | undefined): void => {
  if (Array.isArray(value)) for (const each of value) addChildren(children, each);
  else if (typeof value === 'object') children.push(value as RecordTree);
};

type Reference = {readonly id: string; readonly name: string};

/** A number of the register's lists, as an int64 without a sign; undefined for any other text. */
export const idAt = (node: RecordTree, name: string): string | undefined => {
  const text = textAt(node, name);
  return text !== undefined && isInt64(text) && !text.startsWith('-') ? text : undefined;
};

/**
 * `<prefix>Nummer` and `<prefix>Navn` of a register type: a number with its name. Without a number
 * there is nothing to refer to; without a name the number stands for it.
 */
export const referenceAt = (
  node: RecordTree | undefined,
  prefix: string,
): Reference | undefined => {
  const id = node && idAt(node, `${prefix}Nummer`);
  return id ? {id, name: textAt(node, `${prefix}Navn`) ?? id} : undefined;
};

/** The same with an English name from `dictionary`. */
export const translatedAt = (
  node: RecordTree | undefined,
  prefix: string,
  dictionary: ReadonlyMap<string, string>,
): (Reference & {readonly originalName: string}) | undefined => {
  const reference = referenceAt(node, prefix);
  if (!reference) return undefined;
  const {id, name} = reference;
  return {id, name: inEnglish(dictionary, name), originalName: name};
};
