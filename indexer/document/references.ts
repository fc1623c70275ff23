import {searchNamesOf} from '#core/domain/search-name.ts';
import {
  parseReferenceKey,
  type ReferenceDocument,
  type ReferenceList,
  type ReferenceParents,
  referenceKey,
} from '#mappings/reference-document.ts';
import type {UnsizedDocument} from '#mappings/vehicle-document.ts';

type Named = {readonly id: string | null; readonly name: string; readonly originalName?: string};

/** A reference entry as it was seen on the vehicle with the highest id. */
export type ReferenceSighting = {
  vehicleId: string;
  name: string;
  originalName?: string | undefined;
  /** For a designation type: the variant of that vehicle. */
  variantId?: string | undefined;
};

/** By `referenceKey`. */
export type ReferenceSightings = Map<string, ReferenceSighting>;

/** Ids are positive int64 without leading zeros: the longer text is the greater number. */
export const isHigherId = (a: string, b: string) =>
  a.length === b.length ? a > b : a.length > b.length;

const textOf = ({name, originalName = '', variantId = ''}: ReferenceSighting): string =>
  [name, originalName, variantId].join('\n');

/** The higher vehicle id wins; between two records of one vehicle, the greater text: a total order. */
export const outranks = (a: ReferenceSighting, b: ReferenceSighting): boolean =>
  a.vehicleId === b.vehicleId ? textOf(a) > textOf(b) : isHigherId(a.vehicleId, b.vehicleId);

/** The text in memory of its own: one cut out of its record would keep the whole record in memory. */
const ownText = <Text extends string | undefined>(text: Text): Text =>
  (text && Buffer.from(text).toString()) as Text;

/**
 * Changes what differs. V8 moves everything kept of a vehicle to the old generation of the heap: a new
 * object for each of its entries, with equal texts, cost an import a fifth of its time.
 */
const change = (known: ReferenceSighting, sighting: ReferenceSighting): void => {
  const {vehicleId, name, originalName, variantId} = sighting;
  known.vehicleId = vehicleId;
  if (known.name !== name) known.name = ownText(name);
  if (known.originalName !== originalName) known.originalName = ownText(originalName);
  if (known.variantId !== variantId) known.variantId = ownText(variantId);
};

/** Adds a reference entry. Of several names for one id, that of the vehicle with the highest id wins. */
export const addSighting = (
  sightings: ReferenceSightings,
  key: string,
  sighting: ReferenceSighting,
): void => {
  const known = sightings.get(key);
  if (known) {
    if (outranks(sighting, known)) change(known, sighting);
    return;
  }
  const {vehicleId, name, originalName, variantId} = sighting;
  sightings.set(key, {
    vehicleId,
    name: ownText(name),
    originalName: ownText(originalName),
    variantId: ownText(variantId),
  });
};

/** Adds the reference entries of a vehicle. */
export const collectReferences = (
  sightings: ReferenceSightings,
  {vehicle, technicalDetails, environment, foldedReferences = []}: UnsizedDocument,
): void => {
  const add = (
    list: ReferenceList,
    named: Named | null | undefined,
    parents: ReferenceParents = {},
    variantId?: string,
  ) => {
    if (!named || named.id === null) return;
    const {id, name, originalName} = named;
    const key = referenceKey(list, parents, id);
    addSighting(sightings, key, {vehicleId: vehicle.id, name, originalName, variantId});
  };

  const {make, model, variant} = vehicle;
  for (const {key, ...named} of foldedReferences) {
    addSighting(sightings, key, {vehicleId: vehicle.id, ...named});
  }
  add('kinds', vehicle.kind);
  add('colors', vehicle.color);
  add('usages', vehicle.usage);
  for (const each of technicalDetails.usages ?? []) add('usages', each);
  for (const each of technicalDetails.equipment ?? []) add('equipment', each);
  add('emission-standards', environment?.emissionStandard);
  add('makes', make);
  if (!make) return;
  add('models', model, {makeId: make.id});
  if (!model) return;
  const parents = {makeId: make.id, modelId: model.id};
  add('variants', variant, parents);
  add('designation-types', vehicle.designationType, parents, variant?.id);
};

/** The reference entries of some vehicles. */
export const referencesOf = (...documents: readonly UnsizedDocument[]): ReferenceSightings => {
  const sightings: ReferenceSightings = new Map();
  for (const document of documents) collectReferences(sightings, document);
  return sightings;
};

/** Removes the `most` entries that were seen first from the sightings, and returns them. */
export const takeFirst = (sightings: ReferenceSightings, most: number): ReferenceSightings => {
  const taken = new Map(sightings.entries().take(most));
  for (const key of taken.keys()) sightings.delete(key);
  return taken;
};

/** The document of the entry that was sighted under `key`. */
export const toReferenceDocument = (
  key: string,
  {vehicleId, name, originalName, variantId}: ReferenceSighting,
): ReferenceDocument => ({
  ...parseReferenceKey(key),
  vehicleId,
  ...(variantId && {variantId}),
  name,
  ...(originalName && {originalName}),
  searchNames: searchNamesOf(name, ...(originalName ? [originalName] : [])),
});
