import {readFileSync} from 'node:fs';
import type {Client, estypes, TransportRequestOptions} from '@elastic/elasticsearch';
import {stateIndex} from '#mappings/indexer-state.ts';
import {isTakenName} from '../generation/engine-refusals.ts';

const definition: Pick<estypes.IndicesCreateRequest, 'settings' | 'mappings'> = JSON.parse(
  readFileSync(new URL('../../mappings/indexer-state.json', import.meta.url), 'utf8'),
);

/** Creates the index of the indexer's state. Another command may be faster: that is as good. */
export const createStateIndex = async (
  client: Client,
  prefix: string,
  options: TransportRequestOptions = {},
): Promise<void> => {
  try {
    await client.indices.create({...definition, index: stateIndex(prefix)}, options);
  } catch (error) {
    if (!isTakenName(error)) throw error;
  }
};
