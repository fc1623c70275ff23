import type {Client, estypes} from '@elastic/elasticsearch';
import {type RetryPolicy, retry} from './retry.ts';

type Wanted = Pick<estypes.SearchRequest, '_source' | 'docvalue_fields'> & {
  /** Hits of one request, of which the next is under way while a page is used. */
  readonly size: number;
  /** Begins after the vehicle with this id. */
  readonly after?: string | null;
};

/**
 * The vehicles of a sealed index by id in ascending order, page by page. No merge changes this order, so that a reader
 * can stop and resume later.
 */
export async function* vehiclesById<Document>(
  client: Client,
  index: string,
  {after = null, size, ...what}: Wanted,
  policy: RetryPolicy,
): AsyncGenerator<readonly estypes.SearchHit<Document>[]> {
  const read = async (after: string | null) => {
    const page = retry(policy, () =>
      client.search<Document>({
        ...what,
        index,
        size,
        sort: [{'vehicle.id': 'asc'}],
        track_total_hits: false,
        allow_partial_search_results: false,
        ...(after !== null && {search_after: [after]}),
      }),
    );
    return (await page).hits.hits;
  };
  let hits = await read(after);
  while (hits.length > 0) {
    const next = hits.length < size ? Promise.resolve([]) : read(hits.at(-1)?._id ?? null);
    // A reader that stops does not wait for it.
    next.catch(() => {});
    yield hits;
    hits = await next;
  }
}
