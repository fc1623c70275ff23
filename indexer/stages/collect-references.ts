import type {ReferenceDocument, ReferenceList} from '#mappings/reference-document.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {toInt64} from '#src/domain/int64.ts';

type Named = {readonly id: string | null; readonly name: string; readonly originalName?: string};
type Parents = Pick<ReferenceDocument, 'makeId' | 'modelId' | 'variantId'>;

/** An entry with the highest vehicle id it was seen on: of several names for one id that one's wins. */
export type ReferenceSighting = {
  readonly entry: ReferenceDocument;
  readonly vehicleId: string;
};

/** By `_id` of the entry. */
export type ReferenceSightings = Map<string, ReferenceSighting>;

/** Ids are positive int64 without leading zeros: the longer text is the greater number. */
const isHigherId = (a: string, b: string) => (a.length === b.length ? a > b : a.length > b.length);

/** Without case and accents; Æ and Ø are letters of their own and stay. */
export const toSearchName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

const toEntry = (
  list: ReferenceList,
  {id, name, originalName}: Named,
  parents: Parents,
): ReferenceDocument | undefined => {
  // An id that is no int64 has no place in a list that is addressed and sorted by number.
  if (id === null || toInt64(id) !== id) return undefined;
  const original = originalName === undefined ? {} : {originalName};
  const entry = {list, id, ...parents, name, ...original, searchName: toSearchName(name)};
  // The texts are cut out of a whole block of the extract and would keep it in memory.
  return structuredClone(entry);
};

const see = (
  sightings: ReferenceSightings,
  vehicleId: string,
  list: ReferenceList,
  named: Named | undefined,
  parents: Parents = {},
): void => {
  if (!named) return;
  const {makeId = '', modelId = ''} = parents;
  const key = `${list}:${makeId}:${modelId}:${named.id}`;
  const known = sightings.get(key);
  if (known && !isHigherId(vehicleId, known.vehicleId)) return;
  const sameName = known?.entry.name === named.name;
  const entry = sameName ? known?.entry : toEntry(list, named, parents);
  if (entry) sightings.set(key, {entry, vehicleId});
};

/** Notes every reference entry a document carries. */
export const collectReferences = (
  sightings: ReferenceSightings,
  {id: vehicleId, details}: VehicleDocument,
): void => {
  const {kind, usage, color, make, model, variant, designationType} = details.vehicle;
  const note = (list: ReferenceList, named: Named | undefined, parents?: Parents) =>
    see(sightings, vehicleId, list, named, parents);

  note('kinds', kind);
  note('colors', color);
  note('usages', usage);
  for (const each of details.technicalDetails.usages ?? []) note('usages', each);
  for (const each of details.technicalDetails.equipment ?? []) note('equipment', each);
  note('emission-standards', details.environment?.emissionStandard);
  note('makes', make);
  if (!make) return;
  note('models', model, {makeId: make.id});
  if (!model) return;
  const parents = {makeId: make.id, modelId: model.id};
  note('variants', variant, parents);
  note('designation-types', designationType, {
    ...parents,
    ...(variant && {variantId: variant.id}),
  });
};

/** Adds what another worker saw; the outcome does not depend on the order. */
export const mergeSightings = (into: ReferenceSightings, from: ReferenceSightings): void => {
  for (const [key, sighting] of from) {
    const known = into.get(key);
    if (!known || isHigherId(sighting.vehicleId, known.vehicleId)) into.set(key, sighting);
  }
};
