import type {TransportRequestOptions} from '@elastic/elasticsearch';
import {boundsOf} from '#core/domain/month.ts';
import {buildLogIndex, buildLogPattern, parseBuildLogIndex} from '#mappings/build-event.ts';
import type {Installation} from '../write/installation.ts';
import {createIfMissing, indexDefinition} from './create-index.ts';

const definition = indexDefinition('mappings/index-builds.json');

/** Creates the index for the month of `at`, unless it exists. */
export const createMonthlyIndex = (
  {client, prefix}: Installation,
  at: Date,
  options?: TransportRequestOptions,
): Promise<void> => createIfMissing(client, buildLogIndex(prefix, at), definition, options);

/**
 * Deletes, by exact name, the indices of months that ended before `oldest`. Returns a sentence when
 * that failed, else null.
 */
export const deleteOldMonths = async (
  {client, prefix}: Installation,
  oldest: Date,
  requestTimeout: number,
): Promise<string | null> => {
  const options = {requestTimeout, maxRetries: 0};
  const isOld = (index: string): boolean => {
    const month = parseBuildLogIndex(prefix, index);
    return month !== undefined && boundsOf(month).end <= oldest;
  };
  try {
    const all = {index: buildLogPattern(prefix), features: 'aliases'} as const;
    const old = Object.keys(await client.indices.get(all, options)).filter(isOld);
    if (old.length > 0) {
      await client.indices.delete({index: old, ignore_unavailable: true}, options);
    }
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `Old months of index-builds could not be deleted; a later build deletes them: ${reason}.`;
  }
};
