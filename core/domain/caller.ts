/** The key that a request presented, by id and hash, and the account that owns it. */
export type Caller = {
  readonly keyId: string;
  readonly accountId: string;
  /** SHA-256 of the key in hexadecimal. */
  readonly keyHash: string;
};

/** A caller's limits and what remains of them: a rate per key, a monthly quota per account. */
export type LimitStatus = {
  readonly requestsPerMinute: number;
  readonly remainingThisMinute: number;
  /** Until one more request fits the rate; at least 1. */
  readonly secondsToNextRequest: number;
  readonly monthlyRequests: number;
  readonly remainingThisMonth: number;
  /** Until the first of the next month, 00:00 UTC; at least 1. */
  readonly secondsToNextMonth: number;
  /** `2026-11`, by the clock of Redis. */
  readonly month: string;
  /** Whether the plan includes the files of exports. */
  readonly mayExport: boolean;
};

type Measured<Outcome> = {
  readonly outcome: Outcome;
  readonly caller: Caller;
  readonly limits: LimitStatus;
};

/**
 * Whether a request is admitted, and why not. Only admitted requests are counted. What was presented as a key may say
 * that it is of another environment, whether or not there is such a key.
 */
export type Decision =
  | {readonly outcome: 'unknown'; readonly ofOther?: 'live' | 'test'}
  | {readonly outcome: 'unpaid'; readonly keyId: string}
  | Measured<'admitted'>
  | Measured<'rateExceeded' | 'quotaExceeded'>;

export type Refused = Exclude<Decision, {readonly outcome: 'admitted'}>;

export type Charge = {readonly cost: number; readonly month: string};

/** An account's plan and the requests it has used in one month. */
export type Usage = {
  /** Null during a trial without a plan. */
  readonly plan: string | null;
  /** ISO 8601; null for a plan without an end. */
  readonly trialEndsAt: string | null;
  readonly used: number;
  readonly usedByKey: readonly {readonly keyId: string; readonly requests: number}[];
};

/** The start of a month such as `2026-12` in UTC, and its end, which is the start of the next. */
export const monthBounds = (month: string): {readonly start: Date; readonly end: Date} => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return {start: new Date(Date.UTC(year, number - 1)), end: new Date(Date.UTC(year, number))};
};
