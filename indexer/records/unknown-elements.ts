import type {RecordTree, RecordValue} from './record-tree.ts';
import {registerElements} from './register-elements.ts';

/** An element of the register. */
type KnownElement = {
  /** The paths of the elements below it begin with this: `SynResultatStruktur/`. */
  readonly prefix: string;
  /** By name. It has no prototype, as trees have none; in a Map the look-up takes twice as long. */
  readonly children: {[name: string]: KnownElement};
  /** Whether everything below it is known. */
  isWhole: boolean;
};

const knownElement = (prefix: string): KnownElement => ({
  prefix,
  children: Object.create(null),
  isWhole: false,
});

const readOutline = (outline: string): KnownElement => {
  const record = knownElement('');
  /** The last element on each level so far. */
  const last = [record];
  for (const line of outline.trim().split('\n')) {
    const names = line.trimStart();
    const level = (line.length - names.length) / 2;
    const parent = last[level] ?? record;
    for (const name of names.split(' ')) {
      const element = knownElement(`${parent.prefix}${name}/`);
      parent.children[name] = element;
      parent.isWhole ||= name === '…';
      last[level + 1] = element;
    }
  }
  return record;
};

const knownRecord = readOutline(registerElements);

/**
 * Distinct paths that are kept: a file may have a new name in every record. All paths of the register
 * fit, so that none is counted too low even if it renames every one.
 */
const mostPaths = 250;

/** Stands for all further paths, as often as records had one of them; no element has this name. */
const others = '(others)';

/** In characters. The register's longest name has 61, its longest path 197. */
const [longestName, longestPath] = [80, 300];

/** A name as it may be logged: the file can say anything. */
const printable = (name: string): string =>
  name.slice(0, longestName).replaceAll(/[^\w.\p{Script=Latin}-]/gu, '?');

/** In how many records each element occurred, by its path below `Statistik`; most frequent first. */
export type ElementCounts = Readonly<Record<string, number>>;

/**
 * The elements that are not below another unknown one: of a structure that moved, where it is now. Enough
 * for a sentence, where the elements of one structure would crowd out all others.
 */
export const outermost = (counts: ElementCounts): readonly (readonly [string, number])[] => {
  const paths = Object.keys(counts);
  return Object.entries(counts).filter(
    ([path]) => !paths.some(other => path.startsWith(`${other}/`)),
  );
};

type Found = Set<string>;

/** The paths of an element and of those in it, up to one more than are kept. */
const addPaths = (found: Found, prefix: string, name: string, value: RecordValue): void => {
  if (found.size > mostPaths) return;
  const path = prefix + printable(name);
  found.add(path.slice(0, longestPath));
  for (const each of [value].flat()) {
    if (typeof each === 'string') continue;
    for (const [name, value] of Object.entries(each)) addPaths(found, `${path}/`, name, value);
  }
};

const compareAll = (found: Found, known: KnownElement, value: RecordValue): void => {
  if (Array.isArray(value)) for (const each of value) compareAll(found, known, each);
  else if (typeof value === 'object') compare(found, known, value as RecordTree);
};

/** Makes no text unless something is unknown: every record of every extract comes through here. */
const compare = (found: Found, known: KnownElement, tree: RecordTree): void => {
  if (known.isWhole) return;
  for (const name of Object.keys(tree)) {
    const value = tree[name] ?? '';
    const element = known.children[name];
    if (element === undefined) addPaths(found, known.prefix, name, value);
    else if (typeof value !== 'string') compareAll(found, element, value);
  }
};

/** Counts elements that are not among the register's, by path; beyond the first 250, all together. */
export const unknownElementCounter = () => {
  const counts = new Map<string, number>();
  const found: Found = new Set();
  const count = (path: string, records: number): void => {
    const key = counts.has(path) || counts.size < mostPaths ? path : others;
    counts.set(key, (counts.get(key) ?? 0) + records);
  };
  return {
    add: (record: RecordTree): void => {
      compare(found, knownRecord, record);
      if (found.size === 0) return;
      for (const path of found) count(path, 1);
      found.clear();
    },
    /** Adds what another counter took. */
    merge: (taken: ElementCounts): void => {
      for (const [path, records] of Object.entries(taken)) count(path, records);
    },
    taken: (): ElementCounts => {
      const rest = counts.get(others);
      const named = Array.from(counts).filter(([path]) => path !== others);
      return {
        ...Object.fromEntries(named.toSorted(([, a], [, b]) => b - a)),
        ...(rest !== undefined && {[others]: rest}),
      };
    },
  };
};
