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

/** Distinct paths that are kept: a file may have a new name in every record. */
const mostPaths = 100;

/** Stands for all further paths; no element has this name. */
const others = '(others)';

/** In characters. The register's longest name has 61, its longest path 197. */
const [longestName, longestPath] = [80, 300];

/** A name as it may be logged: the file can say anything. */
const printable = (name: string): string => name.slice(0, longestName).replaceAll(/[^\w.-]/g, '?');

/** In how many records each element occurred, by its path below `Statistik`; most frequent first. */
export type ElementCounts = Readonly<Record<string, number>>;

type Found = Set<string>;

/** The paths of the texts in an element, up to one more than are kept. */
const addTexts = (found: Found, prefix: string, name: string, value: RecordValue): void => {
  if (found.size > mostPaths) return;
  const path = prefix + printable(name);
  for (const each of [value].flat()) {
    if (typeof each === 'string') found.add(path.slice(0, longestPath));
    else for (const [name, value] of Object.entries(each)) addTexts(found, `${path}/`, name, value);
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
    if (element === undefined) addTexts(found, known.prefix, name, value);
    else if (typeof value !== 'string') compareAll(found, element, value);
  }
};

/**
 * Counts elements that are not among the register's, by the paths of their texts; beyond the first
 * hundred paths, all together.
 */
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
    taken: (): ElementCounts =>
      Object.fromEntries(Array.from(counts).toSorted(([, a], [, b]) => b - a)),
  };
};
