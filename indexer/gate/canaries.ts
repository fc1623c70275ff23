import type {Client} from '@elastic/elasticsearch';
import {z} from 'zod';
import type {Canary} from '../workers/prepare-batch.ts';

/**
 * Keeps between `wanted` and twice as many canaries, spread evenly over all that came: when there
 * are too many, every other one goes, and from then on every other one is taken.
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
    /** Forgets a vehicle whose document Elasticsearch would not take. */
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
const asked = 500;

/** The vehicles among the canaries that a search for their plate does not find. */
export const lostCanaries = async (
  client: Client,
  index: string,
  canaries: readonly Canary[],
): Promise<readonly string[]> => {
  const lost: string[] = [];
  for (let from = 0; from < canaries.length; from += asked) {
    const some = canaries.slice(from, from + asked);
    const filters = some.map(({id, plate}) => ({
      bool: {filter: [{term: {plates: plate}}, {term: {id}}]},
    }));
    const {aggregations} = await client.search({
      index,
      size: 0,
      track_total_hits: false,
      aggregations: {canaries: {filters: {filters}}},
    });
    const {buckets} = Found.parse(aggregations?.['canaries']);
    lost.push(...some.filter((_, at) => buckets[at]?.doc_count !== 1).map(({id}) => id));
  }
  return lost;
};
