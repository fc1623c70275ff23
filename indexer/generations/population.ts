import type {Client, estypes} from '@elastic/elasticsearch';
import {z} from 'zod';
import type {IndexNames} from '#mappings/generation.ts';
import {
  parseReferenceKey,
  type ReferenceDocument,
  type ReferenceList,
} from '#mappings/reference-document.ts';
import {digestText, digestWords} from '#mappings/vehicle-document.ts';
import type {Canary} from '../document/prepare-batch.ts';
import type {ReferenceSightings} from '../document/references.ts';
import {chunksOf} from '../write/iteration.ts';

/** The numbers of a generation, or of an extract, that the gate compares with those of another. */
export type Population = {
  /** The extract was only read: repeated vehicles count each time, so the true numbers may be lower. */
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

const total = ({total = 0}: estypes.SearchHitsMetadata): number =>
  typeof total === 'number' ? total : total.value;

/** Counts the documents of a generation, whose indices must have been refreshed. */
export const readPopulation = async (
  client: Client,
  names: Pick<IndexNames, 'vehicles' | 'references'>,
): Promise<Population> => {
  const vehicles = await client.search({
    index: names.vehicles,
    allow_partial_search_results: false,
    size: 0,
    track_total_hits: true,
    aggregations: {kinds: {terms: {field: 'vehicle.kind.id', missing: '', size}}},
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
    kinds: new Map(counts(vehicles.aggregations?.['kinds'])),
    kindNames: new Map(kinds.map(({id, name}) => [id, name])),
    entries: new Map(counts(references.aggregations?.['lists'])) as Population['entries'],
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
    /** The upper bounds for the extract, given one for its vehicles. */
    population: (vehicles: number): Population => {
      const kinds = new Map(kindNames.keys().map(id => [id, vehicles]));
      return {isUpperBound: true, vehicles, kinds, kindNames, entries};
    },
  };
};

const Found = z.object({buckets: z.array(z.object({doc_count: z.int()}))});

/** Filters of one request: well below what Elasticsearch allows. */
const perRequest = 500;

/** The ids of canaries that a search for their plate does not find. */
export const lostCanaries = async (
  client: Client,
  index: string,
  canaries: readonly Canary[],
): Promise<readonly string[]> => {
  const lost: string[] = [];
  for (const some of chunksOf(canaries, perRequest)) {
    const filters = some.map(({id, plate}) => ({
      bool: {filter: [{term: {'vehicle.plates': plate}}, {term: {'vehicle.id': id}}]},
    }));
    const {aggregations} = await client.search({
      index,
      allow_partial_search_results: false,
      size: 0,
      track_total_hits: false,
      aggregations: {canaries: {filters: {filters}}},
    });
    const {buckets} = Found.parse(aggregations?.['canaries']);
    lost.push(...some.filter((_, at) => buckets[at]?.doc_count !== 1).map(({id}) => id));
  }
  return lost;
};

/** The `digest` of a dataset, whose indices must have been refreshed. */
export const readDigest = async (client: Client, {vehicles}: IndexNames): Promise<string> => {
  const {aggregations} = await client.search({
    index: vehicles,
    size: 0,
    allow_partial_search_results: false,
    aggs: Object.fromEntries(digestWords.map(word => [word, {sum: {field: `digest.${word}`}}])),
  });
  const sums = z.record(z.enum(digestWords), z.object({value: z.int()})).parse(aggregations);
  return digestText(word => sums[word].value);
};
