import type {Versioned} from '#core/domain/dataset.ts';
import {coalesce} from './engine/coalesce.ts';
import {isIndexMissing, orUnavailable, withDeadline} from './engine/failures.ts';
import type {Generation, LiveGeneration} from './live-generation.ts';

/** Two requests in flight keep Elasticsearch busy; more only make the batches smaller. */
const batches = {batchSize: 500, concurrency: 2};

/** Runs queries on the live generation, each within `timeoutMs` from call to result. */
export const liveQueries = (live: LiveGeneration, timeoutMs: number) => {
  /**
   * Runs a whole query on one generation and returns its version with the result. A prune may delete
   * the index after the generation was read: the query then runs once more, on the latest generation.
   */
  const query = <Value>(
    find: (generation: Generation) => Promise<Value>,
  ): Promise<Versioned<Value>> => {
    const findIn = async (generation: Generation) => ({
      version: generation.version,
      value: await orUnavailable(find(generation)),
    });

    const findOrRetry = async () => {
      try {
        return await findIn(await live.recent());
      } catch (error) {
        if (!isIndexMissing(error)) throw error;
        return findIn(await live.latest());
      }
    };

    return withDeadline(findOrRetry(), timeoutMs);
  };

  /** A lookup by key; concurrent lookups share requests. */
  const lookup = <Key extends string, Document>(
    find: (generation: Generation, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Document>>,
  ) => {
    const findBatch = coalesce(
      (keys: readonly Key[]) => query(generation => find(generation, keys)),
      batches,
    );
    return async (key: Key): Promise<Versioned<Document | undefined>> => {
      const {version, value} = await withDeadline(findBatch(key), timeoutMs);
      return {version, value: value.get(key)};
    };
  };

  return {query, lookup};
};

export type LiveQueries = ReturnType<typeof liveQueries>;
