import {hash} from 'node:crypto';
import {LRUCache} from 'lru-cache';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {metrics} from '#core/metrics.ts';
import type {Limiter} from './limiter.ts';

/**
 * Does work that must end within `timeoutMs`, and only as long as its caller waits. At the deadline it rejects with
 * `SearchUnavailable`; once `clientGone` is aborted, with its reason. In both cases, and when the work fails, the
 * signal passed to the work is aborted, so that no part of it goes on.
 */
export const withDeadline = async <Value>(
  timeoutMs: number,
  clientGone: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  clientGone?.throwIfAborted();
  const end = new AbortController();
  const ended = Promise.withResolvers<never>();
  const leave = () => ended.reject(clientGone?.reason);
  clientGone?.addEventListener('abort', leave, {once: true});
  const timer = setTimeout(() => {
    const cause = new Error(`Elasticsearch took longer than ${timeoutMs} ms.`);
    ended.reject(new SearchUnavailable({cause}));
  }, timeoutMs);
  try {
    return await Promise.race([work(end.signal), ended.promise]);
  } catch (error) {
    end.abort(error);
    throw error;
  } finally {
    clearTimeout(timer);
    clientGone?.removeEventListener('abort', leave);
  }
};

/**
 * Work with one outcome for any number of callers. Its signal is aborted once all of them have left; a caller
 * without a signal never leaves.
 */
const shareWork = <Value>(work: (signal: AbortSignal) => Promise<Value>) => {
  const abandoned = new AbortController();
  let result: Promise<Value> | undefined;
  let callers = 0;

  return {
    /**
     * The outcome, for a caller that waits until it leaves. The first caller starts the work. For a caller that
     * has left already it rejects with the reason, and starts nothing.
     */
    join: async (clientGone: AbortSignal | undefined): Promise<Value> => {
      clientGone?.throwIfAborted();
      const leave = () => {
        callers -= 1;
        if (callers === 0) abandoned.abort(clientGone?.reason);
      };
      callers += 1;
      clientGone?.addEventListener('abort', leave, {once: true});
      result ??= work(abandoned.signal);
      try {
        return await result;
      } finally {
        clientGone?.removeEventListener('abort', leave);
      }
    },
    /** Whether it was abandoned: a new caller must start it anew. */
    isAbandoned: () => abandoned.signal.aborted,
  };
};

type SharedWork<Value> = ReturnType<typeof shareWork<Value>>;

/** A key of constant size for any number of parts. */
export const digest = (...parts: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(parts), 'base64url');

/**
 * A cache of the most recently used values, whose sizes add up to `max` at most; by default each has size 1.
 * Callers that ask for a key while it is loading share that load, which is abandoned once all of
 * them have left; a failed load rejects for all of them and is not kept.
 */
export const cache = <Value extends NonNullable<unknown>>(
  name: string,
  max: number,
  sizeOf: (value: Value) => number = () => 1,
) => {
  const entries = new LRUCache<string, Value>({maxSize: max, sizeCalculation: sizeOf});
  // Not with `fetch` of the library, which abandons a load when its entry is evicted or its first caller leaves.
  const loading = new Map<string, SharedWork<Value>>();
  const count = (result: 'hit' | 'joined' | 'missed', lookups = 1) =>
    metrics.cacheLookups.inc({cache: name, result}, lookups);
  // A series that began with its first lookup would hide that lookup from rates.
  for (const result of ['hit', 'joined', 'missed'] as const) count(result, 0);
  metrics.cacheEntries.set({cache: name}, 0);

  const keep = (key: string, value: Value): void => {
    entries.set(key, value);
    metrics.cacheEntries.set({cache: name}, entries.size);
  };

  const begin = (key: string, load: (signal: AbortSignal) => Promise<Value>) => {
    const work = shareWork(async signal => {
      try {
        const value = await load(signal);
        keep(key, value);
        return value;
      } finally {
        if (loading.get(key) === work) loading.delete(key);
      }
    });
    loading.set(key, work);
    return work;
  };

  const find = async (
    key: string,
    load: (signal: AbortSignal) => Promise<Value>,
    clientGone?: AbortSignal,
  ): Promise<Value> => {
    clientGone?.throwIfAborted();
    const known = entries.get(key);
    if (known !== undefined) {
      count('hit');
      return known;
    }
    const work = loading.get(key);
    if (work?.isAbandoned() === false) {
      count('joined');
      return work.join(clientGone);
    }
    count('missed');
    return begin(key, load).join(clientGone);
  };

  return Object.assign(find, {
    /** The cached value of a key, which `keep` has added; nothing is loaded. */
    known: (key: string): Value | undefined => {
      const known = entries.get(key);
      count(known === undefined ? 'missed' : 'hit');
      return known;
    },
    keep,
  });
};

type Batch<Key, Result> = {
  /** The signals of the callers of each key. */
  readonly keys: Map<Key, (AbortSignal | undefined)[]>;
  readonly work: SharedWork<Result>;
};

/**
 * Turns concurrent lookups of single keys into few requests for many. If the limiter has a place, a batch is sent as
 * soon as all callers admitted by the same reply of Redis have asked, so low load adds no wait; under load the next
 * batch forms meanwhile. All callers of a batch get its whole result, or its error. A key whose callers have all left
 * before the batch is sent is not requested.
 *
 * A key never joins a batch in flight, which may have been answered from data older than the lookup.
 */
export const coalesce = <Key, Result>(
  find: (keys: readonly Key[], signal: AbortSignal) => Promise<Result>,
  /** Maximum number of keys in one request. */
  batchSize: number,
  /** Bounds the batches in flight, and those that wait. */
  limited: Limiter,
  /** Deadline of a batch, counted from its first key. */
  timeoutMs: number,
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
        return await withDeadline(timeoutMs, clientsGone, async signal => {
          await new Promise(process.nextTick);
          return await limited(signal, () => send(signal));
        });
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

  return (key, clientGone) => {
    if (clientGone?.aborted) return Promise.reject(clientGone.reason);
    const batch = waiting.values().find(each => isOpenFor(key, each)) ?? begin();
    const askers = batch.keys.get(key) ?? [];
    batch.keys.set(key, askers);
    askers.push(clientGone);
    return batch.work.join(clientGone);
  };
};
