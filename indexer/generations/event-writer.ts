import {setTimeout as wait} from 'node:timers/promises';
import type {estypes, TransportRequestOptions} from '@elastic/elasticsearch';
import {boundsOf} from '#core/domain/caller.ts';
import {
  type BuildEvent,
  buildLogIndex,
  buildLogPattern,
  parseBuildLogIndex,
} from '#mappings/build-event.ts';
import type {Indices} from '../write/indices.ts';
import {backoff, isTransient} from '../write/retry.ts';
import {createIfMissing, indexDefinition} from './create-index.ts';

/** More than an hour's events while Elasticsearch is away; a few hundred KB. */
const maxQueued = 1000;

const perRequest = 100;

/** A request that hangs is repeated: the `_id` keeps its events from being written twice. */
const requestTimeout = 30_000;

/** A busy Elasticsearch takes many seconds to create the index of a month, which is no failure. */
const patience = 5;

const closingPauseMs = 100;

/** The counts of rejects replace earlier ones; every other event is written once. */
const toOperations = ({id, event}: QueuedEvent): readonly object[] => [
  {[event.event === 'rejects' ? 'index' : 'create']: {_id: id}},
  event,
];

const isIndexGone = (item: estypes.BulkResponseItem | undefined) =>
  item?.error?.type === 'index_not_found_exception';

const isRetryable = (item: estypes.BulkResponseItem | undefined) =>
  isIndexGone(item) || item?.status === 429 || item?.status === 503;

/** A 409 means that it was written by a request whose response was lost. */
const isWritten = (item: estypes.BulkResponseItem | undefined) =>
  item !== undefined && (item.status < 300 || item.status === 409);

/**
 * Writes events in order, in the background: it never throws and only `close` waits. Transient
 * failures are retried until it is closed; events that could not be written are counted.
 *
 * @param at Selects the monthly index: all events of a build are in one.
 */
export const eventWriter = ({client, prefix}: Indices, at: Date) => {
  const index = buildLogIndex(prefix, at);
  const queue = eventQueue(maxQueued);
  // The one ends the pause between two attempts, the other the request that is under way.
  const [closing, stop] = [new AbortController(), new AbortController()];
  /** By `performance.now()`: when failed requests are no longer repeated. */
  let deadline = Number.POSITIVE_INFINITY;
  const options = {requestTimeout, maxRetries: 0, signal: stop.signal};
  const reasons = new Set<string>();
  let rejected = 0;
  let isIndexThere = false;
  let writing: Promise<void> | undefined;

  const abandon = (queued: QueuedEvent, reason: string) => {
    queue.settle(queued);
    rejected += 1;
    reasons.add(reason);
  };

  /** Sends the oldest events. Returns false when some have to be sent again. */
  const send = async (): Promise<boolean> => {
    if (!isIndexThere) await createMonthlyIndex({client, prefix}, at, options);
    isIndexThere = true;
    const sent = queue.next(perRequest);
    const {items} = await client.bulk({index, operations: sent.flatMap(toOperations)}, options);
    const results = items.map(item => item.create ?? item.index);
    for (const [position, queued] of sent.entries()) {
      const result = results[position];
      if (isWritten(result)) queue.settle(queued);
      else if (!isRetryable(result)) abandon(queued, result?.error?.reason ?? 'no response');
    }
    isIndexThere = !results.some(isIndexGone);
    return !results.some(isRetryable);
  };

  const trySend = async (): Promise<boolean> => {
    try {
      return await send();
    } catch (error) {
      if (isTransient(error) || stop.signal.aborted) return false;
      const reason = error instanceof Error ? error.message : String(error);
      for (const queued of queue.next(perRequest)) abandon(queued, reason);
      return true;
    }
  };

  const pause = async (attempt: number) => {
    if (closing.signal.aborted) return await wait(closingPauseMs);
    await wait(backoff(attempt), undefined, {signal: closing.signal}).catch(() => {});
  };

  const writeAll = async () => {
    for (let attempt = 0; queue.size() > 0; attempt += 1) {
      if (await trySend()) attempt = -1;
      else if (performance.now() >= deadline) break;
      else await pause(attempt);
    }
    writing = undefined;
  };

  return {
    write: (queued: QueuedEvent): void => {
      queue.add(queued);
      writing ??= writeAll();
    },
    /**
     * Waits for the queued events: repeats failed requests for `maxMs`, and gives one that is under
     * way `patience` times that long. Returns a sentence about those that were not written, or null.
     */
    close: async (maxMs: number): Promise<string | null> => {
      deadline = performance.now() + maxMs;
      closing.abort();
      const timer = setTimeout(() => stop.abort(), (1 + patience) * maxMs);
      await writing;
      clearTimeout(timer);
      if (queue.size() > 0) reasons.add('Elasticsearch did not accept them in time');
      if (queue.dropped() > 0) reasons.add('too many were queued');
      const unwritten = queue.size() + queue.dropped() + rejected;
      if (unwritten === 0) return null;
      return `${index} lacks ${unwritten} events: ${Array.from(reasons).join('; ')}.`;
    },
  };
};

/** An event that waits to be written under `id`. A later one with the same `id` replaces it. */
export type QueuedEvent = {readonly id: string; readonly event: BuildEvent};

/**
 * Events that wait to be written, in order and at most `capacity`. When it is full, the oldest event
 * of progress is dropped first: a curve can lack a point, but outcomes must not be lost.
 */
export const eventQueue = (capacity: number) => {
  const waiting = new Map<string, QueuedEvent>();
  let dropped = 0;

  const makeRoom = () => {
    const [oldest] = waiting.keys();
    const progress = waiting.values().find(({event}) => event.event === 'progress')?.id;
    waiting.delete(progress ?? oldest ?? '');
    dropped += 1;
  };

  return {
    add: (queued: QueuedEvent): void => {
      waiting.delete(queued.id);
      if (waiting.size >= capacity) makeRoom();
      waiting.set(queued.id, queued);
    },
    /** The oldest `count` events, which stay until they are settled. */
    next: (count: number): readonly QueuedEvent[] => Array.from(waiting.values().take(count)),
    /** Removes an event that was written or given up. Its replacement stays. */
    settle: (queued: QueuedEvent): void => {
      if (waiting.get(queued.id) === queued) waiting.delete(queued.id);
    },
    size: (): number => waiting.size,
    /** How many events were dropped because it was full. */
    dropped: (): number => dropped,
  };
};

const definition = indexDefinition('mappings/index-builds.json');

/** Creates the index for the month of `at`, unless it exists. */
const createMonthlyIndex = (
  {client, prefix}: Indices,
  at: Date,
  options?: TransportRequestOptions,
): Promise<void> => createIfMissing(client, buildLogIndex(prefix, at), definition, options);

/**
 * Deletes, by exact name, the indices of months that ended before `oldest`. Returns a sentence when
 * that failed, else null.
 */
export const deleteOldMonths = async (
  {client, prefix}: Indices,
  oldest: Date,
  requestTimeout: number,
): Promise<string | null> => {
  const options = {requestTimeout, maxRetries: 0};
  const isOld = (index: string): boolean => {
    const month = parseBuildLogIndex(prefix, index);
    return month !== undefined && boundsOf(month).end <= oldest;
  };
  try {
    const all = {index: buildLogPattern(prefix), features: 'aliases'} as const;
    const old = Object.keys(await client.indices.get(all, options)).filter(isOld);
    if (old.length > 0) {
      await client.indices.delete({index: old, ignore_unavailable: true}, options);
    }
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `Old months of index-builds could not be deleted; a later build deletes them: ${reason}.`;
  }
};
