import {type AnswerError, NetworkError} from './errors.ts';

/** Seconds before each repetition of what has failed for no fault of the caller. */
export const backoff = [1, 2, 4] as const;

/**
 * Decides over the retries of one call, which waits `maxRetryAfter` seconds at most in sum because it is
 * told to. Takes an error; returns the seconds until the next try, or undefined if there is none.
 */
export const retryPolicy = (maxRetryAfter: number) => {
  let [failures, waited] = [0, 0];

  const asked = (seconds: number): number | undefined => {
    waited += seconds;
    return waited <= maxRetryAfter ? seconds : undefined;
  };

  return (error: AnswerError | NetworkError): number | undefined => {
    if (!error.isRetryable) return undefined;
    if (error instanceof NetworkError) return backoff[failures++];
    const {status, retryAfter = 1} = error;
    if (status === 429) return asked(Math.max(retryAfter, 1));
    const pause = backoff[failures++];
    return pause !== undefined && retryAfter > pause ? asked(retryAfter) : pause;
  };
};
