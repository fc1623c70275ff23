import type {Client} from '@elastic/elasticsearch';
import {type Generation, indexNames, toVersion} from '#mappings/generation.ts';
import {storedGenerations} from './stored-generations.ts';

/** Removes a generation's indices by exact name; refused while an alias holds one of them. */
export const discard = async (
  client: Client,
  prefix: string,
  generation: Generation,
): Promise<void> => {
  const version = toVersion(generation);
  const stored = await storedGenerations(client, prefix);
  const {heldBy = []} = stored.find(each => toVersion(each) === version) ?? {};
  if (heldBy.length > 0) {
    throw new Error(`Generation ${version} is not removed: ${heldBy.join(', ')} points at it.`);
  }
  await client.indices.delete({
    index: Object.values(indexNames(prefix, version)),
    ignore_unavailable: true,
  });
};

/**
 * Removes a candidate that failed. Returns what to throw: the failure itself, or, when the candidate
 * could not be removed either, both.
 */
export const discardAfter = async (
  failure: unknown,
  client: Client,
  prefix: string,
  candidate: Generation,
): Promise<unknown> => {
  try {
    await discard(client, prefix, candidate);
    return failure;
  } catch (cause) {
    return new AggregateError(
      [failure, cause],
      `The indices of ${toVersion(candidate)} could not be removed; a later import removes them.`,
    );
  }
};
