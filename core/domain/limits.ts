import type {Caller} from './caller.ts';

/** What is left of a caller's limits. The rate is the key's own, the month its account's. */
export type Standing = {
  readonly requestsPerMinute: number;
  readonly leftThisMinute: number;
  /** Until one more request fits the rate; at least 1. */
  readonly secondsToNextRequest: number;
  readonly monthlyRequests: number;
  readonly leftThisMonth: number;
  /** Until the first of the next month, 00:00 UTC; at least 1. */
  readonly secondsToNextMonth: number;
  /** `2026-11`, by the clock of Redis. */
  readonly month: string;
};

/** Whether a request is let in, and why not. Only what is admitted is counted. */
export type Decision =
  | {readonly outcome: 'unknown'}
  | {readonly outcome: 'unpaid'; readonly keyId: string}
  | {
      readonly outcome: 'admitted' | 'rateExceeded' | 'quotaExceeded';
      readonly caller: Caller;
      readonly standing: Standing;
    };

/** What was charged, to which month. */
export type Charge = {readonly cost: number; readonly month: string};

/** What an account is granted, and the requests it has used in one month. */
export type Usage = {
  /** Null while it is tried without a plan. */
  readonly plan: string | null;
  /** ISO 8601; null for a plan without an end. */
  readonly trialEndsAt: string | null;
  readonly used: number;
  readonly usedByKey: readonly {readonly keyId: string; readonly requests: number}[];
};
