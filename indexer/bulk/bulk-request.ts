import {type Client, errors} from '@elastic/elasticsearch';
import {z} from 'zod';
import {type RetryPolicy, retry} from '../elasticsearch/retry.ts';
import type {RejectedRecord} from '../records/source-record.ts';
import {type Batch, subBatch} from './batch.ts';

const BulkItem = z.object({
  status: z.int(),
  error: z.object({type: z.string(), reason: z.string().optional()}).optional(),
});

/** The result for one document. */
export type BulkItem = z.output<typeof BulkItem>;

const BulkResponse = z.object({
  errors: z.boolean(),
  items: z.array(z.record(z.string(), BulkItem)).default([]),
});

const created: BulkItem = {status: 201};

/** Where documents go, and how long to retry. */
export type BulkTarget = {
  readonly client: Client;
  readonly alias: string;
  readonly policy: RetryPolicy;
};

/** One request. It writes through the alias only: an index that is gone is not created anew. */
const request = async (
  {client, alias, policy: {signal}}: BulkTarget,
  {body, ends}: Batch,
): Promise<readonly BulkItem[]> => {
  const response = await client.transport.request(
    {
      method: 'POST',
      path: `/${encodeURIComponent(alias)}/_bulk`,
      querystring: {
        require_alias: true,
        filter_path: 'errors,items.*.status,items.*.error.type,items.*.error.reason',
      },
      bulkBody: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
    },
    {signal},
  );
  const {errors, items} = BulkResponse.parse(response);
  if (!errors) return Array.from(ends, () => created);
  const results = items.flatMap(item => Object.values(item));
  if (results.length === ends.length) return results;
  throw new Error(`Elasticsearch answered for ${results.length} of ${ends.length} documents.`);
};

const isTooLarge = (error: unknown) =>
  error instanceof errors.ResponseError && error.statusCode === 413;

/**
 * Sends a batch in one request, or in halves when Elasticsearch, or a proxy before it, refuses that
 * as too large. Returns one item per document, in order.
 */
export const sendBulk = async (target: BulkTarget, batch: Batch): Promise<readonly BulkItem[]> => {
  try {
    return await retry(target.policy, () => request(target, batch));
  } catch (error) {
    const positions = Array.from(batch.ends.keys());
    const middle = Math.ceil(positions.length / 2);
    if (!isTooLarge(error) || middle === positions.length) throw error;
    const halves = [positions.slice(0, middle), positions.slice(middle)];
    const items: BulkItem[] = [];
    for (const half of halves) {
      items.push(...(await sendBulk(target, subBatch(batch, half))));
    }
    return items;
  }
};

const Refused = z.object({id: z.string(), ordinals: z.tuple([z.int()], z.int())});

/**
 * The rejected record of a document that Elasticsearch refused. The reason holds the type of the
 * error alone: its message quotes the document.
 */
export const toRejected = (document: unknown, {status, error}: BulkItem): RejectedRecord => {
  const {id, ordinals} = Refused.parse(document);
  return {ordinal: ordinals[0], reason: `Indexing:${error?.type ?? status}`, ident: id};
};
