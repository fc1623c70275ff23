import type {Client, TransportRequestOptions} from '@elastic/elasticsearch';
import {createUnlessThere, indexDefinition} from '../elasticsearch/create-index.ts';
import {stateIndex} from './indexer-state.ts';

const definition = indexDefinition('indexer/state/indexer-state.json');

/** Creates the index of the indexer's state, unless it is there. */
export const createStateIndex = (
  client: Client,
  prefix: string,
  options?: TransportRequestOptions,
): Promise<void> => createUnlessThere(client, stateIndex(prefix), definition, options);
