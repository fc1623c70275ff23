import type {estypes} from '@elastic/elasticsearch';

/** What documents must match, all of it. Nothing is asked of them where there are none. */
export type Clauses = readonly estypes.QueryDslQueryContainer[];

export const equals = (field: string, value: string | undefined): Clauses =>
  value === undefined ? [] : [{term: {[field]: value}}];

/** How many documents match, exactly. Without hits, so that Elasticsearch's request cache keeps it. */
export const totalOf = (query: NonNullable<estypes.SearchRequest['query']>) =>
  ({query, size: 0, track_total_hits: true, request_cache: true}) satisfies estypes.SearchRequest;
