import {type Client, errors} from '@elastic/elasticsearch';
import {type RetryPolicy, retry} from '../elasticsearch/retry.ts';
import {type Batch, subBatch} from './batch.ts';
import {type BulkItem, sendBulk} from './bulk-request.ts';

const isTooLarge = (error: unknown) =>
  error instanceof errors.ResponseError && error.statusCode === 413;

/**
 * Sends a batch as one request, or as several when the engine, or a proxy before it, finds that too
 * large. Returns one item per document, in order.
 */
export const sendInParts = async (
  client: Client,
  alias: string,
  batch: Batch,
  policy: RetryPolicy,
): Promise<readonly BulkItem[]> => {
  try {
    return await retry(policy, () => sendBulk(client, alias, batch, policy.signal));
  } catch (error) {
    const positions = Array.from(batch.ends.keys());
    const middle = Math.ceil(positions.length / 2);
    if (!isTooLarge(error) || middle === positions.length) throw error;
    const halves = [positions.slice(0, middle), positions.slice(middle)];
    const items: BulkItem[] = [];
    for (const half of halves) {
      items.push(...(await sendInParts(client, alias, subBatch(batch, half), policy)));
    }
    return items;
  }
};
