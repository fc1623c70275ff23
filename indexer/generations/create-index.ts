import {readFileSync} from 'node:fs';
import type {Client, estypes, TransportRequestOptions} from '@elastic/elasticsearch';
import {isTakenName} from '../write/errors.ts';

/** Settings and mapping of an index, in the form of `PUT /<index>`. */
export type IndexDefinition = Pick<estypes.IndicesCreateRequest, 'settings' | 'mappings'>;

/** @param file Path of a JSON file, relative to the repository. */
export const indexDefinition = (file: string): IndexDefinition =>
  JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));

/** Creates an index unless it exists. Concurrent commands may create the same one. */
export const createIfMissing = async (
  client: Client,
  index: string,
  definition: IndexDefinition,
  options: TransportRequestOptions = {},
): Promise<void> => {
  try {
    await client.indices.create({...definition, index}, options);
  } catch (error) {
    if (!isTakenName(error)) throw error;
  }
};
