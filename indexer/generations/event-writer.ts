import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {errors, type estypes} from '@elastic/elasticsearch';
import {monthBounds} from '#core/domain/caller.ts';
import {
  type BuildEvent,
  buildLogDefinition,
  buildLogIndex,
  buildLogPattern,
  parseBuildLogIndex,
} from '#mappings/build-event.ts';
import {openingOf, refusedRequestMessage} from '../write/errors.ts';
import {createIfMissing, type Indices} from '../write/indices.ts';
import {isTransient, NotReady, type RetryPolicy, retry} from '../write/retry.ts';

/** More than an hour's events while Elasticsearch is away; a few hundred KB. */
const mostWaiting = 1000;

const perRequest = 100;

/** A request that hangs is repeated: the `_id` keeps its events from being written twice. */
const requestTimeout = 30_000;

/** A busy Elasticsearch takes many seconds to create the index of a month, which is no failure. */
const patience = 5;

type Item = estypes.BulkResponseItem | undefined;

const isClosed = (item: Item) => item?.error?.type === 'index_closed_exception';

const isRetryable = (item: Item) =>
  item?.status === 429 ||
  item?.status === 503 ||
  item?.error?.type === 'index_not_found_exception' ||
  isClosed(item);

/** A 409 means that it was written by a request whose response was lost. */
const isWritten = (item: Item) => item !== undefined && (item.status < 300 || item.status === 409);

/** The file in the indexer's folder with the events that Elasticsearch did not take from the build before. */
export const keptEvents = (directory: string, prefix: string): string =>
  join(directory, `${prefix}kept-events.json`);

/** The events that an earlier writer kept, by id; none if their file is damaged. */
const readKept = (file: string | undefined): Map<string, BuildEvent> => {
  try {
    return new Map(file === undefined ? [] : JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return new Map();
  }
};

/** Keeps events for a later writer, in place of those before. Returns whether there are any, and they are kept. */
const keep = (file: string, events: ReadonlyMap<string, BuildEvent>): boolean => {
  try {
    rmSync(file, {force: true});
    if (events.size === 0) return false;
    mkdirSync(dirname(file), {recursive: true});
    writeFileSync(file, JSON.stringify([...events]));
    return true;
  } catch {
    return false;
  }
};

/**
 * Writes events in order, in the background: it never throws and only `close` waits. Transient
 * failures are retried until it is closed; events that could not be written are counted, and kept in
 * `file`, if one is given, where the next writer finds them.
 */
export const eventWriter = ({client, prefix}: Indices, at: Date, file?: string) => {
  const index = buildLogIndex(prefix, at);
  /** By id, the oldest first. */
  const waiting = readKept(file);
  // The one ends the pause between two attempts, the other the request that is under way.
  const [closing, stop] = [new AbortController(), new AbortController()];
  const options = {requestTimeout, maxRetries: 0, signal: stop.signal};
  /** Why each of the events is missing that were given up. */
  const losses: string[] = [];
  let dropped = 0;
  let isMapped = false;
  let refusal = 'Elasticsearch did not accept them in time';
  let writing: Promise<void> | undefined;

  /** Drops the oldest event of progress first: a curve can lack a point, but outcomes must not be lost. */
  const makeRoom = () => {
    const [oldest = ''] = waiting.keys();
    const [progress] = waiting.entries().find(([, {event}]) => event === 'progress') ?? [];
    waiting.delete(progress ?? oldest);
    dropped += 1;
  };

  /** Removes one that was written or given up, unless another took its place meanwhile. */
  const settle = (id: string, event: BuildEvent, loss?: string) => {
    if (waiting.get(id) === event) waiting.delete(id);
    if (loss !== undefined) losses.push(loss);
  };

  /** Sends the oldest events. Throws when some have to be sent again. */
  const send = async (): Promise<void> => {
    const sent = Array.from(waiting.entries().take(perRequest));
    try {
      // Each time: one that was deleted meanwhile would come back with guessed types.
      const isNew = await createIfMissing(client, index, buildLogDefinition, options);
      // An earlier release may have created it, with fewer members.
      if (!isNew && !isMapped) {
        await client.indices.putMapping({index, ...buildLogDefinition.mappings}, options);
      }
      isMapped = true;
      const operations = sent.flatMap(([_id, event]) => [
        // The counts of rejects replace earlier ones; every other event is written once.
        {[event.event === 'rejects' ? 'index' : 'create']: {_id}},
        event,
      ]);
      const {items} = await client.bulk({index, operations}, options);
      const results = items.map(item => item.create ?? item.index);
      for (const [position, [id, event]] of sent.entries()) {
        const result = results[position];
        if (isWritten(result)) settle(id, event);
        else if (!isRetryable(result)) settle(id, event, result?.error?.reason ?? 'no response');
      }
      if (results.some(isClosed)) refusal = `it is closed. ${openingOf(index)}`;
      if (results.some(isRetryable)) throw new NotReady(index);
    } catch (error) {
      if (isTransient(error) || stop.signal.aborted) throw error;
      const reason =
        error instanceof errors.ResponseError ? refusedRequestMessage(error) : String(error);
      for (const [id, event] of sent) settle(id, event, reason);
    }
  };

  /** Events that could not be written stay. */
  const writeAll = async (policy: RetryPolicy) => {
    try {
      while (waiting.size > 0) await retry(policy, send);
    } catch {}
    writing = undefined;
  };

  return {
    /** Writes an event under `id`, in place of an earlier one with the same. */
    write: (id: string, event: BuildEvent): void => {
      waiting.delete(id);
      if (waiting.size >= mostWaiting) makeRoom();
      waiting.set(id, event);
      writing ??= writeAll({maxMs: Number.POSITIVE_INFINITY, signal: closing.signal});
    },
    /**
     * Waits for the events: repeats failed requests for `maxMs`, and gives one that is under way
     * `patience` times that long. Returns a sentence about those that were not written, or null.
     */
    close: async (maxMs: number): Promise<string | null> => {
      closing.abort();
      const timer = setTimeout(() => stop.abort(), (1 + patience) * maxMs);
      await writing;
      await writeAll({maxMs, signal: stop.signal});
      clearTimeout(timer);
      const isKept = file !== undefined && keep(file, waiting);
      const reasons = new Set(losses);
      if (waiting.size > 0) reasons.add(refusal);
      if (dropped > 0) reasons.add('too many were queued');
      const unwritten = losses.length + waiting.size + dropped;
      if (unwritten === 0) return null;
      const later = isKept ? ' The next build, or "builds", writes what was kept of them.' : '';
      const events = unwritten === 1 ? '1 event' : `${unwritten} events`;
      const why = Array.from(reasons, reason => reason.replace(/[.;]$/, '')).join('; ');
      return `${index} lacks ${events}: ${why}.${later}`;
    },
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
