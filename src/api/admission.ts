import type {IncomingHttpHeaders} from 'node:http';
import type {Caller, Decision} from '#core/domain/caller.ts';
import type {Admission} from '#src/http/endpoint/request-handler.ts';
import type {Problem} from '#src/http/problems/problem.ts';
import type {CallersServices, Services} from '#src/services.ts';
import {fail} from './errors.ts';
import {limitHeaders} from './limit-headers.ts';

/** Node joins a header that was sent twice with a comma, and what comes of that is no key. */
const presentedKey = (headers: IncomingHttpHeaders): string => {
  const key = headers['x-api-key'];
  if (typeof key !== 'string' || key.trim() === '') throw fail('ApiKeyMissing');
  return key;
};

type Known = Extract<Decision, {readonly caller: Caller}>;

/** Why a request is refused, where it is. */
const refusalOf = (decision: Decision): Problem | undefined => {
  if (decision.outcome === 'unknown') return fail('ApiKeyInvalid');
  if (decision.outcome === 'unpaid') return fail('PaymentRequired');
  const {outcome, limits} = decision;
  if (outcome === 'admitted') return undefined;
  const [code, seconds] =
    outcome === 'rateExceeded'
      ? (['RateLimitExceeded', limits.secondsToNextRequest] as const)
      : (['QuotaExceeded', limits.secondsToNextMonth] as const);
  return fail(code, {headers: {...limitHeaders(limits), 'Retry-After': String(seconds)}});
};

/**
 * Lets a request in or throws why not, before anything else of it is looked at. The contract's order:
 *
 * 1. the key is there (401) and 2. valid (401);
 * 3. the account has a plan (402);
 * 4. the key is within its rate (429) and 5. the account within its quota (429).
 */
export const admission =
  (services: Services) =>
  async (headers: IncomingHttpHeaders, cost: number): Promise<Admission<CallersServices>> => {
    const {callers} = services;
    const decision = await callers.admit(presentedKey(headers), cost);
    const refusal = refusalOf(decision);
    if (refusal !== undefined) throw refusal;
    const {caller, limits} = decision as Known;
    let [charged, limitsNow] = [cost, limits];

    return {
      keyId: caller.keyId,
      services: {...services, caller: {...caller, limits}},
      headers: () => limitHeaders(limitsNow),
      charge: async cost => {
        const decision = await callers.charge(caller, cost);
        if ('limits' in decision) limitsNow = decision.limits;
        if (decision.outcome === 'admitted') charged += cost;
        return refusalOf(decision);
      },
      refund: async () => {
        if (charged > 0) await callers.refund(caller, {cost: charged, month: limitsNow.month});
      },
    };
  };
