import {readFileSync} from 'node:fs';
import type {Client, estypes, TransportRequestOptions} from '@elastic/elasticsearch';
import {isTakenName} from './response-errors.ts';

/** Settings and mapping of an index, in the form of `PUT /<index>`. */
export type IndexDefinition = Pick<estypes.IndicesCreateRequest, 'settings' | 'mappings'>;

/** @param file Path of the JSON file, from the checkout. */
export const indexDefinition = (file: string): IndexDefinition =>
  JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));

/** Creates an index that several commands may want at once: whoever is faster, it is there. */
export const createUnlessThere = async (
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
