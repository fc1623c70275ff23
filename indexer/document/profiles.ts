import type {Completeness} from '#mappings/generation.ts';
import type {UnsizedDocument} from '#mappings/vehicle-document.ts';
import {type ElementCounts, mostPaths} from '../read/unknown-elements.ts';
import {completenessCounter, type Filled, filledIn} from './completeness.ts';

/** All that a record adds to the figures of its extract. Thousands of records share one. */
type Profile = {
  /** Of a record that became a document. */
  readonly filled?: Filled;
  /** The members whose values are there but cannot be used, as often as there is one. */
  readonly setAside: readonly string[];
  /** Paths of elements that are not among the register's. */
  readonly unknownElements: readonly string[];
};

/** The profile of a record as text, so that equal ones are one key. */
export const profileOf = (
  document: UnsizedDocument | undefined,
  setAside: readonly string[],
  unknownElements: Iterable<string>,
): string => {
  const filled = document && filledIn(document);
  const profile: Profile = {
    ...(filled && {filled}),
    setAside,
    unknownElements: Array.from(unknownElements).toSorted(),
  };
  return JSON.stringify(profile);
};

/** The figures of an extract that do not follow from its documents. */
export type Figures = {
  /** Values that are there but cannot be used, counted by the member they were meant for. */
  readonly setAside: Readonly<Record<string, number>>;
  readonly unknownElements: ElementCounts;
  /** How often the important members of its documents have a value. */
  readonly completeness: Completeness;
};

/** Stands for all further paths, as often as records had one of them; no element has this name. */
const otherPaths = '(others)';

/** Profiles that are kept with their numbers; what further ones add is only counted. */
const mostProfiles = 100_000;

/** In characters. A longer one is only counted. */
const longestProfile = 4_000;

const addTo = (counts: Map<string, number>, key: string, records: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + records);
};

/**
 * Counts the records of an extract by their profiles, and numbers these.
 *
 * @param texts Profiles that have a number already: that of their place.
 */
export const profileCounter = (texts: readonly string[] = []) => {
  const numbers = new Map(texts.map((text, number) => [text, number]));
  /** Records by number, since the figures were last brought up to date. */
  const records = texts.map(() => 0);
  const completeness = completenessCounter();
  /** By path; beyond the first 250, all together. */
  const unknownElements = new Map<string, number>();
  const setAside = new Map<string, number>();

  const addToFigures = (text: string, count: number): void => {
    const profile: Profile = JSON.parse(text);
    if (profile.filled) completeness.add(profile.filled, count);
    for (const member of profile.setAside) addTo(setAside, member, count);
    for (const path of profile.unknownElements) {
      const isNamed = unknownElements.has(path) || unknownElements.size < mostPaths;
      addTo(unknownElements, isNamed ? path : otherPaths, count);
    }
  };

  return {
    /** Counts records that share a profile. Returns its number; undefined when it has none. */
    add: (text: string, count: number): number | undefined => {
      const known = numbers.get(text);
      if (known === undefined && (numbers.size >= mostProfiles || text.length > longestProfile)) {
        addToFigures(text, count);
        return undefined;
      }
      const number = known ?? numbers.size;
      if (known === undefined) numbers.set(text, number);
      records[number] = (records[number] ?? 0) + count;
      return number;
    },
    /** Counts records by the numbers of their profiles. */
    addNumbered: (numbers: Iterable<number>): void => {
      for (const number of numbers) records[number] = (records[number] ?? 0) + 1;
    },
    /** Every profile, in the order of their numbers. */
    texts: (): readonly string[] => Array.from(numbers.keys()),
    figures: (): Figures => {
      for (const [text, number] of numbers) {
        const count = records[number] ?? 0;
        if (count > 0) addToFigures(text, count);
        records[number] = 0;
      }
      return {
        setAside: Object.fromEntries(setAside),
        unknownElements: Object.fromEntries(
          Array.from(unknownElements).toSorted(
            ([path, a], [other, b]) =>
              Number(path === otherPaths) - Number(other === otherPaths) || b - a,
          ),
        ),
        completeness: completeness.taken(),
      };
    },
  };
};
