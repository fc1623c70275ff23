import {setImmediate as nextTurn} from 'node:timers/promises';
import type {Bulkhead} from './bulkhead.ts';
import {withDeadline} from './deadline.ts';
import {type SharedWork, shareWork} from './shared-work.ts';

type Batch<Key, Result> = {
  readonly keys: Set<Key>;
  readonly askers: {readonly key: Key; readonly left: AbortSignal | undefined}[];
  readonly work: SharedWork<Result>;
};

type Options = {
  /** Maximum number of keys in one request. */
  readonly batchSize: number;
  /** Bounds the batches in flight, and those that wait. */
  readonly bulkhead: Bulkhead;
  /** Deadline of a batch, counted from its first key on. */
  readonly timeoutMs: number;
};

/** So many callers of a batch go on in one turn of the event loop. */
const perTurn = 8;

/**
 * Turns concurrent lookups of single keys into few requests for many. A key is requested at once
 * where the bulkhead has a place, so low load adds no wait; under load the next batch forms meanwhile. All
 * callers of a batch get its whole result, or its error. A key whose callers have left before it was
 * sent is not requested.
 *
 * A key joins only a batch that has not been sent: one in flight may have been answered from data
 * older than the lookup.
 */
export const coalesce = <Key, Result>(
  find: (keys: readonly Key[], signal: AbortSignal) => Promise<Result>,
  {batchSize, bulkhead, timeoutMs}: Options,
): ((key: Key, left?: AbortSignal) => Promise<Result>) => {
  const waiting: Batch<Key, Result>[] = [];

  const remove = (batch: Batch<Key, Result>) => {
    const at = waiting.indexOf(batch);
    if (at !== -1) waiting.splice(at, 1);
  };

  const begin = (): Batch<Key, Result> => {
    const send = (signal: AbortSignal) => {
      remove(batch);
      const wanted = batch.askers.flatMap(({key, left}) => (left?.aborted ? [] : [key]));
      return find([...new Set(wanted)], signal);
    };
    const work = async (left: AbortSignal) => {
      try {
        return await withDeadline(timeoutMs, left, signal => bulkhead(signal, () => send(signal)));
      } finally {
        remove(batch);
      }
    };
    const batch: Batch<Key, Result> = {keys: new Set(), askers: [], work: shareWork(work)};
    waiting.push(batch);
    return batch;
  };

  const openFor = (key: Key) =>
    waiting.find(({keys, work}) => !work.isAbandoned() && (keys.has(key) || keys.size < batchSize));

  return async (key, left) => {
    left?.throwIfAborted();
    const batch = openFor(key) ?? begin();
    batch.keys.add(key);
    const before = batch.askers.push({key, left}) - 1;
    const result = await batch.work.join(left);
    // Meanwhile what has arrived is read and sent, so that Elasticsearch is not left without work.
    for (let turns = Math.floor(before / perTurn); turns > 0; turns -= 1) await nextTurn();
    return result;
  };
};
