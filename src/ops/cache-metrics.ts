import {Counter, Gauge, type Registry} from 'prom-client';

/** The number of entries in a cache, and of its lookups so far by their result. */
type CacheState = {
  readonly entries: number;
  readonly lookups: Readonly<Record<string, number>>;
};

/** The metrics of caches, which count for themselves and are read when the metrics are. */
export const cacheMetrics = (registers: Registry[]) => {
  const states = new Map<string, () => CacheState>();
  const entries = new Gauge({
    name: 'search_cache_entries',
    help: 'Entries in each cache.',
    labelNames: ['cache'],
    registers,
    collect: () => {
      for (const [cache, state] of states) entries.set({cache}, state().entries);
    },
  });
  const lookups = new Counter({
    name: 'search_cache_lookups_total',
    help: 'Lookups in each cache, by result: hit, joined (it was already being loaded) or missed.',
    labelNames: ['cache', 'result'],
    registers,
    collect: () => {
      lookups.reset();
      for (const [cache, state] of states) {
        for (const [result, count] of Object.entries(state().lookups)) {
          lookups.inc({cache, result}, count);
        }
      }
    },
  });
  return (cache: string, state: () => CacheState): void => void states.set(cache, state);
};
