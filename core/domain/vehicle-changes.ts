import {isDeepStrictEqual} from 'node:util';
import type {ChangedMember} from '#mappings/release.ts';
import {mappingVersion, type UnsizedDocument} from '#mappings/vehicle-document.ts';

/** A vehicle before and after; at least one of them is there. */
type Versions = {
  readonly before: UnsizedDocument | undefined;
  readonly after: UnsizedDocument | undefined;
};

/** The versions, and the names of the members that differ. */
type Comparison = Versions & {readonly names: readonly string[]};

/** Whether a vehicle that is there before and after differs in one of these members, or in their records. */
const of =
  (...members: readonly string[]) =>
  ({before, after, names}: Comparison): boolean =>
    before !== undefined &&
    after !== undefined &&
    names.some(name => members.some(each => name === each || name.startsWith(`${each}.`)));

const isInspected = ({before, after}: Comparison): boolean =>
  before !== undefined && (after?.inspection?.date ?? '') > (before.inspection?.date ?? '');

/** Whether a reading is below that of the same record before. */
const isLower = ({before, after}: Versions, record: 'engine' | 'inspection'): boolean => {
  const [was, is] = [before?.[record]?.odometerReadingKm, after?.[record]?.odometerReadingKm];
  return was != null && is != null && is < was;
};

const odometer = ['engine.odometerReadingKm', 'engine.odometerReadingRaw'];

const isTechnical = of('technicalDetails', 'environmentalInformation', 'engine');

type Kind = {readonly description: string; readonly is: (comparison: Comparison) => boolean};

/** The kinds of changes, in the order in which they are answered. A vehicle can have several, and has one at least. */
export const changeKinds = {
  Added: {description: 'The vehicle is new in the dataset.', is: ({before}) => !before},
  Removed: {description: 'The vehicle is no longer in the dataset.', is: ({after}) => !after},
  Registered: {
    description: 'The vehicle is registered, and was not before.',
    is: ({before, after}) => before?.isRegistered === false && after?.isRegistered === true,
  },
  Deregistered: {
    description: 'The vehicle is not registered any more.',
    is: ({before, after}) => before?.isRegistered === true && after?.isRegistered === false,
  },
  StatusChanged: {
    description: 'A status, its date, or the day on which the plate expires changed.',
    is: of(
      'registrationStatus',
      'registrationStatusOriginal',
      'registrationStatusDate',
      'registrationNumberExpiresOn',
      'vehicleStatus',
      'vehicleStatusDate',
    ),
  },
  Replated: {description: 'The plates changed.', is: of('registrationNumber', 'plates')},
  Inspected: {description: 'The vehicle has a later inspection than before.', is: isInspected},
  InspectionCorrected: {
    description: 'The latest inspection changed, but not to a later one.',
    is: comparison => of('inspection')(comparison) && !isInspected(comparison),
  },
  OdometerLower: {
    description: 'An odometer reading, of the vehicle or its inspection, is lower than before.',
    is: versions => isLower(versions, 'engine') || isLower(versions, 'inspection'),
  },
  OdometerChanged: {description: 'The odometer reading changed.', is: of(...odometer)},
  UsageChanged: {description: 'The primary usage changed.', is: of('usage')},
  ColorChanged: {description: 'The color changed.', is: of('color')},
  LeasingChanged: {description: 'The leasing periods changed.', is: of('leasingPeriods')},
  Reclassified: {
    description: 'The kind, make, model, variant, designation type or body type changed.',
    is: of('kind', 'make', 'model', 'variant', 'designationType', 'bodyType'),
  },
  IdentityChanged: {
    description: 'The VIN, model year or date of first registration changed.',
    is: of('vin', 'modelYear', 'firstRegisteredOn'),
  },
  TechnicalChanged: {
    description: 'Technical details, the engine, its fuels or environmental information changed.',
    is: ({names, ...versions}) =>
      isTechnical({...versions, names: names.filter(name => !odometer.includes(name))}),
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type ChangeKind = keyof typeof changeKinds;

export const changeKindNames = Object.keys(changeKinds) as readonly ChangeKind[];

/**
 * The members that came with a later mapping version than 6, by their names: a document of an earlier version
 * does not have them, which is no change of its vehicle.
 */
export const membersSince: Readonly<Record<string, number>> = {};

type Members = Readonly<Record<string, unknown>>;

/** The members of a record that were there at a mapping version; undefined if it has only later ones. */
const knownIn = (record: object | undefined, path: string, isKnown: (name: string) => boolean) => {
  const members = Object.entries(record ?? {});
  const known = members.filter(([name]) => isKnown(path + name));
  return known.length > 0 || members.length === 0 ? record && Object.fromEntries(known) : undefined;
};

/** The members of a vehicle that the register has, and its records as the API names them. */
const membersOf = (
  document: UnsizedDocument | undefined,
  isKnown: ((name: string) => boolean) | undefined,
): Members => {
  if (!document) return {};
  const {vehicle, technicalDetails, engine, inspection, environment} = document;
  const {id: _, nextInspectionEstimate: __, ...members} = vehicle;
  const records = {technicalDetails, environmentalInformation: environment, engine, inspection};
  const all = {...members, ...records};
  if (!isKnown) return all;
  return {
    ...knownIn(members, '', isKnown),
    ...Object.fromEntries(
      Object.entries(records).map(([name, record]) => [name, knownIn(record, `${name}.`, isKnown)]),
    ),
  };
};

const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const recordNames = ['technicalDetails', 'environmentalInformation', 'engine', 'inspection'];

/** The members that differ between two sets of them. A record that both have is compared member by member. */
const differences = (before: Members, after: Members, path = ''): ChangedMember[] =>
  Object.keys({...before, ...after}).flatMap(name => {
    const [was, is] = [before[name] ?? null, after[name] ?? null];
    if (was === is || isDeepStrictEqual(was, is) || (isAbsent(was) && isAbsent(is))) return [];
    if (path === '' && recordNames.includes(name) && isRecord(was) && isRecord(is)) {
      return differences(was, is, `${name}.`);
    }
    return [{name: path + name, before: was, after: is}];
  });

/**
 * The members of a vehicle that differ, and the kinds of its change; neither where nothing changed. What is derived,
 * such as the estimate of the next inspection, does not count.
 *
 * @param version The earlier mapping version of the two documents: members that came later are not compared.
 */
export const compareVehicles = (
  versions: Versions,
  version = mappingVersion,
  since = membersSince,
) => {
  // Nearly always: looking at each member by itself took a tenth of the comparison.
  const isNewest = Object.values(since).every(each => each <= version);
  const isKnown = isNewest ? undefined : (name: string) => (since[name] ?? 0) <= version;
  const [before, after] = [versions.before, versions.after].map(each => membersOf(each, isKnown));
  const members = differences(before ?? {}, after ?? {});
  const comparison = {...versions, names: members.map(({name}) => name)};
  const kinds = changeKindNames.filter(kind => changeKinds[kind].is(comparison));
  return {members, kinds: members.length === 0 ? [] : kinds};
};
