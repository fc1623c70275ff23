import {setTimeout as wait} from 'node:timers/promises';
import type {Client, estypes} from '@elastic/elasticsearch';
import {buildLogIndex} from '#mappings/build-event.ts';
import {backoff, isTransient} from '../elasticsearch/retry.ts';
import {eventQueue, type QueuedEvent} from './event-queue.ts';
import {createRecordIndex} from './monthly-index.ts';

type Target = {
  readonly client: Client;
  readonly prefix: string;
  /** In the month whose index takes the events: all of a build lie in one. */
  readonly at: Date;
};

/** More than comes in an hour without an engine, and a few hundred KB. */
const mostWaiting = 1000;

const perRequest = 100;

/** A request that hangs is given up and made again: the `_id` keeps it from being written twice. */
const requestTimeout = 10_000;

const pauseWhileClosing = 100;

const operationsOf = ({id, replaceable, event}: QueuedEvent): readonly object[] => [
  {[replaceable ? 'index' : 'create']: {_id: id}},
  event,
];

const isIndexGone = (item: estypes.BulkResponseItem | undefined) =>
  item?.error?.type === 'index_not_found_exception';

const isToBeSentAgain = (item: estypes.BulkResponseItem | undefined) =>
  isIndexGone(item) || item?.status === 429 || item?.status === 503;

/** A 409 says that it was written, and only the answer was lost. */
const isWritten = (item: estypes.BulkResponseItem | undefined) =>
  item !== undefined && (item.status < 300 || item.status === 409);

/**
 * Writes events in the order they came, beside whatever else is done: nobody waits for it and it
 * never throws. What passes is tried again until it is closed; what is not written is counted.
 */
export const eventWriter = ({client, prefix, at}: Target) => {
  const index = buildLogIndex(prefix, at);
  const queue = eventQueue(mostWaiting);
  const [closing, stop] = [new AbortController(), new AbortController()];
  const options = {requestTimeout, maxRetries: 0, signal: stop.signal};
  const reasons = new Set<string>();
  let refused = 0;
  let isIndexThere = false;
  let writing: Promise<void> | undefined;

  const giveUp = (queued: QueuedEvent, reason: string) => {
    queue.settle(queued);
    refused += 1;
    reasons.add(reason);
  };

  /** Sends what waits longest. Returns whether the engine took it. */
  const send = async (): Promise<boolean> => {
    if (!isIndexThere) await createRecordIndex(client, prefix, at, options);
    isIndexThere = true;
    const sent = queue.next(perRequest);
    const {items} = await client.bulk({index, operations: sent.flatMap(operationsOf)}, options);
    const answers = items.map(item => item.create ?? item.index);
    for (const [position, queued] of sent.entries()) {
      const answer = answers[position];
      if (isWritten(answer)) queue.settle(queued);
      else if (!isToBeSentAgain(answer)) giveUp(queued, answer?.error?.reason ?? 'no answer');
    }
    isIndexThere = !answers.some(isIndexGone);
    return !answers.some(isToBeSentAgain);
  };

  const isTaken = async (): Promise<boolean> => {
    try {
      return await send();
    } catch (error) {
      if (isTransient(error) || stop.signal.aborted) return false;
      const reason = error instanceof Error ? error.message : String(error);
      for (const queued of queue.next(perRequest)) giveUp(queued, reason);
      return true;
    }
  };

  const pause = async (attempt: number) => {
    const milliseconds = closing.signal.aborted ? pauseWhileClosing : backoff(attempt);
    const signal = closing.signal.aborted ? stop.signal : closing.signal;
    await wait(milliseconds, undefined, {signal}).catch(() => {});
  };

  const writeAll = async () => {
    for (let attempt = 0; queue.size() > 0 && !stop.signal.aborted; attempt += 1) {
      if (await isTaken()) attempt = -1;
      else await pause(attempt);
    }
    writing = undefined;
  };

  return {
    write: (queued: QueuedEvent): void => {
      queue.add(queued);
      writing ??= writeAll();
    },
    /**
     * Waits for what is still to be written, at most `patience` milliseconds. Returns a sentence about
     * the events that were not written, or null.
     */
    close: async (patience: number): Promise<string | null> => {
      closing.abort();
      const inTime = new AbortController();
      const tooLate = wait(patience, undefined, {signal: inTime.signal}).catch(() => {});
      await Promise.race([writing, tooLate]);
      inTime.abort();
      stop.abort();
      await writing;
      if (queue.size() > 0) reasons.add('Elasticsearch did not take them in time');
      if (queue.lost() > 0) reasons.add('too many were waiting');
      const unwritten = queue.size() + queue.lost() + refused;
      if (unwritten === 0) return null;
      return `${index} lacks ${unwritten} events: ${Array.from(reasons).join('; ')}.`;
    },
  };
};
