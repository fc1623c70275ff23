import type {Versioned} from '#core/domain/dataset.ts';
import {metrics} from '#core/metrics.ts';
import type {Limiters} from './engine/limiter.ts';
import {isIndexMissing, orUnavailable} from './engine/requests.ts';
import {DamagedDocument} from './engine/stored-vehicles.ts';
import {coalesce, withDeadline} from './engine/while-wanted.ts';
import type {GenerationReader, LiveGeneration} from './live-generation.ts';

/** Maximum number of lookups in one request to Elasticsearch. */
const batchSizes = {lookups: 500, documents: 25};

/** Documents that were looked up lately in a version of the dataset. One that is offered may be kept. */
export type Kept<Key, Document> = {
  readonly known: (version: string, key: Key) => Document | undefined;
  readonly offer: (version: string, key: Key, document: Document) => void;
};

type LookupOptions<Key, Document> = {
  readonly kind?: keyof typeof batchSizes;
  readonly kept?: Kept<Key, Document>;
};

type Find<Value> = (generation: LiveGeneration, signal: AbortSignal) => Promise<Value>;

/** Runs queries on the live generation, each within `timeoutMs` and as long as its caller waits. */
export const liveQueries = (live: GenerationReader, timeoutMs: number, limiters: Limiters) => {
  /**
   * Runs a whole query on one generation and returns its version with the result. A prune may delete
   * the index after the generation was read: the query then runs once more, on the one that is live now.
   */
  const runOnLive = async <Value>(
    find: Find<Value>,
    signal: AbortSignal,
  ): Promise<Versioned<Value>> => {
    const findIn = async (generation: LiveGeneration) => ({
      version: generation.version,
      value: await orUnavailable(find(generation, signal)),
    });

    try {
      return await findIn(await live.known());
    } catch (error) {
      if (!isIndexMissing(error)) throw error;
      return findIn(await live.current());
    }
  };

  /** A query of its own. It bounds what it asks of Elasticsearch itself, by `limiters`. */
  const query = <Value>(find: Find<Value>, clientGone?: AbortSignal): Promise<Versioned<Value>> =>
    withDeadline(timeoutMs, clientGone, signal => runOnLive(find, signal));

  /** A lookup by key; concurrent lookups share requests. Throws for a damaged document, that key alone. */
  const lookup = <Key extends string, Document>(
    find: (
      generation: LiveGeneration,
      keys: readonly Key[],
      signal: AbortSignal,
    ) => Promise<ReadonlyMap<Key, Document | DamagedDocument>>,
    {kind = 'lookups', kept}: LookupOptions<Key, Document> = {},
  ) => {
    const findBatch = coalesce(
      (keys: readonly Key[], signal) => {
        metrics.lookupKeys.observe(keys.length);
        return runOnLive((generation, signal) => find(generation, keys, signal), signal);
      },
      batchSizes[kind],
      limiters.of(kind),
      timeoutMs,
    );
    const findOne = async (key: Key, clientGone?: AbortSignal) => {
      try {
        const {version, value} = await findBatch(key, clientGone);
        const document = value.get(key);
        if (document instanceof DamagedDocument) throw document;
        if (document !== undefined) kept?.offer(version, key, document);
        return {version, value: document};
      } catch (error) {
        // The batch was given up because all have left, and fails with the reason of the last of them.
        clientGone?.throwIfAborted();
        throw error;
      }
    };
    if (kind !== 'lookups') return findOne;
    return (key: Key, clientGone?: AbortSignal): ReturnType<typeof findOne> => {
      const version = kept && live.knownVersion();
      const value = version && kept.known(version, key);
      if (version && value) return Promise.resolve({version, value});
      return limiters.lookup(() => findOne(key, clientGone));
    };
  };

  return {query, lookup, limiters};
};

export type LiveQueries = ReturnType<typeof liveQueries>;
