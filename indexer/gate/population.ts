import type {Client, estypes} from '@elastic/elasticsearch';
import {z} from 'zod';
import type {IndexNames} from '#mappings/generation.ts';
import type {ReferenceList} from '#mappings/reference-document.ts';

/** The numbers of a generation that the gate compares with those of another. */
export type Population = {
  readonly vehicles: number;
  /** Vehicles by the id of their kind; those without a kind under the empty string. */
  readonly kinds: ReadonlyMap<string, number>;
  readonly kindNames: ReadonlyMap<string, string>;
  readonly entries: ReadonlyMap<ReferenceList, number>;
};

const Buckets = z.object({buckets: z.array(z.object({key: z.string(), doc_count: z.int()}))});

/** The register has some 40 kinds and nine lists: all of them fit into one response. */
const mostBuckets = 1000;

const counts = (aggregate: unknown): ReadonlyMap<string, number> =>
  new Map(Buckets.parse(aggregate).buckets.map(({key, doc_count}) => [key, doc_count]));

const total = (hits: estypes.SearchHitsMetadata): number =>
  typeof hits.total === 'number' ? hits.total : (hits.total?.value ?? 0);

const kindNames = (hits: estypes.SearchHitsMetadata): ReadonlyMap<string, string> =>
  new Map(
    z
      .array(z.object({_source: z.object({id: z.string(), name: z.string()})}))
      .parse(hits.hits)
      .map(({_source: {id, name}}) => [id, name]),
  );

/** Counts the documents of a generation, whose indices must have been refreshed. */
export const readPopulation = async (client: Client, names: IndexNames): Promise<Population> => {
  const ofVehicles = await client.search({
    index: names.vehicles,
    size: 0,
    track_total_hits: true,
    aggregations: {kinds: {terms: {field: 'kindId', missing: '', size: mostBuckets}}},
  });
  const ofReferences = await client.search({
    index: names.references,
    size: mostBuckets,
    query: {term: {list: 'kinds'}},
    aggregations: {
      all: {
        global: {},
        aggregations: {lists: {terms: {field: 'list', size: mostBuckets}}},
      },
    },
  });
  const {lists} = z.object({lists: z.unknown()}).parse(ofReferences.aggregations?.['all']);
  return {
    vehicles: total(ofVehicles.hits),
    kinds: counts(ofVehicles.aggregations?.['kinds']),
    kindNames: kindNames(ofReferences.hits),
    entries: counts(lists) as Population['entries'],
  };
};
