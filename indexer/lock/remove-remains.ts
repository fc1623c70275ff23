import type {Client} from '@elastic/elasticsearch';
import {type RetryPolicy, retry} from '../elasticsearch/retry.ts';
import {discard, GenerationHeld} from '../generation/discard.ts';
import {lineage} from '../generation/lineage.ts';
import {storedGenerations} from '../generation/stored-generations.ts';

/**
 * Deletes what builders that died left behind: whatever is unfinished, or whose deletion was begun,
 * and the `abandoned` candidates, but for one that went live after all and one to roll back to. Only
 * for who holds the lock: nobody else fills a candidate now.
 */
export const removeRemains = async (
  client: Client,
  prefix: string,
  abandoned: readonly string[],
  policy: RetryPolicy,
): Promise<readonly string[]> => {
  const stored = await retry(policy, () => storedGenerations(client, prefix));
  const line = lineage(stored);
  const remains = stored.filter(
    each =>
      !line.includes(each) &&
      each.heldBy.length === 0 &&
      (!each.isSealed || each.isLeaving || abandoned.includes(each.version)),
  );
  const removed: string[] = [];
  for (const generation of remains) {
    try {
      await discard(client, prefix, generation, policy);
      removed.push(generation.version);
    } catch (error) {
      if (!(error instanceof GenerationHeld)) throw error;
    }
  }
  return removed;
};
