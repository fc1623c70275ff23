import {callers, type RefundOutcome} from '#core/access/callers.ts';
import type {Decision} from '#core/domain/caller.ts';
import type {Scope} from '../scope.ts';
import {anAccount} from './account.ts';
import {startRedis} from './redis.ts';

/** Microseconds since 1970 of a time in UTC. */
const at = (time: string): number => Date.parse(`${time}Z`) * 1000;

/** The meter of a key, by a clock that the test moves, or by that of Redis. */
export const startMeter = async (
  t: Scope,
  grant: {readonly monthlyRequests?: number; readonly requestsPerMinute?: number} = {},
  start?: string,
) => {
  const {redis} = await startRedis(t);
  const account = await anAccount(redis, grant);
  let now: number | '' = start === undefined ? '' : at(start);
  let refunded: RefundOutcome | undefined;
  const {admit, charge, refund} = callers(redis, 'live', {
    now: () => now,
    onRefund: outcome => {
      refunded = outcome;
    },
  });
  return {
    redis,
    ...account,
    admit: (cost = 1) => admit(account.key, cost),
    charge,
    /** Refunds a charge. Returns whether it was refunded. */
    refund: async (...what: Parameters<typeof refund>) => {
      await refund(...what);
      return refunded === 'given';
    },
    setClock: (time: string) => {
      now = at(time);
    },
    pass: (microseconds: number) => {
      now = Number(now) + microseconds;
    },
  };
};

/** The decision, which must be about a known key. */
export const known = (decision: Decision) => {
  if (!('limits' in decision)) throw new Error(`The key is ${decision.outcome}.`);
  return decision;
};
