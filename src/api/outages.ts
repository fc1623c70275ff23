import {DatasetNotLoaded, KeysUnavailable, SearchUnavailable} from '#core/domain/outages.ts';
import {Problem} from '#src/http/problems/problem.ts';
import {type ErrorCode, fail} from './errors.ts';

/** Seconds after which another try may be answered. An import takes longer than a restart. */
const retryAfter = (seconds: number) => ({headers: {'Retry-After': String(seconds)}});

const outages: readonly [new (...args: never) => Error, ErrorCode, number][] = [
  [DatasetNotLoaded, 'DatasetNotLoaded', 30],
  [SearchUnavailable, 'SearchUnavailable', 5],
  [KeysUnavailable, 'ServiceUnavailable', 5],
];

/**
 * Which problem an error is answered with. What nobody foresaw is an `InternalError`, which tells the
 * client nothing of what went wrong: that is in the log, under the request's id.
 */
export const toProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  const outage = outages.find(([kind]) => error instanceof kind);
  if (outage === undefined) return fail('InternalError', {}, {cause: error});
  const [, code, seconds] = outage;
  return fail(code, retryAfter(seconds), {cause: error});
};
