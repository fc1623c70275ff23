import {setTimeout as wait} from 'node:timers/promises';
import type {Client} from '@elastic/elasticsearch';
import {type Batch, subBatch} from './batch.ts';
import {type BulkItem, sendBulk} from './bulk-request.ts';
import {backoff, EngineUnavailable, type Patience, persist} from './patience.ts';

const taken: BulkItem = {status: 201};

const isBusy = ({status}: BulkItem) => status === 429 || status === 503;

/**
 * Sends a batch until Elasticsearch has answered for every document; only those it was too busy for
 * are sent again. Returns the last answer of each document, in order.
 */
export const sendBatch = async (
  client: Client,
  alias: string,
  batch: Batch,
  patience: Patience,
): Promise<readonly BulkItem[]> => {
  const answers = Array.from(batch.ends, () => taken);
  let waiting = answers.map((_, position) => position);
  let deadline = performance.now() + patience.milliseconds;

  for (let attempt = 0; waiting.length > 0; attempt += 1) {
    const {body} = waiting.length === answers.length ? batch : subBatch(batch, waiting);
    const items = await persist(patience, () => sendBulk(client, alias, body, patience.signal));
    if (!items) return answers;

    waiting.forEach((position, index) => {
      answers[position] = items[index] ?? taken;
    });
    const busy = waiting.filter(position => isBusy(answers[position] ?? taken));
    if (busy.length < waiting.length) deadline = performance.now() + patience.milliseconds;
    if (busy.length > 0) await pauseBefore(deadline, attempt, patience.signal);
    waiting = busy;
  }
  return answers;
};

const pauseBefore = async (deadline: number, attempt: number, signal: AbortSignal) => {
  const pause = backoff(attempt);
  if (performance.now() + pause > deadline) {
    throw new EngineUnavailable('Elasticsearch was too busy to take the documents in time.');
  }
  await wait(pause, undefined, {signal});
};
