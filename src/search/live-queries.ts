import type {Versioned} from '#core/domain/dataset.ts';
import type {BoundOf} from './engine/bounds.ts';
import type {OnCache} from './engine/cache.ts';
import {coalesce} from './engine/coalesce.ts';
import {DamagedDocument} from './engine/damaged-documents.ts';
import {withDeadline} from './engine/deadline.ts';
import {isIndexMissing, orUnavailable} from './engine/failures.ts';
import type {LiveGeneration} from './live-generation.ts';
import type {Generation} from './read-generation.ts';

/** Maximum number of lookups in one request to Elasticsearch. */
const batchSizes = {lookups: 500, documents: 25};

export type QueriesWatch = {
  /** Told of every request for lookups that came together: how many keys it asks for. */
  readonly onLookups: (keys: number) => void;
  readonly onCache: OnCache;
};

type Find<Value> = (generation: Generation, signal: AbortSignal) => Promise<Value>;

/** Runs queries on the live generation, each within `timeoutMs` and as long as its caller waits. */
export const liveQueries = (
  live: LiveGeneration,
  timeoutMs: number,
  boundOf: BoundOf,
  {onLookups, onCache}: QueriesWatch,
) => {
  /**
   * Runs a whole query on one generation and returns its version with the result. A prune may delete
   * the index after the generation was read: the query then runs once more, on the latest generation.
   */
  const runOnLive = async <Value>(
    find: Find<Value>,
    signal: AbortSignal,
  ): Promise<Versioned<Value>> => {
    const findIn = async (generation: Generation) => ({
      version: generation.version,
      value: await orUnavailable(find(generation, signal)),
    });

    try {
      return await findIn(await live.recent());
    } catch (error) {
      if (!isIndexMissing(error)) throw error;
      return findIn(await live.latest());
    }
  };

  /** A query of its own. It bounds what it asks of Elasticsearch itself, by `boundOf`. */
  const query = <Value>(find: Find<Value>, left?: AbortSignal): Promise<Versioned<Value>> =>
    withDeadline(timeoutMs, left, signal => runOnLive(find, signal));

  /** A lookup by key; concurrent lookups share requests. Throws for a damaged document, that key alone. */
  const lookup = <Key extends string, Document>(
    find: (
      generation: Generation,
      keys: readonly Key[],
      signal: AbortSignal,
    ) => Promise<ReadonlyMap<Key, Document | DamagedDocument>>,
    kind: keyof typeof batchSizes = 'lookups',
  ) => {
    const findBatch = coalesce(
      (keys: readonly Key[], signal) => {
        onLookups(keys.length);
        return runOnLive((generation, signal) => find(generation, keys, signal), signal);
      },
      {batchSize: batchSizes[kind], bulkhead: boundOf(kind), timeoutMs},
    );
    return async (key: Key, left?: AbortSignal): Promise<Versioned<Document | undefined>> => {
      if (kind === 'lookups') boundOf.lookups.begin();
      try {
        const {version, value} = await findBatch(key, left);
        const document = value.get(key);
        if (document instanceof DamagedDocument) throw document;
        return {version, value: document};
      } catch (error) {
        // The batch was given up because all have left, and fails with the reason of the last of them.
        left?.throwIfAborted();
        throw error;
      } finally {
        if (kind === 'lookups') boundOf.lookups.end();
      }
    };
  };

  return {query, lookup, boundOf, onCache};
};

export type LiveQueries = ReturnType<typeof liveQueries>;
