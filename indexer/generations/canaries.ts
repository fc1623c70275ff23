import type {Client} from '@elastic/elasticsearch';
import {z} from 'zod';
import {whole} from '#core/command-line/figures.ts';
import type {Canary} from '../document/prepare-batch.ts';
import {type Check, someOf} from './check.ts';

/**
 * Keeps between `wanted` and twice as many canaries, spread evenly over all that were added: when
 * there are too many, every second one is dropped, and from then on every second one is added.
 */
export const canarySample = (wanted: number) => {
  let kept: Canary[] = [];
  let [stride, seen] = [1, 0];
  return {
    add: (canary: Canary): void => {
      if (seen++ % stride !== 0) return;
      kept.push(canary);
      if (kept.length <= wanted * 2) return;
      kept = kept.filter((_, index) => index % 2 === 0);
      stride *= 2;
    },
    /** Removes a vehicle whose document Elasticsearch rejected. */
    forget: (id: string | undefined): void => {
      kept = kept.filter(canary => canary.id !== id);
    },
    taken: (): readonly Canary[] => {
      const every = Math.max(1, kept.length / wanted);
      return kept.filter((_, index) => Math.floor(index % every) === 0).slice(0, wanted);
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
  for (let from = 0; from < canaries.length; from += perRequest) {
    const some = canaries.slice(from, from + perRequest);
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

/** Each plate seen in the extract finds its vehicle. */
export const checkCanaries = (searched: number, lost: readonly string[]): Check => ({
  name: 'canaries',
  passed: lost.length === 0,
  found:
    `${whole(searched - lost.length)} of ${whole(searched)} plates find their vehicle` +
    (lost.length === 0 ? '' : `; not those of vehicles ${someOf(lost)}`),
  limit: 'all of them (GATE_CANARIES sets how many are searched)',
  advice: 'Import again; if it happens again, the indexer and the index disagree on plates.',
});
