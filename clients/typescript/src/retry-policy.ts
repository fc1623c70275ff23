import {type AnswerError, NetworkError, ProblemError} from './errors.ts';

/** Seconds before each repetition of what has failed for no fault of the caller. */
export const backoff = [1, 2, 4] as const;

type Failure = AnswerError | NetworkError;

/**
 * Whether the quota may have counted the request. The service counts no 429 and refunds its own 5xx; whatever
 * a proxy or the network reports may come after it has counted. One GET more is bearable, a batch is not.
 */
const mayBeCounted = (error: Failure, method: string): boolean =>
  method !== 'GET' && !(error instanceof ProblemError);

/** A quota is exhausted until the next month: longer than a call can wait. */
const isExhausted = (error: Failure): boolean =>
  error instanceof ProblemError && error.problem.code === 'QuotaExceeded';

/**
 * Decides over the retries of one call, which waits `maxRetryAfter` seconds at most in sum because it is
 * told to. Takes an error; returns the seconds until the next try, or undefined if there is none.
 */
export const retryPolicy = (method: string, maxRetryAfter: number) => {
  let [failures, waited] = [0, 0];

  const asked = (seconds: number): number | undefined => {
    waited += seconds;
    return waited <= maxRetryAfter ? seconds : undefined;
  };

  return (error: Failure): number | undefined => {
    if (mayBeCounted(error, method) || isExhausted(error)) return undefined;
    if (error instanceof NetworkError) return backoff[failures++];
    if (!error.isRetryable) return undefined;
    const {status, retryAfter = 1} = error;
    if (status === 429) return asked(Math.max(retryAfter, 1));
    const pause = backoff[failures++];
    return pause !== undefined && retryAfter > pause ? asked(retryAfter) : pause;
  };
};
