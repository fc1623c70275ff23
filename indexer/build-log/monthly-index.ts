import type {Client, TransportRequestOptions} from '@elastic/elasticsearch';
import {boundsOf} from '#core/domain/month.ts';
import {buildLogIndex, buildLogPattern, parseBuildLogIndex} from '#mappings/build-event.ts';
import {createUnlessThere, indexDefinition} from '../elasticsearch/create-index.ts';

const definition = indexDefinition('mappings/index-builds.json');

/** Creates the index of this month, unless it is there. */
export const createRecordIndex = (
  client: Client,
  prefix: string,
  at: Date,
  options?: TransportRequestOptions,
): Promise<void> => createUnlessThere(client, buildLogIndex(prefix, at), definition, options);

const day = 24 * 60 * 60 * 1000;

/** Deletes the months whose last event is older than `days`, by exact name. Returns the names. */
export const deleteOldRecords = async (
  client: Client,
  prefix: string,
  {days, at}: {readonly days: number; readonly at: Date},
  options: TransportRequestOptions = {},
): Promise<readonly string[]> => {
  const every = {index: buildLogPattern(prefix), features: 'aliases'} as const;
  const indices = await client.indices.get(every, options);
  const old = Object.keys(indices).filter(index => {
    const month = parseBuildLogIndex(prefix, index);
    return month !== undefined && boundsOf(month).end.getTime() <= at.getTime() - days * day;
  });
  if (old.length > 0) {
    await client.indices.delete({index: old, ignore_unavailable: true}, options);
  }
  return old;
};
