import type {LimitStatus} from '#core/domain/caller.ts';
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
export const limitHeaders = (limits: LimitStatus) => {
  const {requestsPerMinute, remainingThisMinute, secondsToNextRequest} = limits;
  const {monthlyRequests, remainingThisMonth, secondsToNextMonth, month} = limits;
  return {
    'RateLimit-Policy':
      `"minute";q=${requestsPerMinute};w=60, ` +
      `"month";q=${monthlyRequests};w=${secondsOf(month)}`,
    RateLimit:
      `"minute";r=${remainingThisMinute};t=${secondsToNextRequest}, ` +
      `"month";r=${remainingThisMonth};t=${secondsToNextMonth}`,
  };
};
