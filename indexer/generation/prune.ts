import type {Client} from '@elastic/elasticsearch';
import {discard, GenerationHeld} from './discard.ts';
import {prunable} from './lineage.ts';
import {type StoredGeneration, storedGenerations} from './stored-generations.ts';

/**
 * Deletes what `prunable` names and returns it, but for a generation that went live, or that
 * somebody put an alias on, before it could be deleted: that one stays. Of a person who `agreed` to
 * certain versions, no other is deleted.
 */
export const prune = async (
  client: Client,
  prefix: string,
  keep: number,
  agreed?: readonly string[],
): Promise<readonly StoredGeneration[]> => {
  const pruned: StoredGeneration[] = [];
  const doomed = prunable(await storedGenerations(client, prefix), keep);
  for (const generation of doomed) {
    if (agreed && !agreed.includes(generation.version)) continue;
    try {
      await discard(client, prefix, generation);
      pruned.push(generation);
    } catch (error) {
      if (!(error instanceof GenerationHeld)) throw error;
    }
  }
  return pruned;
};
