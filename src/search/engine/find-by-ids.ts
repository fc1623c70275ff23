import type {Client} from '@elastic/elasticsearch';
import {DocumentError} from './failures.ts';

/** The documents that were found, by the value that was asked for. */
export type Found<Key, Document> = ReadonlyMap<Key, Document>;

/** The documents with these ids that an index has. */
export const findByIds = async <Id extends string, Document>(
  client: Client,
  index: string,
  ids: readonly Id[],
): Promise<Found<Id, Document>> => {
  if (ids.length === 0) return new Map();
  const {docs} = await client.mget<Document>({index, ids: [...ids]});
  const found = new Map<Id, Document>();
  for (const doc of docs) {
    if ('error' in doc) throw new DocumentError(doc.error.type, doc.error.reason);
    if (doc._source) found.set(doc._id as Id, doc._source);
  }
  return found;
};
