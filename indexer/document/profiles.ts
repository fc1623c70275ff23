import type {Completeness, KindCompleteness} from '#mappings/generation.ts';
import type {UnsizedDocument} from '#mappings/vehicle-document.ts';
import {type ElementCounts, mostPaths} from '../read/unknown-elements.ts';

/** The records of a vehicle. */
type Records = Omit<UnsizedDocument, 'isRegistered' | 'facets'>;

/** A member that the gate compares with the live generation, under its name in the API. */
type Watched = {
  readonly member: string;
  readonly valueIn: (document: Records) => unknown;
};

const ofRecord = <Name extends keyof Records>(
  name: Name,
  ...members: readonly (string & keyof NonNullable<Records[Name]>)[]
): readonly Watched[] =>
  members.map(member => ({
    member: name === 'vehicle' ? member : `${name}.${member}`,
    valueIn: document => (document[name] as NonNullable<Records[Name]> | undefined)?.[member],
  }));

/**
 * The important members: those that readers ask for most, with one of every structure of the register.
 * If the register moves the element that one of them is read from, the gate refuses the extract.
 */
const watched: readonly Watched[] = [
  ...ofRecord(
    'vehicle',
    'vin',
    'registrationNumber',
    'registrationStatusDate',
    'firstRegisteredOn',
  ),
  ...ofRecord('vehicle', 'registrationStatusOriginal', 'make', 'model', 'color', 'usage'),
  ...ofRecord('technicalDetails', 'grossWeightKg', 'technicalGrossWeightKg'),
  ...ofRecord('technicalDetails', 'kerbWeightMinKg', 'unladenWeightKg'),
  {member: 'engine.fuels', valueIn: ({engine}) => engine?.fuels?.find(({type}) => type)},
  ...ofRecord('engine', 'maxPowerKw', 'odometerReadingKm'),
  ...ofRecord('environment', 'co2GPerKm', 'fuelEconomyKmPerL', 'emissionStandard'),
  ...ofRecord('inspection', 'date', 'result'),
];

/**
 * The number of kinds counted separately; the register has some 40. Further ones are counted together, since a
 * file can have a new kind in every record, and all counts go into the metadata of an index.
 */
const mostKinds = 100;

/** In characters; no kind has a longer id or name. */
const longestName = 80;

/** The kind of a record, and for each important member a digit: 1 if it has a value, else 0. */
type Filled = {readonly kindId: string; readonly kindName: string; readonly members: string};

/** A record without a kind has the empty id. */
const filledIn = (document: UnsizedDocument): Filled => {
  const {id: kindId, name: kindName} = document.vehicle.kind ?? {id: '', name: 'no kind'};
  let members = '';
  for (const {valueIn} of watched) members += (valueIn(document) ?? null) === null ? '0' : '1';
  return {kindId, kindName, members};
};

/** Counts the records of an extract and their filled members; independent of their order. */
const completenessCounter = () => {
  const kinds = new Map<string, KindCompleteness>();
  const countsOf = (longId: string, name: string): KindCompleteness => {
    const id = longId.slice(0, longestName);
    const known = kinds.get(id);
    if (known) return known;
    if (kinds.size >= mostKinds && id !== 'others') return countsOf('others', 'other kinds');
    const counts = {
      id,
      name: name.slice(0, longestName),
      records: 0,
      filled: watched.map(() => 0),
    };
    kinds.set(id, counts);
    return counts;
  };
  return {
    /** Adds records that have the same members. */
    add: ({kindId, kindName, members}: Filled, records: number): void => {
      const counts = countsOf(kindId, kindName);
      const name = kindName.slice(0, longestName);
      if (counts.id !== 'others' && name < counts.name) counts.name = name;
      counts.records += records;
      counts.filled = counts.filled.map((count, at) => count + Number(members[at]) * records);
    },
    taken: (): Completeness => ({
      members: watched.map(({member}) => member),
      kinds: Array.from(kinds.values()),
    }),
  };
};

/** All that a record adds to the figures of its extract. Thousands of records share a profile. */
type Profile = {
  /** Of a record that became a document. */
  readonly filled?: Filled;
  /** The members whose values are unusable, once for each such value. */
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
  /** Unusable values, counted by the member they were meant for. */
  readonly setAside: Readonly<Record<string, number>>;
  readonly unknownElements: ElementCounts;
  /** How often the important members of its documents have a value. */
  readonly completeness: Completeness;
};

/** Stands for all further paths: their occurrences are counted together. No element has this name. */
const otherPaths = '(others)';

/** The number of profiles that get a number; further ones are only added to the figures. */
const mostProfiles = 100_000;

/** In characters. A longer one is only added to the figures. */
const longestProfile = 4_000;

const addTo = (counts: Map<string, number>, key: string, records: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + records);
};

/**
 * Counts the records of an extract by profile, and numbers the profiles.
 *
 * @param texts Profiles that have a number already, which is their index.
 */
export const profileCounter = (texts: readonly string[] = []) => {
  const numbers = new Map(texts.map((text, number) => [text, number]));
  /** Records by number, since the figures were last brought up to date. */
  const records = texts.map(() => 0);
  const completeness = completenessCounter();
  /** By path; those beyond the first 250 are counted together. */
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
    /** Counts records that share a profile. Returns the number of the profile; undefined if it has none. */
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
