import {carrierTerms, type ReferenceDocument} from '#mappings/reference-document.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {actionLines} from '../document/batch.ts';
import {
  isHigherId,
  outranks,
  type ReferenceSighting,
  type ReferenceSightings,
  referencesOf,
  toReferenceDocument,
} from '../document/references.ts';
import type {KnownVehicles} from '../fingerprints/known-vehicles.ts';
import {chunksOf, forEachConcurrently} from './iteration.ts';
import {NotReady, retry} from './retry.ts';
import {type BulkTarget, sendAccepted} from './send-batch.ts';
import {readStored} from './write-vehicles.ts';

const batchSize = 2000;

/** The version is the vehicle's id as text: a JavaScript number could be rounded. */
const toAction = (key: string, sighting: ReferenceSighting): string => {
  const action = `{"_id":"${key}","version":${sighting.vehicleId},"version_type":"external_gte"}`;
  return `{"index":${action}}\n${JSON.stringify(toReferenceDocument(key, sighting))}\n`;
};

/**
 * Writes reference entries under their keys, with the id of their vehicle as the document's version:
 * of several names for one id Elasticsearch keeps that of the highest vehicle id, whatever the order
 * of the writes. A 409 is a name with a lower one.
 */
export const writeReferences = async (
  target: BulkTarget,
  sightings: ReferenceSightings,
): Promise<void> => {
  for (const some of chunksOf(sightings, batchSize)) {
    const actions = some.map(([key, seen]) => toAction(key, seen));
    await sendAccepted(target, actions, 'a reference entry');
  }
};

/** Entries that are read and written in one request, and such requests at once. */
const [entriesAtOnce, requestsAtOnce] = [1_000, 4];

/** Entries whose vehicles are searched for in one request. */
const searchesAtOnce = 100;

const actionOf = (_id: string, entry: ReferenceDocument | undefined): string =>
  entry ? actionLines({index: {_id}}, JSON.stringify(entry)) : actionLines({delete: {_id}});

/** Entries as the vehicle with the highest id carries them; undefined where none does. */
const highestCarriers = async (
  {client, alias, policy}: BulkTarget,
  keys: readonly string[],
): Promise<readonly (ReferenceDocument | undefined)[]> => {
  const searches = keys.flatMap(key => {
    const {any, all} = carrierTerms(key);
    const termsOf = (terms: readonly Record<string, string>[]) => terms.map(term => ({term}));
    const itself = {bool: {filter: termsOf(all), should: termsOf(any), minimum_should_match: 1}};
    const query = {bool: {should: [itself, {term: {'foldedReferences.key': key}}]}};
    const sort = {'vehicle.id': 'desc' as const};
    return [{index: alias}, {query, sort, size: 1, track_total_hits: false}];
  });
  const carriers = await retry(policy, async () => {
    const {responses} = await client.msearch<VehicleDocument>({searches});
    return responses.map(response => {
      if ('error' in response) throw new NotReady(response.error.type);
      return response.hits.hits[0]?._source;
    });
  });
  return keys.map((key, at) => {
    const sighting = carriers[at] && referencesOf(carriers[at]).get(key);
    return sighting && toReferenceDocument(key, sighting);
  });
};

/**
 * Brings a copy of the live reference entries up to date. Each has its name from the vehicle with the highest
 * id that carries it; where that vehicle changed or is gone, the next one is searched for.
 *
 * @param target The copy.
 * @param vehicles The vehicles, all written and refreshed.
 * @param known The vehicles that the copy was made with.
 * @param released Keys of entries that some vehicles do not carry any more.
 * @param sightings The entries of all records that were read.
 */
export const changeReferences = async (
  target: BulkTarget,
  vehicles: BulkTarget,
  known: KnownVehicles,
  released: ReadonlySet<string>,
  sightings: ReferenceSightings,
): Promise<void> => {
  /** Whether only a search can tell which vehicle an entry has its name from. */
  const isOpen = (stored: ReferenceDocument | undefined, seen: ReferenceSighting | undefined) =>
    stored !== undefined &&
    !known.isKept(BigInt(stored.vehicleId)) &&
    (seen === undefined || isHigherId(stored.vehicleId, seen.vehicleId));

  /**
   * The entry that is not open: the stored one, unless one that was seen outranks it, or its vehicle was read
   * again.
   */
  const latest = (key: string, stored: ReferenceDocument | undefined) => {
    const seen = sightings.get(key);
    if (!seen) return stored;
    const isReplaced =
      stored?.vehicleId === seen.vehicleId && !known.isKept(BigInt(stored.vehicleId));
    return !stored || isReplaced || outranks(seen, stored)
      ? toReferenceDocument(key, seen)
      : stored;
  };

  const parts = chunksOf(new Set([...released, ...sightings.keys()]), entriesAtOnce);
  await forEachConcurrently(parts, requestsAtOnce, async keys => {
    const found = await readStored<ReferenceDocument>(target, keys);
    const stored = found.map(each => each?.stored);
    const entries = new Map(keys.map((key, at) => [key, latest(key, stored[at])]));
    const open = keys.filter((key, at) => isOpen(stored[at], sightings.get(key)));
    for (const some of chunksOf(open, searchesAtOnce)) {
      const found = await highestCarriers(vehicles, some);
      for (const [at, key] of some.entries()) entries.set(key, found[at]);
    }
    const actions = keys.flatMap((key, at) => {
      const entry = entries.get(key);
      return JSON.stringify(entry) === JSON.stringify(stored[at]) ? [] : [actionOf(key, entry)];
    });
    await sendAccepted(target, actions, 'a reference entry');
  });
};
