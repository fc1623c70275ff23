import {setTimeout as wait} from 'node:timers/promises';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {metrics} from '#core/metrics.ts';

export type Limits = {
  /** Maximum number of pieces of work under way. */
  readonly places: number;
  /** While lookups run there is one place, which rests after each piece of work for as long as that took. */
  readonly givesWay?: boolean;
  /** Maximum number of pieces of work that wait, of each account by itself. */
  readonly waiting: number;
  /** Maximum number of accounts with work that waits. */
  readonly accounts?: number;
  readonly waitMs: number;
};

/**
 * The limits of one process, by kind of question, so that no kind waits for a more expensive one. A few
 * requests in flight keep Elasticsearch busy; more only make each of them slower. No more may wait than can be answered
 * in about the time that they may wait.
 */
const kinds = {
  /** Requests for many vehicles or entries: while lookups run, one at a time, for half of the time. */
  heavy: {places: 16, givesWay: true, waiting: 128, accounts: 256, waitMs: 5_000},
  /** Batches of up to 500 lookups of one kind. */
  lookups: {places: 2, waiting: 10},
  /** Batches of lookups of whole documents, which take long to read: they are small, so that others get through. */
  documents: {places: 2, waiting: 128},
  batches: {places: 2, waiting: 64},
  /** Requests for vehicles with records: a few at a time finish before their deadline, all at once would not. */
  withRecords: {places: 4, waiting: 64, accounts: 256},
  pages: {places: 8, waiting: 256},
  deepPages: {places: 2, waiting: 128},
  totals: {places: 8, waiting: 256},
  lists: {places: 4, waiting: 128, accounts: 256},
  changes: {places: 2, waiting: 128},
  /** Each reads all vehicles that match. A client that asks again finds what was computed meanwhile. */
  statistics: {places: 1, givesWay: true, waiting: 16, accounts: 64, waitMs: 30_000},
  generation: {places: 2, waiting: 1},
} as const satisfies Readonly<Record<string, Partial<Limits>>>;

export type Kind = keyof typeof kinds;

/** The part of a deadline that is reserved for answering, after the longest wait. */
const answeredWithinMs = 500;

/** The shortest and the longest rest. */
const restMs = {least: 5, most: 200};

/** For this long after a lookup, another one is expected. */
const lookupsExpectedMs = 100;

/** A client that is refused immediately retries immediately, and thousands of refusals a second delay all others. */
const refusedAfterMs = 100;

/** Runs the work once there is a place for it, unless the signal is aborted first. */
export type Limiter = <Value>(
  signal: AbortSignal,
  work: () => Promise<Value>,
  accountId?: string,
) => Promise<Value>;

/**
 * Bounds the work under way. The rest waits in order of arrival, with accounts taking turns however much one of them
 * wants. Work that finds its queue full, or has waited too long, is refused with `SearchUnavailable`. If a place is
 * free, work starts at once, in the same iteration of the event loop.
 */
export const limiter = (
  {places, givesWay = false, waiting, accounts = 1, waitMs}: Limits,
  watch: {readonly waiting: (change: 1 | -1) => void; readonly refused: () => void},
  lookupsExpected: () => boolean = () => false,
): Limiter => {
  /** By account, the functions that start its waiting work; the first account is served next. */
  const queues = new Map<string, (() => void)[]>();
  let underWay = 0;
  const isGivingWay = () => givesWay && lookupsExpected();
  const hasPlace = () => underWay < (isGivingWay() ? 1 : places);

  const refuse = (reason: string) => {
    watch.refused();
    return new SearchUnavailable({cause: new Error(reason)});
  };

  /** Moves an account that was served behind all others. */
  const putLast = (accountId: string) => {
    const queue = queues.get(accountId);
    if (queue === undefined) return;
    queues.delete(accountId);
    queues.set(accountId, queue);
  };

  /** Resolves once other work has left its place to this one. */
  const place = async (signal: AbortSignal, accountId: string): Promise<void> => {
    const queue = queues.get(accountId) ?? [];
    if (queue.length >= waiting || (queue.length === 0 && queues.size >= accounts)) {
      const refusal = refuse(`${waiting} others of the kind wait already.`);
      await wait(refusedAfterMs);
      throw refusal;
    }
    const {promise, resolve, reject} = Promise.withResolvers<void>();
    const stopWaiting = () => {
      queue.splice(queue.indexOf(start), 1);
      if (queue.length === 0) queues.delete(accountId);
      watch.waiting(-1);
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    };
    const start = () => {
      stopWaiting();
      putLast(accountId);
      underWay += 1;
      resolve();
    };
    const leave = () => {
      stopWaiting();
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      stopWaiting();
      reject(refuse(`Elasticsearch was busy with others for ${waitMs} ms.`));
    }, waitMs);
    queue.push(start);
    queues.set(accountId, queue);
    watch.waiting(1);
    signal.addEventListener('abort', leave, {once: true});
    await promise;
  };

  const leavePlace = () => {
    underWay -= 1;
    for (let [next] = queues.values(); next && hasPlace(); [next] = queues.values()) next[0]?.();
  };

  return async (signal, work, accountId = '') => {
    signal.throwIfAborted();
    if (queues.size === 0 && hasPlace()) underWay += 1;
    else await place(signal, accountId);
    const start = performance.now();
    try {
      return await work();
    } finally {
      const tookMs = performance.now() - start;
      putLast(accountId);
      if (isGivingWay()) {
        setTimeout(leavePlace, Math.min(Math.max(tookMs, restMs.least), restMs.most));
      } else leavePlace();
    }
  };
};

/** Makes the limiters of one process by their kinds, for questions with this deadline. */
export const limitersOf = (timeoutMs: number) => {
  let [lookups, lastLookupAt] = [0, Number.NEGATIVE_INFINITY];

  /** Notes a lookup that is over, as one that was answered from memory is at once. */
  const lookedUp = () => {
    lastLookupAt = performance.now();
  };

  /** Whether lookups run or are expected, which heavy questions would delay. */
  const lookupsExpected = () => lookups > 0 || performance.now() - lastLookupAt < lookupsExpectedMs;

  return {
    lookupsExpected,
    lookedUp,
    /** Runs a lookup, and counts it as running meanwhile. */
    lookup: async <Value>(work: () => Promise<Value>): Promise<Value> => {
      lookups += 1;
      try {
        return await work();
      } finally {
        lookups -= 1;
        lookedUp();
      }
    },
    of: (kind: Kind): Limiter =>
      limiter(
        {waitMs: timeoutMs - answeredWithinMs, ...kinds[kind]},
        {
          waiting: change => metrics.questionsWaiting.inc({kind}, change),
          refused: () => metrics.questionsRefused.inc({kind}),
        },
        lookupsExpected,
      ),
  };
};

export type Limiters = ReturnType<typeof limitersOf>;
