import type {Client, estypes} from '@elastic/elasticsearch';
import {z} from 'zod';
import type {IndexNames} from '#mappings/generation.ts';
import type {ReferenceDocument, ReferenceList} from '#mappings/reference-document.ts';

/** The numbers of a generation that the gate compares with those of another. */
export type Population = {
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

const counts = (aggregate: unknown): ReadonlyMap<string, number> =>
  new Map(Buckets.parse(aggregate).buckets.map(({key, doc_count}) => [key, doc_count]));

const total = ({total = 0}: estypes.SearchHitsMetadata): number =>
  typeof total === 'number' ? total : total.value;

/** Counts the documents of a generation, whose indices must have been refreshed. */
export const readPopulation = async (client: Client, names: IndexNames): Promise<Population> => {
  const vehicles = await client.search({
    index: names.vehicles,
    size: 0,
    track_total_hits: true,
    aggregations: {kinds: {terms: {field: 'kindId', missing: '', size}}},
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
    kinds: counts(vehicles.aggregations?.['kinds']),
    kindNames: new Map(kinds.map(({id, name}) => [id, name])),
    entries: counts(references.aggregations?.['lists']) as Population['entries'],
  };
};
