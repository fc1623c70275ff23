import type {Client} from '@elastic/elasticsearch';
import type {Generation} from '#mappings/generation.ts';
import {discard} from './candidate.ts';
import {allGenerations} from './live.ts';

/**
 * Deletes the generations older than `kept`, the one to roll back to. A candidate that another
 * builder is filling has a higher number than any generation that was live before, and stays.
 */
export const pruneBefore = async (
  client: Client,
  prefix: string,
  kept: Generation | undefined,
): Promise<readonly Generation[]> => {
  if (!kept) return [];
  const older = (await allGenerations(client, prefix)).filter(each => each.build < kept.build);
  for (const generation of older) await discard(client, prefix, generation);
  return older;
};
