import {z} from 'zod';
import type {RejectedRecord} from '../records/source-record.ts';
import type {BulkItem} from './bulk-request.ts';

/** What can be relied on in a document that Elasticsearch refused. */
const Refused = z.object({id: z.string(), ordinals: z.tuple([z.int()], z.int())});

/**
 * A document that Elasticsearch would not take, as a reject of the record it was made of. Of its
 * reason the type alone: the sentence quotes the document.
 */
export const refusedDocument = (document: unknown, {status, error}: BulkItem): RejectedRecord => {
  const {id, ordinals} = Refused.parse(document);
  return {ordinal: ordinals[0], reason: `Indexing:${error?.type ?? status}`, ident: id};
};
