import {type Bulkhead, bulkhead, type Limits} from './bulkhead.ts';

/**
 * The bounds of one process, by kind of question, so that no kind waits for a more expensive one. A few
 * requests in flight keep Elasticsearch busy; more only make each of them slower. As many may wait as
 * are answered in about the time that they may wait. Heavy kinds have fewer places while there are lookups.
 */
const kinds = {
  /** Batches of up to 500 lookups of one kind. */
  lookups: {concurrency: 2, waiting: 10},
  /** Batches of lookups of whole documents, which take long to read: small ones let others go on. */
  documents: {concurrency: 2, besideLookups: 1, waiting: 128},
  batches: {concurrency: 2, besideLookups: 1, waiting: 64},
  /** Requests for vehicles with records: a few that end in time, where all at once would not. */
  withRecords: {concurrency: 4, waiting: 64},
  /** Parts of batches, while there are lookups: most of the time nothing of a batch is asked. */
  batchParts: {concurrency: 1, waiting: 64, pause: {times: 6, maxMs: 20}},
  pages: {concurrency: 8, besideLookups: 2, waiting: 256},
  deepPages: {concurrency: 2, besideLookups: 1, waiting: 128},
  totals: {concurrency: 8, besideLookups: 2, waiting: 256},
  lists: {concurrency: 4, besideLookups: 1, waiting: 128},
  /** Each reads all vehicles that match, and whoever asks again finds what was computed meanwhile. */
  statistics: {concurrency: 1, waiting: 64, waitMs: 30_000},
  /** Those of one account, behind which no other account waits. */
  accountStatistics: {concurrency: 1, waiting: 16, waitMs: 30_000},
  generation: {concurrency: 2, waiting: 1},
} as const;

export type Kind = keyof typeof kinds;

type Bound = Omit<Limits, 'concurrency' | 'waitMs'> & {
  readonly concurrency: number;
  readonly besideLookups?: number;
  readonly waitMs?: number;
};

export type BoundsWatch = {
  /** So many more questions of this kind wait: -1 for one fewer. */
  readonly onWaiting: (kind: Kind, change: 1 | -1) => void;
  readonly onRefused: (kind: Kind) => void;
};

/** Left of a deadline for the answer to a question that has waited for its turn as long as it may. */
const answeredWithinMs = 500;

/** So long after a lookup another one is expected. */
const lookupsExpectedMs = 100;

/** Whether there are lookups, which heavy questions would delay. */
const lookupTraffic = () => {
  let [underWay, lastAt] = [0, Number.NEGATIVE_INFINITY];
  return {
    begin: () => {
      underWay += 1;
    },
    end: () => {
      underWay -= 1;
      lastAt = performance.now();
    },
    isExpected: () => underWay > 0 || performance.now() - lastAt < lookupsExpectedMs,
  };
};

/** Makes the bulkhead of a kind. */
export type BoundOf = ((kind: Kind) => Bulkhead) & {
  readonly lookups: ReturnType<typeof lookupTraffic>;
};

/** Makes the bulkheads of one process, for questions with this deadline. */
export const boundsOf = (timeoutMs: number, {onWaiting, onRefused}: BoundsWatch): BoundOf => {
  const waitMs = timeoutMs - answeredWithinMs;
  const lookups = lookupTraffic();
  const boundOf = (kind: Kind) => {
    const {concurrency: alone, besideLookups = alone, ...limits}: Bound = kinds[kind];
    const concurrency = () => (lookups.isExpected() ? besideLookups : alone);
    return bulkhead(
      {waitMs, ...limits, concurrency},
      {waiting: change => onWaiting(kind, change), refused: () => onRefused(kind)},
    );
  };
  return Object.assign(boundOf, {lookups});
};
