import type {Client, estypes} from '@elastic/elasticsearch';
import {whole} from './failures.ts';

type Response<Document, Aggregations = unknown> = estypes.SearchResponse<Document, Aggregations>;

/** Searches one concrete index and takes no answer from a part of it. */
export const searchIndex = async <Document, Aggregations = unknown>(
  client: Client,
  index: string,
  request: estypes.SearchRequest,
): Promise<Response<Document, Aggregations>> =>
  whole(
    await client.search<Document, Aggregations>({
      ...request,
      index,
      allow_partial_search_results: false,
    }),
  );

/** The hits of a search or of a part of it. */
export type Hits<Document> = Pick<Response<Document>, 'hits'>;

/**
 * The documents of a search, in its order. Never its `sort` values: the client reads those as
 * numbers, which rounds an id above 2^53.
 */
export const documentsOf = <Document>({hits}: Hits<Document>): Document[] =>
  hits.hits.map(({_id, _source}) => {
    if (_source === undefined) throw new Error(`The hit ${_id} came without its document.`);
    return _source;
  });

/** How many documents match, of a search that was told to count them all. */
export const countOf = ({hits}: Hits<unknown>): number => {
  if (typeof hits.total !== 'object') throw new Error('A total came without its count.');
  return hits.total.value;
};
