import type {Standing} from '#core/domain/limits.ts';
import {boundsOf} from '#core/domain/month.ts';

const secondsOf = (month: string): number => {
  const {start, end} = boundsOf(month);
  return (end.getTime() - start.getTime()) / 1000;
};

/**
 * What is left of both limits, in structured fields (Internet-Draft
 * ietf-httpapi-ratelimit-headers): `q` requests in a window of `w` seconds, `r` left, more in `t`.
 * The minute slides, so its `t` is when the next single request is free again.
 */
export const limitHeaders = (standing: Standing) => {
  const {requestsPerMinute, leftThisMinute, secondsToNextRequest} = standing;
  const {monthlyRequests, leftThisMonth, secondsToNextMonth, month} = standing;
  return {
    'RateLimit-Policy':
      `"minute";q=${requestsPerMinute};w=60, ` +
      `"month";q=${monthlyRequests};w=${secondsOf(month)}`,
    RateLimit:
      `"minute";r=${leftThisMinute};t=${secondsToNextRequest}, ` +
      `"month";r=${leftThisMonth};t=${secondsToNextMonth}`,
  };
};
