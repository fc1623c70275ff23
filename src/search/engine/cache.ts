import {LRUCache} from 'lru-cache';
import {type SharedWork, shareWork} from './while-wanted.ts';

/** The number of entries, and of lookups so far: found, being loaded for somebody else, or neither. */
type CacheState = {
  readonly entries: number;
  readonly lookups: {readonly hit: number; readonly joined: number; readonly missed: number};
};

/** Told of a cache when it is made; `state` can be called at any time. */
export type OnCache = (name: string, state: () => CacheState) => void;

/**
 * A cache of the most recently used values, whose sizes add up to `max` at most: by default their
 * number. Callers that ask for a key while it is loading share that load, which is given up once all of
 * them have left; a failed load rejects for all of them and is not kept.
 */
export const cache = <Value extends NonNullable<unknown>>(
  name: string,
  onCache: OnCache,
  max: number,
  sizeOf: (value: Value) => number = () => 1,
) => {
  const entries = new LRUCache<string, Value>({maxSize: max, sizeCalculation: sizeOf});
  // Not by `fetch` of the library, which gives a load up when its entry is evicted, or its first caller leaves.
  const loading = new Map<string, SharedWork<Value>>();
  const lookups = {hit: 0, joined: 0, missed: 0};
  onCache(name, () => ({entries: entries.size, lookups}));

  const begin = (key: string, load: (signal: AbortSignal) => Promise<Value>) => {
    const work = shareWork(async signal => {
      try {
        const value = await load(signal);
        entries.set(key, value);
        return value;
      } finally {
        if (loading.get(key) === work) loading.delete(key);
      }
    });
    loading.set(key, work);
    return work;
  };

  return async (
    key: string,
    load: (signal: AbortSignal) => Promise<Value>,
    clientGone?: AbortSignal,
  ): Promise<Value> => {
    clientGone?.throwIfAborted();
    const known = entries.get(key);
    if (known !== undefined) {
      lookups.hit += 1;
      return known;
    }
    const work = loading.get(key);
    if (work?.isAbandoned() === false) {
      lookups.joined += 1;
      return work.join(clientGone);
    }
    lookups.missed += 1;
    return begin(key, load).join(clientGone);
  };
};
