import {setTimeout as wait} from 'node:timers/promises';
import {SearchUnavailable} from '#core/domain/outages.ts';

export type Limits = {
  /** Maximum number of pieces of work under way, which may change. */
  readonly concurrency: () => number;
  /** Maximum number of those that wait, and how long each waits. */
  readonly waiting: number;
  readonly waitMs: number;
  /** For how many milliseconds a place stays empty after work that took so many. */
  readonly pauseMs?: (tookMs: number) => number;
};

/** Who is refused at once comes again at once, and thousands of refusals a second delay all others. */
const refusedAfterMs = 100;

/** Told of the work of one kind. */
export type Watch = {
  /** One more waits, or one fewer. */
  readonly waiting: (change: 1 | -1) => void;
  readonly refused: () => void;
};

/** Does the work when it is its turn, unless the signal is aborted before. */
export type Bulkhead = <Value>(signal: AbortSignal, work: () => Promise<Value>) => Promise<Value>;

/**
 * Bounds the work of one kind: so much of it is under way, the rest waits in order of arrival. Work that
 * would wait behind too much, or has waited too long, is refused with `SearchUnavailable`. Where a place
 * is free, work starts at once, in the same turn of the event loop.
 */
export const bulkhead = (
  {concurrency, waiting, waitMs, pauseMs = () => 0}: Limits,
  watch: Watch,
): Bulkhead => {
  const queue: (() => void)[] = [];
  let underWay = 0;
  const hasPlace = () => underWay < concurrency();

  const refuse = (reason: string) => {
    watch.refused();
    return new SearchUnavailable({cause: new Error(reason)});
  };

  /** Resolves once work that has ended leaves its place to this one. */
  const turn = async (signal: AbortSignal): Promise<void> => {
    if (queue.length >= waiting) {
      const refusal = refuse(`${waiting} others of the kind wait already.`);
      await wait(refusedAfterMs);
      throw refusal;
    }
    const {promise, resolve, reject} = Promise.withResolvers<void>();
    const stopWaiting = () => {
      queue.splice(queue.indexOf(start), 1);
      watch.waiting(-1);
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    };
    const start = () => {
      stopWaiting();
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
    watch.waiting(1);
    signal.addEventListener('abort', leave, {once: true});
    await promise;
  };

  const leavePlace = () => {
    underWay -= 1;
    for (let [next] = queue; next && hasPlace(); [next] = queue) next();
  };

  return async (signal, work) => {
    signal.throwIfAborted();
    if (queue.length === 0 && hasPlace()) underWay += 1;
    else await turn(signal);
    const start = performance.now();
    try {
      return await work();
    } finally {
      const pause = pauseMs(performance.now() - start);
      if (pause > 0) setTimeout(leavePlace, pause);
      else leavePlace();
    }
  };
};
