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
import type {BulkItem} from './bulk-request.ts';
import {sendInParts} from './send-in-parts.ts';

const isBusy = ({status}: BulkItem) => status === 429 || status === 503;

/** Taken, there already (409), or not a document the index can hold (400). */
const isJudged = ({status}: BulkItem) => status < 300 || status === 409 || status === 400;

const refusal = ({status, error}: BulkItem): Error =>
  status === 404
    ? new CandidateLost()
    : new Error(`Elasticsearch does not take documents: ${error?.reason ?? status}.`);

/**
 * Sends a batch until Elasticsearch has judged every document; only those it was too busy for are
 * sent again. Returns the judgement of each document, in order: success, 409 or 400. Any other
 * answer is not about the document, and thrown.
 */
export const sendBatch = async (
  client: Client,
  alias: string,
  batch: Batch,
  policy: RetryPolicy,
): Promise<readonly BulkItem[]> => {
  const judged = new Map<number, BulkItem>();
  let waiting = Array.from(batch.ends.keys());
  let deadline = performance.now() + policy.maxMs;

  for (let attempt = 0; waiting.length > 0; attempt += 1) {
    const part = attempt === 0 ? batch : subBatch(batch, waiting);
    const items = await sendInParts(client, alias, part, policy);
    const busy = items.filter(isBusy);
    const fault = items.find(item => !isBusy(item) && !isJudged(item));
    if (fault) throw refusal(fault);

    for (const [index, position] of waiting.entries()) {
      const item = items[index];
      if (item && isJudged(item)) judged.set(position, item);
    }
    waiting = waiting.filter(position => !judged.has(position));
    if (busy.length < items.length) deadline = performance.now() + policy.maxMs;
    if (busy[0]) await pauseBefore(deadline, attempt, busy[0], policy.signal);
  }
  return Array.from(judged)
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
