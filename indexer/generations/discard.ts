import {type Generation, indexNames, toVersion} from '#mappings/generation.ts';
import type {Indices} from '../write/indices.ts';
import {type RetryPolicy, retry, shortRetry} from '../write/retry.ts';
import {
  aliasesOn,
  rollbackChain,
  type StoredGeneration,
  storedGenerations,
} from './stored-generations.ts';

/** An alias points at the generation, so it must not be deleted. */
export class GenerationInUse extends Error {
  override readonly name = 'GenerationInUse';
}

/**
 * Deletes a generation's indices by exact name. First its build aliases are removed, all or none:
 * from then on it cannot go live, and the removal fails if it has gone live meanwhile. After a lost
 * response or a change by another process, the aliases are read again.
 *
 * Throws `GenerationInUse` when another alias points at it; nothing is changed then.
 */
export const discard = async (
  indices: Indices,
  generation: Generation,
  policy = shortRetry,
): Promise<void> => {
  const {client, prefix} = indices;
  const version = toVersion(generation);
  for (;;) {
    const aliases = await retry(policy, () => aliasesOn(indices, generation));
    if (!aliases) return;
    const {own, others} = aliases;
    if (others.length > 0) {
      const names = others.map(({alias}) => alias).join(', ');
      throw new GenerationInUse(`Generation ${version} is not deleted: ${names} points at it.`);
    }
    if (own.length === 0) {
      const index = Object.values(indexNames(prefix, version));
      await retry(policy, () => client.indices.delete({index, ignore_unavailable: true}));
      return;
    }
    const actions = own.map(each => ({remove: {...each, must_exist: true}}));
    await retry(policy, () => client.indices.updateAliases({actions}, {ignore: [404]}));
  }
};

/**
 * Deletes a candidate after a failure. Returns the error to throw: the failure, or an `AggregateError`
 * with both when the candidate could not be deleted.
 */
export const discardAfter = async (
  indices: Indices,
  candidate: Generation,
  failure: unknown,
): Promise<unknown> => {
  try {
    await discard(indices, candidate);
    return failure;
  } catch (cause) {
    return new AggregateError(
      [failure, cause],
      `The indices of ${toVersion(candidate)} could not be deleted; a later import deletes them.`,
    );
  }
};

/** Deletes generations and returns those deleted: one that an alias was put on meanwhile stays. */
const discardUnused = async (
  indices: Indices,
  generations: readonly StoredGeneration[],
  policy: RetryPolicy,
): Promise<readonly StoredGeneration[]> => {
  const discarded: StoredGeneration[] = [];
  for (const generation of generations) {
    try {
      await discard(indices, generation, policy);
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
  const mayGoLive = ({isBeingDeleted, previous, build}: StoredGeneration) =>
    !isBeingDeleted && previous === undefined && build > live.build;
  return stored.filter(
    each => !kept.includes(each) && !mayGoLive(each) && each.foreignAliases.length === 0,
  );
};

/**
 * Deletes the prunable generations and returns them; one that went live in the meantime stays.
 *
 * @param confirmed Versions the operator confirmed; no others are deleted.
 */
export const prune = async (
  indices: Indices,
  keep: number,
  confirmed?: readonly string[],
): Promise<readonly StoredGeneration[]> => {
  const generations = prunable(await storedGenerations(indices), keep).filter(
    ({version}) => confirmed?.includes(version) ?? true,
  );
  return await discardUnused(indices, generations, shortRetry);
};

/**
 * Deletes what dead builders left behind: unfinished generations, those whose deletion has begun, and
 * the `abandoned` candidates that never went live. The live generation and its rollback chain stay. While none is live,
 * so do all finished ones: the aliases may have been removed by hand. Only for the holder of the lock: no
 * one else fills a candidate then.
 */
export const removeLeftovers = async (
  indices: Indices,
  abandoned: readonly string[],
  policy: RetryPolicy,
): Promise<readonly StoredGeneration[]> => {
  const stored = await retry(policy, () => storedGenerations(indices));
  const chain = rollbackChain(stored);
  const leftovers = stored.filter(
    each =>
      !chain.includes(each) &&
      each.foreignAliases.length === 0 &&
      (!each.isSealed ||
        (each.isBeingDeleted && chain.length > 0) ||
        (abandoned.includes(each.version) && each.previous === undefined)),
  );
  return await discardUnused(indices, leftovers, policy);
};
