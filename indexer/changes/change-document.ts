import {type ChangeKind, compareVehicles} from '#core/domain/vehicle-changes.ts';
import type {StoredChange} from '#mappings/release.ts';
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

/** The document of a change, as JSON: what is kept of it, and the members of its vehicle that searches filter by. */
export const toDocument = (change: Change, [before, after]: Versions): string => {
  const {before: was, after: is} = change.change;
  const document = (after ?? before) as VehicleDocument;
  const {vehicle, vehicleBytes: _, foldedReferences: __, digest: ___, ...records} = document;
  const plates = [was, is].flatMap(each => [each?.registrationNumber ?? [], each?.plates ?? []]);
  return JSON.stringify({
    ...records,
    vehicle: was === undefined ? {...vehicle, registrationNumber: null, plates: []} : vehicle,
    ...change,
    plates: Array.from(new Set(plates.flat())),
  });
};
