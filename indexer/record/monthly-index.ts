import {readFileSync} from 'node:fs';
import type {Client, estypes, TransportRequestOptions} from '@elastic/elasticsearch';
import {parseRecordIndex, recordIndex, recordPattern} from '#mappings/build-event.ts';
import {boundsOf} from '#src/domain/month.ts';
import {isTakenName} from '../generation/engine-refusals.ts';

const definition: Pick<estypes.IndicesCreateRequest, 'settings' | 'mappings'> = JSON.parse(
  readFileSync(new URL('../../mappings/index-builds.json', import.meta.url), 'utf8'),
);

/** Creates the index of this month. Another command may be faster: that is as good. */
export const createRecordIndex = async (
  client: Client,
  prefix: string,
  at: Date,
  options: TransportRequestOptions = {},
): Promise<void> => {
  try {
    await client.indices.create({...definition, index: recordIndex(prefix, at)}, options);
  } catch (error) {
    if (!isTakenName(error)) throw error;
  }
};

const day = 24 * 60 * 60 * 1000;

/** Deletes the months whose last event is older than `days`, by exact name. Returns the names. */
export const deleteOldRecords = async (
  client: Client,
  prefix: string,
  {days, at}: {readonly days: number; readonly at: Date},
  options: TransportRequestOptions = {},
): Promise<readonly string[]> => {
  const every = {index: recordPattern(prefix), features: 'aliases'} as const;
  const indices = await client.indices.get(every, options);
  const old = Object.keys(indices).filter(index => {
    const month = parseRecordIndex(prefix, index);
    return month !== undefined && boundsOf(month).end.getTime() <= at.getTime() - days * day;
  });
  if (old.length > 0) {
    await client.indices.delete({index: old, ignore_unavailable: true}, options);
  }
  return old;
};
