import {z} from 'zod';
import type {Caller, Charge, Decision} from '../domain/caller.ts';
import {KeysUnavailable} from '../domain/outages.ts';
import {type KeyEnvironment, parseApiKey} from './api-key.ts';
import {luaScript, orUnavailable, type RedisClient, redisKeys} from './redis.ts';

/** The reply of `meter.lua`, which is JSON. */
const Reply = z.union([
  z.object({outcome: z.literal('unknown')}),
  z.object({outcome: z.literal('unpaid'), keyId: z.string()}),
  z.object({
    outcome: z.enum(['admitted', 'rateExceeded', 'quotaExceeded']),
    keyId: z.string(),
    limits: z.object({
      requestsPerMinute: z.number(),
      remainingThisMinute: z.number(),
      secondsToNextRequest: z.number(),
      monthlyRequests: z.number(),
      remainingThisMonth: z.number(),
      secondsToNextMonth: z.number(),
      month: z.string(),
    }),
  }),
]);

const decisionOf = (reply: unknown, caller: Omit<Caller, 'keyId'>): Decision => {
  const decision = Reply.parse(JSON.parse(String(reply)));
  if (!('limits' in decision)) return decision;
  const {keyId, ...measured} = decision;
  return {...measured, caller: {keyId, ...caller}};
};

/** Microseconds since 1970 in place of Redis' own clock. */
type Now = () => number | '';

/**
 * Authenticates, rate-limits and counts requests, each in one step inside Redis and by its clock, so
 * that any number of copies agree. Throws `KeysUnavailable` when Redis does not answer.
 */
export const metering = (redis: RedisClient, environment: KeyEnvironment, now: Now = () => '') => {
  const meter = luaScript(redis, 'meter', 4);
  const refund = luaScript(redis, 'refund', 1);

  const decide = async (
    caller: Omit<Caller, 'keyId'>,
    isRated: boolean,
    cost: number,
  ): Promise<Decision> => {
    const {accountId, keyHash} = caller;
    const keys = [
      redisKeys.apiKey(environment, accountId, keyHash),
      redisKeys.account(accountId),
      redisKeys.usage(accountId),
      redisKeys.rate(accountId, keyHash),
    ];
    const reply = await orUnavailable(meter(keys, [isRated ? 1 : 0, cost, now()]));
    const decision = decisionOf(reply, caller);
    if (decision.outcome === 'unknown') await requireInitialised();
    return decision;
  };

  /** An empty Redis has lost every key, so that it cannot tell a wrong one from a right one. */
  const requireInitialised = async (): Promise<void> => {
    if ((await orUnavailable(redis.exists(redisKeys.initialised))) === 0) {
      throw new KeysUnavailable('The key store is empty. Create an account, or restore its data.');
    }
  };

  return {
    /**
     * Admits one request at this cost. Keys that are unknown, revoked, expired or of the other
     * environment get the same decision after the same steps; a malformed key never reaches Redis.
     */
    async admit(key: string, cost: number): Promise<Decision> {
      const parsed = parseApiKey(key);
      if (parsed === undefined) return {outcome: 'unknown'};
      return await decide({accountId: parsed.accountId, keyHash: parsed.hash}, true, cost);
    },

    /** Charges the further cost of an admitted request: all of it or nothing. */
    charge: ({accountId, keyHash}: Caller, cost: number): Promise<Decision> =>
      decide({accountId, keyHash}, false, cost),

    /** Refunds a charge. False when its month, and with it its count, is over. */
    async refund({accountId, keyId}: Caller, {cost, month}: Charge): Promise<boolean> {
      const keys = [redisKeys.usage(accountId)];
      return (await orUnavailable(refund(keys, [month, keyId, cost]))) === 1;
    },
  };
};
