import type {Client, estypes} from '@elastic/elasticsearch';
import {z} from 'zod';
import {whole} from '#core/command-line/figures.ts';
import type {IndexingConfig} from '#core/config/indexing.ts';
import type {IndexNames} from '#mappings/generation.ts';
import {
  parseReferenceKey,
  type ReferenceDocument,
  type ReferenceList,
  referenceLists,
} from '#mappings/reference-document.ts';
import type {ReferenceSightings} from '../document/references.ts';
import {type Check, percent, someOf} from './check.ts';

/** The numbers of a generation, or of an extract, that the gate compares with those of another. */
export type Population = {
  /** It was only read: repeated vehicles count as often as they were, so each number may be lower. */
  readonly isUpperBound?: true;
  readonly vehicles: number;
  /** Vehicles by the id of their kind; those without a kind under the empty string. */
  readonly kinds: ReadonlyMap<string, number>;
  readonly kindNames: ReadonlyMap<string, string>;
  readonly entries: ReadonlyMap<ReferenceList, number>;
};

/** A response without these buckets must not pass for an empty index. */
const Buckets = z.object({buckets: z.array(z.object({key: z.string(), doc_count: z.int()}))});

/** The register has some 40 kinds and nine lists: all of them fit into one response. */
const size = 1000;

const counts = (aggregate: unknown): readonly (readonly [string, number])[] =>
  Buckets.parse(aggregate).buckets.map(({key, doc_count}) => [key, doc_count]);

const Filtered = z.object({doc_count: z.int()});

/** Where the kind of a vehicle is: in the second field in indices of mapping version 2 and before. */
const [kindField, formerKindField] = ['vehicle.kind.id', 'kindId'];

const kindAggregations = {
  kinds: {terms: {field: kindField, size}},
  formerKinds: {terms: {field: formerKindField, size}},
  withoutKind: {
    filter: {bool: {must_not: [{exists: {field: kindField}}, {exists: {field: formerKindField}}]}},
  },
};

const countsByKind = (found: Readonly<Record<string, unknown>> = {}) => {
  const {doc_count: withoutKind} = Filtered.parse(found['withoutKind']);
  const kinds = new Map([...counts(found['kinds']), ...counts(found['formerKinds'])]);
  return withoutKind === 0 ? kinds : kinds.set('', withoutKind);
};

const total = ({total = 0}: estypes.SearchHitsMetadata): number =>
  typeof total === 'number' ? total : total.value;

/** Counts the documents of a generation, whose indices must have been refreshed. */
export const readPopulation = async (client: Client, names: IndexNames): Promise<Population> => {
  const vehicles = await client.search({
    index: names.vehicles,
    allow_partial_search_results: false,
    size: 0,
    track_total_hits: true,
    aggregations: kindAggregations,
  });
  const references = await client.search<ReferenceDocument>({
    index: names.references,
    size,
    post_filter: {term: {list: 'kinds'}},
    aggregations: {lists: {terms: {field: 'list', size}}},
  });
  const kinds = references.hits.hits.flatMap(({_source}) => _source ?? []);
  return {
    vehicles: total(vehicles.hits),
    kinds: countsByKind(vehicles.aggregations),
    kindNames: new Map(kinds.map(({id, name}) => [id, name])),
    entries: new Map(counts(references.aggregations?.['lists'])) as Population['entries'],
  };
};

/**
 * The register deletes no vehicle, so an extract has about as many as the one before it.
 *
 * @param live Number of live vehicles; undefined before the first import.
 */
export const checkVehicles = (
  {vehicles, isUpperBound}: Pick<Population, 'vehicles' | 'isUpperBound'>,
  live: number | undefined,
  {
    minVehiclesPercent,
    minFirstVehicles,
  }: Pick<IndexingConfig['gate'], 'minVehiclesPercent' | 'minFirstVehicles'>,
): Check => {
  const name = 'vehicles';
  const counted = `${isUpperBound ? 'at most ' : ''}${whole(vehicles)} vehicles`;
  const advice = 'Check whether the extract is complete, and fetch it again.';
  if (live === undefined) {
    return {
      name,
      passed: vehicles >= minFirstVehicles,
      found: `${counted}, and none are live`,
      limit: `at least ${whole(minFirstVehicles)} (GATE_MIN_FIRST_VEHICLES)`,
      advice,
    };
  }
  return {
    name,
    passed: vehicles > 0 && vehicles * 100 >= live * minVehiclesPercent,
    found: `${counted}, ${percent(vehicles, live)} of the ${whole(live)} that are live`,
    limit: `at least ${minVehiclesPercent} % (GATE_MIN_VEHICLES_PERCENT)`,
    advice,
  };
};

const nameOf = (kind: string, population: Population): string =>
  kind === '' ? 'no kind' : (population.kindNames.get(kind) ?? `kind ${kind}`);

const ofKind = (kind: string, {kinds}: Population): number => kinds.get(kind) ?? 0;

/** Every kind with at least `from` live vehicles is still present. */
export const checkKinds = (candidate: Population, live: Population, from: number): Check => {
  const vanished = Array.from(live.kinds)
    .filter(([kind, count]) => kind !== '' && count >= from && ofKind(kind, candidate) === 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${nameOf(kind, live)} (${whole(count)} are live)`);
  return {
    name: 'kinds',
    passed: vanished.length === 0,
    found: vanished.length === 0 ? 'no kind vanished' : `no vehicle of ${someOf(vanished)}`,
    limit: `each kind with ${whole(from)} live vehicles or more (GATE_VANISHED_KIND_VEHICLES)`,
    advice: 'Check whether the extract is complete, and whether the register renumbered its kinds.',
  };
};

/** The fleet changes slowly: from week to week the share of each kind is almost the same. */
export const checkKindShares = (
  candidate: Population,
  live: Population,
  maxPoints: number,
): Check => {
  const share = (kind: string, population: Population) =>
    population.vehicles === 0 ? 0 : (ofKind(kind, population) / population.vehicles) * 100;
  const moved = Array.from(new Set([...live.kinds.keys(), ...candidate.kinds.keys()]))
    .map(kind => ({kind, points: Math.abs(share(kind, candidate) - share(kind, live))}))
    .toSorted((a, b) => b.points - a.points);
  const tooFar = moved.filter(({points}) => points > maxPoints);
  const shown = tooFar.length > 0 ? tooFar : moved.slice(0, 1);
  const texts = shown.map(({kind, points}) => {
    const name = nameOf(kind, live.kinds.has(kind) ? live : candidate);
    const from = percent(ofKind(kind, live), live.vehicles);
    const to = percent(ofKind(kind, candidate), candidate.vehicles);
    return `${name} from ${from} to ${to} (${points.toFixed(2)} points)`;
  });
  return {
    name: 'kind-shares',
    passed: tooFar.length === 0,
    found: texts.length === 0 ? 'no vehicles to compare' : `moved: ${someOf(texts)}`,
    limit: `at most ${maxPoints} points (GATE_MAX_KIND_SHIFT_POINTS)`,
    advice: 'Check whether part of the extract is missing.',
  };
};

/** From this number of vehicles on, an extract has entries in every list, and every important member. */
export const completeFrom = 1000;

const expectedLists = (
  candidate: Population,
  live: Population | undefined,
): readonly ReferenceList[] => {
  if (live) return referenceLists.filter(list => (live.entries.get(list) ?? 0) > 0);
  return candidate.vehicles >= completeFrom ? referenceLists : [];
};

/** No list with live entries is empty; in a first import of some size no list is. */
export const checkReferenceLists = (candidate: Population, live: Population | undefined): Check => {
  const hasEntries = (list: ReferenceList) => (candidate.entries.get(list) ?? 0) > 0;
  const empty = expectedLists(candidate, live).filter(list => !hasEntries(list));
  const filled = referenceLists.filter(hasEntries).length;
  return {
    name: 'reference-lists',
    passed: empty.length === 0,
    found: empty.length === 0 ? `${filled} lists have entries` : `empty: ${someOf(empty)}`,
    limit: 'every live list has entries',
    advice: 'Check whether the register changed the elements that these lists are read from.',
  };
};

/** Counts each reference entry of an extract that is only read, as often as it is sighted. */
export const sightedEntries = () => {
  const entries = new Map<ReferenceList, number>();
  const kindNames = new Map<string, string>();
  return {
    add: (sightings: ReferenceSightings): void => {
      for (const [key, {name}] of sightings) {
        const {list, id} = parseReferenceKey(key);
        entries.set(list, (entries.get(list) ?? 0) + 1);
        if (list === 'kinds') kindNames.set(id, name);
      }
    },
    /** The most that the extract can have, of so many vehicles at most. */
    population: (vehicles: number): Population => {
      const kinds = new Map(kindNames.keys().map(id => [id, vehicles]));
      return {isUpperBound: true, vehicles, kinds, kindNames, entries};
    },
  };
};
