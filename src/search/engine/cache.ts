import {LRUCache} from 'lru-cache';

/**
 * A cache of the most recently used values, whose sizes add up to `max` at most: by default their
 * number. Callers that ask for a key while it is loading share that load; a failed load rejects for all
 * of them and is not kept.
 */
export const cache = <Value extends NonNullable<unknown>>(
  max: number,
  sizeOf: (value: Value) => number = () => 1,
) => {
  const entries = new LRUCache<string, Value, () => Promise<Value>>({
    maxSize: max,
    sizeCalculation: sizeOf,
    fetchMethod: (_key, _stale, {context: load}) => load(),
    // A load that outlives its entry still settles for those who wait for it.
    ignoreFetchAbort: true,
  });
  return (key: string, load: () => Promise<Value>): Promise<Value> =>
    entries.forceFetch(key, {context: load});
};
