import type {Client} from '@elastic/elasticsearch';
import {z} from 'zod';
import type {Batch} from './batch.ts';

const BulkItem = z.object({
  status: z.int(),
  error: z.object({type: z.string(), reason: z.string().optional()}).optional(),
});
export type BulkItem = z.output<typeof BulkItem>;

const BulkResponse = z.object({
  errors: z.boolean(),
  items: z.array(z.record(z.string(), BulkItem)).default([]),
});

const taken: BulkItem = {status: 201};

/**
 * One bulk request through `alias`, never past it: an index that is gone is not created anew.
 * Returns one item per document, in order.
 */
export const sendBulk = async (
  client: Client,
  alias: string,
  {body, ends}: Batch,
  signal: AbortSignal,
): Promise<readonly BulkItem[]> => {
  const answer = await client.transport.request(
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
  const {errors, items} = BulkResponse.parse(answer);
  if (!errors) return Array.from(ends, () => taken);
  const answers = items.flatMap(item => Object.values(item));
  if (answers.length === ends.length) return answers;
  throw new Error(`Elasticsearch answered for ${answers.length} of ${ends.length} documents.`);
};
