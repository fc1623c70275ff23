import type {Client, estypes} from '@elastic/elasticsearch';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {whole} from './failures.ts';

type Response<Aggregations> = estypes.SearchResponse<VehicleDocument, Aggregations>;

/** Searches one concrete index and takes no answer from a part of it. */
export const searchIndex = async <Aggregations = unknown>(
  client: Client,
  index: string,
  request: estypes.SearchRequest,
): Promise<Response<Aggregations>> =>
  whole(
    await client.search<VehicleDocument, Aggregations>({
      ...request,
      index,
      allow_partial_search_results: false,
    }),
  );

/**
 * The documents of a search, in its order. Never its `sort` values: the client reads those as
 * numbers, which rounds an id above 2^53.
 */
export const documentsOf = ({hits}: Pick<Response<unknown>, 'hits'>): VehicleDocument[] =>
  hits.hits.map(({_id, _source}) => {
    if (_source === undefined) throw new Error(`The hit ${_id} came without its document.`);
    return _source;
  });
