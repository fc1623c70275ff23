import type {IncomingHttpHeaders} from 'node:http';
import {type Decision, type LimitStatus, monthBounds, type Refused} from '#core/domain/caller.ts';
import {metrics} from '#core/metrics.ts';
import type {Admission, ClientRequest} from '#src/http/endpoint/mount.ts';
import type {Problem} from '#src/http/problem.ts';
import type {CallersServices, Services} from '#src/services.ts';
import {fail} from './errors.ts';
import {toProblem} from './problems.ts';

/** How a key begins, in whatever case it was copied. */
export const keyStart = /vdl_(?:live|test)_/i;

/** Node joins repeated headers with a comma; the result is never a valid key. */
const presentedKey = (headers: IncomingHttpHeaders): string => {
  const key = headers['x-api-key'];
  if (typeof key !== 'string' || key.trim() === '') throw fail('ApiKeyMissing');
  return key;
};

const secondsOf = (month: string): number => {
  const {start, end} = monthBounds(month);
  return (end.getTime() - start.getTime()) / 1000;
};

/**
 * The state of both limits, in structured fields (Internet-Draft ietf-httpapi-ratelimit-headers): `q`
 * requests in a window of `w` seconds, `r` remaining, more in `t` seconds. The minute is a sliding
 * window, so its `t` is the time until the next single request.
 */
const limitHeaders = (limits: LimitStatus) => {
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

const invalidKey = (ofOther: 'live' | 'test' | undefined): Problem => {
  if (ofOther === undefined) return fail('ApiKeyInvalid');
  const here = ofOther === 'live' ? 'test' : 'live';
  const detail = `The key is for the ${ofOther} environment (vdl_${ofOther}_…), but this is the ${here} environment.`;
  return fail('ApiKeyInvalid', {detail});
};

/** The problem for a refused caller. If the month is not used up, it says what the request costs. */
export const problemOf = (decision: Refused, cost = 1): Problem => {
  if (decision.outcome === 'unknown') return invalidKey(decision.ofOther);
  if (decision.outcome === 'unpaid') return fail('PaymentRequired');
  const {outcome, limits} = decision;
  const [code, seconds] =
    outcome === 'rateExceeded'
      ? (['RateLimitExceeded', limits.secondsToNextRequest] as const)
      : (['QuotaExceeded', limits.secondsToNextMonth] as const);
  const {remainingThisMonth: left} = limits;
  const detail = `The request counts as ${cost} requests, and the month has ${left} left.`;
  return fail(code, {
    ...(code === 'QuotaExceeded' && left > 0 && {detail}),
    headers: {...limitHeaders(limits), 'Retry-After': String(seconds)},
  });
};

/**
 * Admits a request or throws the problem that refuses it, before anything else of it is read. The
 * contract's order:
 *
 * 1. the key is present (401) and 2. valid (401);
 * 3. the account has a plan (402);
 * 4. the key is within its rate (429) and 5. the account within its quota (429).
 */
export const admission = (services: Services) => {
  const {callers} = services;

  const admit = async ({headers}: ClientRequest, cost: number) => {
    try {
      const decision = await callers.admit(presentedKey(headers), cost);
      if (decision.outcome !== 'admitted') throw problemOf(decision);
      metrics.admissions.inc({outcome: 'admitted'});
      return decision;
    } catch (error) {
      metrics.admissions.inc({outcome: toProblem(error).kind.code});
      throw error;
    }
  };

  return async (request: ClientRequest, cost: number): Promise<Admission<CallersServices>> => {
    const {caller, limits} = await admit(request, cost);
    let [charged, limitsNow] = [cost, limits];
    const decided = (decision: Decision, cost: number): Problem | undefined => {
      if ('limits' in decision) limitsNow = decision.limits;
      if (decision.outcome === 'admitted') return undefined;
      const problem = problemOf(decision, cost);
      metrics.admissions.inc({outcome: problem.kind.code});
      return problem;
    };
    const chargeDaily = async (what: string): Promise<void> => {
      const problem = decided(await callers.chargeDaily(caller, what), 1);
      if (problem) throw problem;
    };

    return {
      keyId: caller.keyId,
      services: {...services, caller: {...caller, limits}, request, chargeDaily},
      inTurn: work => services.inTurn(caller.accountId, request.signal, work),
      headers: () => limitHeaders(limitsNow),
      charge: async cost => {
        const problem = decided(await callers.charge(caller, cost), cost);
        if (!problem) charged += cost;
        return problem;
      },
      refund: async (kept = 0) => {
        const cost = charged - kept;
        if (cost <= 0) return;
        charged = kept;
        await callers.refund(caller, {cost, month: limitsNow.month});
        limitsNow = {...limitsNow, remainingThisMonth: limitsNow.remainingThisMonth + cost};
      },
    };
  };
};
