import type {Indices} from '#indexer/write/indices.ts';
import {BuildEvent, buildLogPattern} from '#mappings/build-event.ts';

/** Every event of the build log as it is stored, in the order of writing. */
export const loggedEvents = async ({client, prefix}: Indices): Promise<readonly BuildEvent[]> => {
  const index = buildLogPattern(prefix);
  await client.indices.refresh({index});
  const {hits} = await client.search<unknown>({index, size: 1000, sort: ['_seq_no', '@timestamp']});
  return hits.hits.map(({_source}) => BuildEvent.parse(_source));
};

/** The indices whose names match those of the build log. */
export const buildLogIndices = async ({client, prefix}: Indices): Promise<readonly string[]> => {
  const index = buildLogPattern(prefix);
  return Object.keys(await client.indices.get({index, features: 'aliases'})).toSorted();
};
