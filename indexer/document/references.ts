import {searchNamesOf} from '#core/domain/search-name.ts';
import {
  parseReferenceKey,
  type ReferenceDocument,
  type ReferenceList,
  type ReferenceParents,
  referenceKey,
} from '#mappings/reference-document.ts';

type Named = {readonly id: string | null; readonly name: string; readonly originalName?: string};

/** A reference entry as it was seen on the vehicle with the highest id. */
export type ReferenceSighting = {
  readonly vehicleId: string;
  readonly name: string;
  readonly originalName?: string;
  /** Of a designation type: the variant that vehicle has. */
  readonly variantId?: string;
};

/** By `referenceKey`. */
export type ReferenceSightings = Map<string, ReferenceSighting>;

/** Ids are positive int64 without leading zeros: the longer text is the greater number. */
export const isHigherId = (a: string, b: string) =>
  a.length === b.length ? a > b : a.length > b.length;

const textOf = ({name, originalName = '', variantId = ''}: ReferenceSighting): string =>
  [name, originalName, variantId].join('\n');

/** The higher vehicle wins; of two records of one vehicle, the greater text: a total order. */
const outranks = (a: ReferenceSighting, b: ReferenceSighting): boolean =>
  a.vehicleId === b.vehicleId ? textOf(a) > textOf(b) : isHigherId(a.vehicleId, b.vehicleId);

/** The members of a document that have reference entries; some of them. */
type Entries = {
  readonly [Member in 'kind' | 'usage' | 'color' | 'make' | 'model' | 'variant']?: Named | null;
} & {
  readonly designationType?: Named | null;
  readonly emissionStandard?: Named | null;
  readonly usages?: readonly Named[];
  readonly equipment?: readonly Named[];
};

/** Adds the reference entries of a vehicle. Of several names for one id, the highest vehicle's wins. */
export const collectReferences = (
  sightings: ReferenceSightings,
  vehicleId: string,
  {kind, usage, color, make, model, variant, designationType, ...others}: Entries,
): void => {
  const see = (
    list: ReferenceList,
    named: Named | null | undefined,
    parents: ReferenceParents = {},
    variantId?: string | null,
  ) => {
    if (!named || named.id === null) return;
    const key = referenceKey(list, parents, named.id);
    const known = sightings.get(key);
    const {name, originalName} = named;
    const sighting = {
      vehicleId,
      name,
      ...(originalName && {originalName}),
      ...(variantId && {variantId}),
    };
    if (!known || outranks(sighting, known)) sightings.set(key, sighting);
  };

  see('kinds', kind);
  see('colors', color);
  see('usages', usage);
  for (const each of others.usages ?? []) see('usages', each);
  for (const each of others.equipment ?? []) see('equipment', each);
  see('emission-standards', others.emissionStandard);
  see('makes', make);
  if (!make?.id) return;
  see('models', model, {makeId: make.id});
  if (!model?.id) return;
  const parents = {makeId: make.id, modelId: model.id};
  see('variants', variant, parents);
  see('designation-types', designationType, parents, variant?.id);
};

/** The document of the entry that was sighted under `key`. */
export const toReferenceDocument = (
  key: string,
  {name, originalName, variantId}: ReferenceSighting,
): ReferenceDocument => ({
  ...parseReferenceKey(key),
  ...(variantId && {variantId}),
  name,
  ...(originalName && {originalName}),
  searchNames: searchNamesOf(name, ...(originalName ? [originalName] : [])),
});
