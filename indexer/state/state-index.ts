import type {Client, TransportRequestOptions} from '@elastic/elasticsearch';
import {stateIndex} from '#mappings/indexer-state.ts';
import {createUnlessThere, indexDefinition} from '../create-index.ts';

const definition = indexDefinition('indexer-state.json');

/** Creates the index of the indexer's state, unless it is there. */
export const createStateIndex = (
  client: Client,
  prefix: string,
  options?: TransportRequestOptions,
): Promise<void> => createUnlessThere(client, stateIndex(prefix), definition, options);
