import {LRUCache} from 'lru-cache';
import {type SharedWork, shareWork} from './shared-work.ts';

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
    left?: AbortSignal,
  ): Promise<Value> => {
    const known = entries.get(key);
    if (known !== undefined) return known;
    const work = loading.get(key);
    return (work?.isAbandoned() === false ? work : begin(key, load)).join(left);
  };
};
