import type {estypes} from '@elastic/elasticsearch';
import {monthBounds} from '#core/domain/caller.ts';
import {
  type BuildEvent,
  buildLogIndex,
  buildLogPattern,
  parseBuildLogIndex,
} from '#mappings/build-event.ts';
import {createIfMissing, type Indices, indexDefinition} from '../write/indices.ts';
import {isTransient, NotReady, type RetryPolicy, retry} from '../write/retry.ts';

/** More than an hour's events while Elasticsearch is away; a few hundred KB. */
const maxQueued = 1000;

const perRequest = 100;

/** A request that hangs is repeated: the `_id` keeps its events from being written twice. */
const requestTimeout = 30_000;

/** A busy Elasticsearch takes many seconds to create the index of a month, which is no failure. */
const patience = 5;

const definition = indexDefinition('mappings/index-builds.json');

/** The counts of rejects replace earlier ones; every other event is written once. */
const toOperations = ({id, event}: QueuedEvent): readonly object[] => [
  {[event.event === 'rejects' ? 'index' : 'create']: {_id: id}},
  event,
];

type Item = estypes.BulkResponseItem | undefined;

const isIndexGone = (item: Item) => item?.error?.type === 'index_not_found_exception';

const isRetryable = (item: Item) =>
  isIndexGone(item) || item?.status === 429 || item?.status === 503;

/** A 409 means that it was written by a request whose response was lost. */
const isWritten = (item: Item) => item !== undefined && (item.status < 300 || item.status === 409);

/**
 * Writes events in order, in the background: it never throws and only `close` waits. Transient
 * failures are retried until it is closed; events that could not be written are counted.
 */
export const eventWriter = ({client, prefix}: Indices, at: Date) => {
  const index = buildLogIndex(prefix, at);
  const queue = eventQueue(maxQueued);
  // The one ends the pause between two attempts, the other the request that is under way.
  const [closing, stop] = [new AbortController(), new AbortController()];
  const options = {requestTimeout, maxRetries: 0, signal: stop.signal};
  /** Why each of the events is missing that were given up. */
  const losses: string[] = [];
  let isIndexThere = false;
  let writing: Promise<void> | undefined;

  const abandon = (queued: QueuedEvent, reason: string) => {
    queue.settle(queued);
    losses.push(reason);
  };

  /** Sends the oldest events. Throws when some have to be sent again. */
  const send = async (): Promise<void> => {
    const sent = queue.next(perRequest);
    try {
      if (!isIndexThere) await createIfMissing(client, index, definition, options);
      isIndexThere = true;
      const {items} = await client.bulk({index, operations: sent.flatMap(toOperations)}, options);
      const results = items.map(item => item.create ?? item.index);
      for (const [position, queued] of sent.entries()) {
        const result = results[position];
        if (isWritten(result)) queue.settle(queued);
        else if (!isRetryable(result)) abandon(queued, result?.error?.reason ?? 'no response');
      }
      isIndexThere = !results.some(isIndexGone);
      if (results.some(isRetryable)) throw new NotReady(index);
    } catch (error) {
      if (isTransient(error) || stop.signal.aborted) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      for (const queued of sent) abandon(queued, reason);
    }
  };

  /** Events that could not be written stay in the queue. */
  const writeAll = async (policy: RetryPolicy) => {
    try {
      while (queue.size() > 0) await retry(policy, send);
    } catch {}
    writing = undefined;
  };

  return {
    write: (queued: QueuedEvent): void => {
      queue.add(queued);
      writing ??= writeAll({maxMs: Number.POSITIVE_INFINITY, signal: closing.signal});
    },
    /**
     * Waits for the queued events: repeats failed requests for `maxMs`, and gives one that is under
     * way `patience` times that long. Returns a sentence about those that were not written, or null.
     */
    close: async (maxMs: number): Promise<string | null> => {
      closing.abort();
      const timer = setTimeout(() => stop.abort(), (1 + patience) * maxMs);
      await writing;
      await writeAll({maxMs, signal: stop.signal});
      clearTimeout(timer);
      const reasons = new Set(losses);
      if (queue.size() > 0) reasons.add('Elasticsearch did not accept them in time');
      if (queue.dropped() > 0) reasons.add('too many were queued');
      const unwritten = queue.size() + queue.dropped() + losses.length;
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
    return month !== undefined && monthBounds(month).end <= oldest;
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
