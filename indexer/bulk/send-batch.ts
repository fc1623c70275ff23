import {setTimeout as wait} from 'node:timers/promises';
import type {Client} from '@elastic/elasticsearch';
import {CandidateLost} from '../elasticsearch/lost-data.ts';
import {
  backoff,
  EngineUnavailable,
  overloadedMessage,
  type RetryPolicy,
} from '../elasticsearch/retry.ts';
import {type Batch, subBatch} from './batch.ts';
import {type BulkItem, sendBulk} from './bulk-request.ts';

const isBusy = ({status}: BulkItem) => status === 429 || status === 503;

/** Written, already there (409), or refused as a document (400). */
const isFinal = ({status}: BulkItem) => status < 300 || status === 409 || status === 400;

const toError = ({status, error}: BulkItem): Error =>
  status === 404
    ? new CandidateLost()
    : new Error(`Elasticsearch does not accept documents: ${error?.reason ?? status}.`);

/**
 * Sends a batch until every document has a final item, and returns these in order: a success, 409 or
 * 400. Only documents that Elasticsearch was too busy for are sent again; the time of the policy
 * starts anew while some are written. Throws for any other item: it does not concern the document.
 */
export const sendBatch = async (
  client: Client,
  alias: string,
  batch: Batch,
  policy: RetryPolicy,
): Promise<readonly BulkItem[]> => {
  const final = new Map<number, BulkItem>();
  let waiting = Array.from(batch.ends.keys());
  let deadline = performance.now() + policy.maxMs;

  for (let attempt = 0; waiting.length > 0; attempt += 1) {
    const part = attempt === 0 ? batch : subBatch(batch, waiting);
    const items = await sendBulk(client, alias, part, policy);
    const busy = items.filter(isBusy);
    const failed = items.find(item => !isBusy(item) && !isFinal(item));
    if (failed) throw toError(failed);

    for (const [index, position] of waiting.entries()) {
      const item = items[index];
      if (item && isFinal(item)) final.set(position, item);
    }
    waiting = waiting.filter(position => !final.has(position));
    if (busy.length < items.length) deadline = performance.now() + policy.maxMs;
    if (busy[0]) await pauseBefore(deadline, attempt, busy[0], policy.signal);
  }
  return Array.from(final)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item);
};

const pauseBefore = async (
  deadline: number,
  attempt: number,
  {error}: BulkItem,
  signal: AbortSignal,
) => {
  const pause = backoff(attempt);
  if (performance.now() + pause > deadline) {
    throw new EngineUnavailable(overloadedMessage('documents', error?.reason));
  }
  await wait(pause, undefined, {signal});
};
