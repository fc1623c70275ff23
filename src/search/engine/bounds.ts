import {type Bulkhead, bulkhead, type Limits} from './bulkhead.ts';

/**
 * The bounds of one process, by kind of question, so that no kind waits for a more expensive one. A few
 * requests in flight keep Elasticsearch busy; more only make each of them slower. As many may wait as
 * are answered in about the time that they may wait.
 */
const kinds = {
  /** Requests for many vehicles or entries: while there are lookups, one is worked on half of the time. */
  heavy: {concurrency: 16, besideLookups: 1, rests: true, waiting: 256, waitMs: 5_000},
  /** Those of one account, behind which no other account waits. */
  accountHeavy: {concurrency: 16, besideLookups: 1, waiting: 128, waitMs: 5_000},
  /** Batches of up to 500 lookups of one kind. */
  lookups: {concurrency: 2, waiting: 10},
  /** Batches of lookups of whole documents, which take long to read: small ones let others go on. */
  documents: {concurrency: 2, waiting: 128},
  batches: {concurrency: 2, waiting: 64},
  /** Requests for vehicles with records: a few that end in time, where all at once would not. */
  withRecords: {concurrency: 4, waiting: 64},
  pages: {concurrency: 8, waiting: 256},
  deepPages: {concurrency: 2, waiting: 128},
  totals: {concurrency: 8, waiting: 256},
  lists: {concurrency: 4, waiting: 128},
  /** Each reads all vehicles that match, and whoever asks again finds what was computed meanwhile. */
  statistics: {concurrency: 1, rests: true, waiting: 64, waitMs: 30_000},
  /** Those of one account, behind which no other account waits. */
  accountStatistics: {concurrency: 1, waiting: 16, waitMs: 30_000},
  generation: {concurrency: 2, waiting: 1},
} as const;

export type Kind = keyof typeof kinds;

type Bound = Pick<Limits, 'waiting'> & {
  readonly concurrency: number;
  readonly besideLookups?: number;
  /** While there are lookups, none is worked on after one for as long as it took. */
  readonly rests?: boolean;
  readonly waitMs?: number;
};

export type BoundsWatch = {
  /** So many more questions of this kind wait: -1 for one fewer. */
  readonly onWaiting: (kind: Kind, change: 1 | -1) => void;
  readonly onRefused: (kind: Kind) => void;
};

/** Left of a deadline for the answer to a question that has waited for its turn as long as it may. */
const answeredWithinMs = 500;

/** The least and the longest rest. */
const restMs = {least: 5, most: 200};

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
    const {concurrency: alone, besideLookups = alone, rests, ...limits}: Bound = kinds[kind];
    const concurrency = () => (lookups.isExpected() ? besideLookups : alone);
    const pauseMs = (tookMs: number) =>
      rests && lookups.isExpected() ? Math.min(Math.max(tookMs, restMs.least), restMs.most) : 0;
    return bulkhead(
      {waitMs, ...limits, concurrency, pauseMs},
      {waiting: change => onWaiting(kind, change), refused: () => onRefused(kind)},
    );
  };
  return Object.assign(boundOf, {lookups});
};
