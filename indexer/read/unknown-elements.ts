import type {RecordValue} from './source-record.ts';

/**
 * The number of distinct paths kept: a file may have a new name in every record. All paths of the register
 * fit, so that none is counted too low even if the register renames all of them.
 */
export const mostPaths = 250;

/** In characters. The register's longest name has 61, its longest path 197. */
const longestName = 80;
export const longestPath = 300;

/** A name in a form that may be logged: a file can use any name. */
export const printable = (name: string): string =>
  name.slice(0, longestName).replaceAll(/[^\w.\p{Script=Latin}-]/gu, '?');

/** The number of records with each element, by its path below `Statistik`; most frequent first. */
export type ElementCounts = Readonly<Record<string, number>>;

/**
 * The elements that are not below another unknown one: for a structure that moved, its new place. Enough
 * for a sentence, in which the elements of one structure would crowd out all others.
 */
export const outermost = (counts: ElementCounts): readonly (readonly [string, number])[] => {
  const paths = Object.keys(counts);
  return Object.entries(counts).filter(
    ([path]) => !paths.some(other => path.startsWith(`${other}/`)),
  );
};

/** Adds the paths of an unknown element and of the elements in it, up to one more than are kept. */
export const addPaths = (
  found: Set<string>,
  prefix: string,
  name: string,
  value: RecordValue,
): void => {
  if (found.size > mostPaths) return;
  const path = prefix + printable(name);
  found.add(path.slice(0, longestPath));
  for (const each of [value].flat()) {
    if (typeof each === 'string') continue;
    for (const [name, value] of Object.entries(each)) addPaths(found, `${path}/`, name, value);
  }
};
