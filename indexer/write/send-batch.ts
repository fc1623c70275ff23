import {type Client, errors, type estypes} from '@elastic/elasticsearch';
import {type Batch, batchOf, subBatch} from '../document/batch.ts';
import {CandidateLost} from './errors.ts';
import {Overloaded, type RetryPolicy, retry} from './retry.ts';

/** Where documents go, and how long to retry. */
export type BulkTarget = {
  readonly client: Client;
  readonly alias: string;
  readonly policy: RetryPolicy;
};

/** The result for one document. */
export type BulkItem = Pick<estypes.BulkResponseItem, 'status' | 'error'>;

const isBusy = ({status}: BulkItem) => status === 429 || status === 503;

/** Written, already there (409), rejected (400), or deleted before (404 without an error). */
const isFinal = ({status, error}: BulkItem) =>
  status < 300 || status === 409 || status === 400 || (status === 404 && error === undefined);

/** One request. It writes through the alias only: an index that is gone is not created anew. */
const request = async (
  {client, alias, policy: {signal}}: BulkTarget,
  {body, ends}: Batch,
): Promise<readonly BulkItem[]> => {
  const {items} = await client.transport.request<estypes.BulkResponse>(
    {
      method: 'POST',
      path: `/${encodeURIComponent(alias)}/_bulk`,
      querystring: {
        require_alias: true,
        filter_path: 'items.*.status,items.*.error.type,items.*.error.reason',
      },
      bulkBody: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
    },
    {signal},
  );
  const results = items.flatMap(item => Object.values(item));
  if (results.length === ends.length) return results;
  throw new Error(`Elasticsearch answered for ${results.length} of ${ends.length} documents.`);
};

/**
 * Sends a batch in one request, or in halves when Elasticsearch, or a proxy before it, refuses that
 * as too large. Returns one item per document, in order.
 */
const sendBulk = async (target: BulkTarget, batch: Batch): Promise<readonly BulkItem[]> => {
  try {
    return await retry(target.policy, () => request(target, batch));
  } catch (error) {
    const positions = Array.from(batch.ends.keys());
    const middle = Math.ceil(positions.length / 2);
    const isTooLarge = error instanceof errors.ResponseError && error.statusCode === 413;
    if (!isTooLarge || middle === positions.length) throw error;
    const first = await sendBulk(target, subBatch(batch, positions.slice(0, middle)));
    return [...first, ...(await sendBulk(target, subBatch(batch, positions.slice(middle))))];
  }
};

/**
 * Sends a batch until every document has a final item, and returns these in order: a success, 409 or
 * 400. Only documents that Elasticsearch was too busy for are sent again: at once while it accepts
 * some, else as the policy says. Throws for any other item: it does not concern the document.
 */
export const sendBatch = async (target: BulkTarget, batch: Batch): Promise<readonly BulkItem[]> => {
  let items = Array.from(batch.ends, (): BulkItem => ({status: 429}));

  const sendBusy = async (): Promise<void> => {
    const busy = items.flatMap((item, position) => (isBusy(item) ? [position] : []));
    const part = busy.length === items.length ? batch : subBatch(batch, busy);
    const results = await sendBulk(target, part);
    const failed = results.find(item => !isBusy(item) && !isFinal(item));
    if (failed?.status === 404) throw new CandidateLost();
    if (failed) {
      const {status, error} = failed;
      throw new Error(`Elasticsearch does not accept documents: ${error?.reason ?? status}.`);
    }
    const latest = results.values();
    items = items.map(item => (isBusy(item) ? (latest.next().value ?? item) : item));
    if (results.every(isBusy)) throw new Overloaded('documents', results[0]?.error?.reason);
  };

  while (items.some(isBusy)) await retry(target.policy, sendBusy);
  return items;
};

/**
 * Sends documents of which Elasticsearch must not reject one.
 *
 * @param actions The lines of each.
 * @param what Each is, for the error.
 */
export const sendAccepted = async (
  target: BulkTarget,
  actions: readonly string[],
  what: string,
): Promise<void> => {
  for (const {status, error} of await sendBatch(target, batchOf(actions))) {
    if (status === 400) throw new Error(`Elasticsearch rejected ${what}: ${error?.type}.`);
  }
};
