import {type ChangeKind, compareVehicles} from '#core/domain/vehicle-changes.ts';
import {changesDefinition, type StoredChange} from '#mappings/release.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';

/** The documents of a vehicle before and after; undefined where it is not in the dataset. */
export type Versions = readonly [
  before: VehicleDocument | undefined,
  after: VehicleDocument | undefined,
];

export type Change = StoredChange & {readonly kinds: readonly ChangeKind[]};

export type ChangeOptions = {
  readonly serial: number;
  /** Whether plates are kept. Without them, a change cannot be found by its plates. */
  readonly plates: boolean;
};

const platesOf = (document: VehicleDocument | undefined) =>
  document
    ? {registrationNumber: document.vehicle.registrationNumber, plates: document.vehicle.plates}
    : null;

const plateMembers = ['registrationNumber', 'plates'];

/**
 * The change of a vehicle; undefined where nothing that counts is another.
 *
 * @param version The earlier mapping version of the two documents.
 */
export const changeOf = (
  vehicleId: string,
  [before, after]: Versions,
  version: number,
  {serial, plates}: ChangeOptions,
): Change | undefined => {
  const {members, kinds} = compareVehicles({before, after}, version);
  if (members.length === 0) return undefined;
  const change = plates
    ? {before: platesOf(before), after: platesOf(after), members}
    : {members: members.filter(({name}) => !plateMembers.includes(name))};
  return {serial, vehicleId, kinds, change};
};

/** How Elasticsearch maps the members of an object. */
type Properties = {readonly [name: string]: {readonly properties?: Properties}};

const {vehicle, ...others} = changesDefinition.mappings.properties as unknown as Properties;
const {registrationNumber: _, plates: __, ...withoutPlates} = vehicle?.properties ?? {};

/** The members of an object, or of those in a list, that are searched. */
const searchedOf = (value: unknown, properties: Properties): unknown => {
  if (Array.isArray(value)) return value.map(each => searchedOf(each, properties));
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Readonly<Record<string, unknown>>;
  const searched: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(properties)) {
    if (members[name] != null) searched[name] = searchedOf(members[name], inner.properties ?? {});
  }
  return searched;
};

/** The document of a change, as JSON: what is kept of it, and what searches filter by. */
export const toDocument = (change: Change, [before, after]: Versions): string => {
  const {before: was, after: is} = change.change;
  const plates = [was, is].flatMap(each => [each?.registrationNumber ?? [], each?.plates ?? []]);
  const ofVehicle = was === undefined ? {properties: withoutPlates} : (vehicle ?? {});
  const searched = searchedOf(after ?? before, {...others, vehicle: ofVehicle});
  return JSON.stringify({
    ...Object(searched),
    ...change,
    plates: Array.from(new Set(plates.flat())),
  });
};
