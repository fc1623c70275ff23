import type {Limiter} from './limiter.ts';
import {type SharedWork, shareWork, withDeadline} from './while-wanted.ts';

type Batch<Key, Result> = {
  /** The signals of those who ask for each key. */
  readonly keys: Map<Key, (AbortSignal | undefined)[]>;
  readonly work: SharedWork<Result>;
};

type Options = {
  /** Maximum number of keys in one request. */
  readonly batchSize: number;
  /** Bounds the batches in flight, and those that wait. */
  readonly limited: Limiter;
  /** Deadline of a batch, counted from its first key on. */
  readonly timeoutMs: number;
};

/**
 * Turns concurrent lookups of single keys into few requests for many. A key is requested at once
 * where the limiter has a place, so low load adds no wait; under load the next batch forms meanwhile. All
 * callers of a batch get its whole result, or its error. A key whose callers have left before it was
 * sent is not requested.
 *
 * A key joins only a batch that has not been sent: one in flight may have been answered from data
 * older than the lookup.
 */
export const coalesce = <Key, Result>(
  find: (keys: readonly Key[], signal: AbortSignal) => Promise<Result>,
  {batchSize, limited, timeoutMs}: Options,
): ((key: Key, clientGone?: AbortSignal) => Promise<Result>) => {
  const waiting = new Set<Batch<Key, Result>>();

  const begin = (): Batch<Key, Result> => {
    const send = (signal: AbortSignal) => {
      waiting.delete(batch);
      const wanted = [...batch.keys].filter(([, askers]) => askers.some(gone => !gone?.aborted));
      return find(
        wanted.map(([key]) => key),
        signal,
      );
    };
    const work = shareWork(async clientsGone => {
      try {
        return await withDeadline(timeoutMs, clientsGone, signal =>
          limited(signal, () => send(signal)),
        );
      } finally {
        waiting.delete(batch);
      }
    });
    const batch: Batch<Key, Result> = {keys: new Map(), work};
    waiting.add(batch);
    return batch;
  };

  const isOpenFor = (key: Key, {keys, work}: Batch<Key, Result>) =>
    !work.isAbandoned() && (keys.has(key) || keys.size < batchSize);

  return async (key, clientGone) => {
    clientGone?.throwIfAborted();
    const batch = waiting.values().find(each => isOpenFor(key, each)) ?? begin();
    const askers = batch.keys.get(key) ?? [];
    batch.keys.set(key, askers);
    askers.push(clientGone);
    return batch.work.join(clientGone);
  };
};
