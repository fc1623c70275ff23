import type {Client} from '@elastic/elasticsearch';
import type {Generation} from '#mappings/generation.ts';
import {discard} from './discard.ts';
import {storedGenerations} from './stored-generations.ts';

/**
 * Deletes the generations older than `kept`, the one to roll back to, but for those that an alias
 * holds. A candidate that another builder is filling has a higher number than any generation that
 * was live before, and stays.
 */
export const pruneBefore = async (
  client: Client,
  prefix: string,
  kept: Generation | undefined,
): Promise<readonly Generation[]> => {
  if (!kept) return [];
  const stored = await storedGenerations(client, prefix);
  const older = stored.filter(({build, heldBy}) => build < kept.build && heldBy.length === 0);
  for (const generation of older) await discard(client, prefix, generation);
  return older;
};
