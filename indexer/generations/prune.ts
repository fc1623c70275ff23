import type {Installation} from '../write/installation.ts';
import {type RetryPolicy, retry, shortRetry} from '../write/retry.ts';
import {discard, GenerationInUse} from './discard.ts';
import {
  isHeld,
  rollbackChain,
  type StoredGeneration,
  storedGenerations,
} from './stored-generations.ts';

/** Deletes generations and returns those deleted: one that an alias was put on meanwhile stays. */
const discardUnused = async (
  installation: Installation,
  generations: readonly StoredGeneration[],
  policy: RetryPolicy,
): Promise<readonly StoredGeneration[]> => {
  const discarded: StoredGeneration[] = [];
  for (const generation of generations) {
    try {
      await discard(installation, generation, policy);
      discarded.push(generation);
    } catch (error) {
      if (!(error instanceof GenerationInUse)) throw error;
    }
  }
  return discarded;
};

/**
 * The generations that pruning deletes: all but the first `keep` of the rollback chain, those held
 * to go live later, one that a build may be filling, and those with a foreign alias. None while no
 * generation is live: an operator has to look first.
 */
export const prunable = (
  stored: readonly StoredGeneration[],
  keep: number,
): readonly StoredGeneration[] => {
  const kept = rollbackChain(stored).slice(0, keep);
  const [live] = kept;
  if (!live) return [];
  const mayBeFilling = ({isSealed, isBeingDeleted, build}: StoredGeneration) =>
    !isSealed && !isBeingDeleted && build > live.build;
  return stored.filter(
    each =>
      !kept.includes(each) &&
      !isHeld(live)(each) &&
      !mayBeFilling(each) &&
      each.foreignAliases.length === 0,
  );
};

/**
 * Deletes the prunable generations and returns them; one that went live in the meantime stays.
 *
 * @param confirmed Versions the operator confirmed; no others are deleted.
 */
export const prune = async (
  installation: Installation,
  keep: number,
  confirmed?: readonly string[],
): Promise<readonly StoredGeneration[]> => {
  const generations = prunable(await storedGenerations(installation), keep).filter(
    ({version}) => confirmed?.includes(version) ?? true,
  );
  return await discardUnused(installation, generations, shortRetry);
};

/**
 * Deletes what dead builders left behind: unfinished generations, those whose deletion has begun, and
 * the `abandoned` candidates that never went live. The live generation and its rollback chain stay. While none is live, so do
 * all that are finished: the aliases may have been removed by hand. Only for the holder of the lock: no
 * one else fills a candidate then.
 */
export const removeLeftovers = async (
  installation: Installation,
  abandoned: readonly string[],
  policy: RetryPolicy,
): Promise<readonly StoredGeneration[]> => {
  const stored = await retry(policy, () => storedGenerations(installation));
  const chain = rollbackChain(stored);
  const leftovers = stored.filter(
    each =>
      !chain.includes(each) &&
      each.foreignAliases.length === 0 &&
      (!each.isSealed ||
        (each.isBeingDeleted && chain.length > 0) ||
        (abandoned.includes(each.version) && each.previous === undefined)),
  );
  return await discardUnused(installation, leftovers, policy);
};
