import type {Client} from '@elastic/elasticsearch';
import {discard, GenerationHeld} from './discard.ts';
import {superfluous} from './lineage.ts';
import {type StoredGeneration, storedGenerations} from './stored-generations.ts';

/**
 * Deletes what `superfluous` names and returns it, but for a generation that went live, or that
 * somebody put an alias on, before it could be deleted: that one stays.
 */
export const prune = async (
  client: Client,
  prefix: string,
  keep: number,
): Promise<readonly StoredGeneration[]> => {
  const pruned: StoredGeneration[] = [];
  for (const generation of superfluous(await storedGenerations(client, prefix), keep)) {
    try {
      await discard(client, prefix, generation);
      pruned.push(generation);
    } catch (error) {
      if (!(error instanceof GenerationHeld)) throw error;
    }
  }
  return pruned;
};
