import {LRUCache} from 'lru-cache';
import {type SharedWork, shareWork} from './shared-work.ts';

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
  max: number,
  sizeOf: (value: Value) => number = () => 1,
) => {
  const entries = new LRUCache<string, Value>({maxSize: max, sizeCalculation: sizeOf});
  const loading = new Map<string, SharedWork<Value>>();
  let [hit, joined, missed] = [0, 0, 0];

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

  const get = async (
    key: string,
    load: (signal: AbortSignal) => Promise<Value>,
    left?: AbortSignal,
  ): Promise<Value> => {
    left?.throwIfAborted();
    const known = entries.get(key);
    if (known !== undefined) {
      hit += 1;
      return known;
    }
    const work = loading.get(key);
    if (work?.isAbandoned() === false) {
      joined += 1;
      return work.join(left);
    }
    missed += 1;
    return begin(key, load).join(left);
  };
  return Object.assign(get, {
    state: (): CacheState => ({entries: entries.size, lookups: {hit, joined, missed}}),
  });
};
