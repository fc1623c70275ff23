import {z} from 'zod';
import type {Caller} from '#core/domain/caller.ts';
import type {Charge, Decision} from '#core/domain/limits.ts';
import {KeysUnavailable} from '#core/domain/outages.ts';
import {type KeyEnvironment, readApiKey} from './api-key.ts';
import {luaScript} from './lua-script.ts';
import {orUnavailable} from './or-unavailable.ts';
import type {RedisClient} from './redis-client.ts';
import {accountName, keyName, rateName, sentinelName, usageName} from './redis-names.ts';

/** What `meter.lua` answers; Redis has no numbers in its replies but whole ones of 64 bits. */
const Reply = z.union([
  z.tuple([z.literal('unknown')]),
  z.tuple([z.literal('unpaid'), z.string()]),
  z.tuple([
    z.enum(['admitted', 'rate', 'quota']),
    z.string(),
    z.coerce.number(),
    z.coerce.number(),
    z.coerce.number(),
    z.coerce.number(),
    z.coerce.number(),
    z.coerce.number(),
    z.string(),
  ]),
]);

const outcomes = {admitted: 'admitted', rate: 'rateExceeded', quota: 'quotaExceeded'} as const;

const decisionOf = (reply: unknown, caller: Omit<Caller, 'keyId'>): Decision => {
  const parsed = Reply.parse(reply);
  if (parsed[0] === 'unknown') return {outcome: 'unknown'};
  if (parsed[0] === 'unpaid') return {outcome: 'unpaid', keyId: parsed[1]};
  const [outcome, keyId, perMinute, leftThisMinute, toNext, monthly, left, toMonth, month] = parsed;
  return {
    outcome: outcomes[outcome],
    caller: {keyId, ...caller},
    standing: {
      requestsPerMinute: perMinute,
      leftThisMinute,
      secondsToNextRequest: toNext,
      monthlyRequests: monthly,
      leftThisMonth: left,
      secondsToNextMonth: toMonth,
      month,
    },
  };
};

/** Microseconds since 1970 in place of Redis' own clock. */
type Now = () => number | '';

/**
 * Decides who may call, how fast and how much, and counts it: each in one step inside Redis, by its
 * clock, so that any number of copies agree. Throws `KeysUnavailable` when Redis cannot tell.
 */
export const metering = (redis: RedisClient, environment: KeyEnvironment, now: Now = () => '') => {
  const meter = luaScript(redis, 'meter', 4);
  const giveBack = luaScript(redis, 'give-back', 1);

  const measured = async (
    caller: Omit<Caller, 'keyId'>,
    isRated: boolean,
    cost: number,
  ): Promise<Decision> => {
    const {accountId, keyHash} = caller;
    const names = [
      keyName(environment, accountId, keyHash),
      accountName(accountId),
      usageName(accountId),
      rateName(accountId, keyHash),
    ];
    const decision = decisionOf(
      await orUnavailable(meter(names, [isRated ? 1 : 0, cost, now()])),
      caller,
    );
    if (decision.outcome === 'unknown') await requireSentinel();
    return decision;
  };

  /** An empty Redis has forgotten every key, so that it cannot tell a wrong one from a right one. */
  const requireSentinel = async (): Promise<void> => {
    if ((await orUnavailable(redis.exists(sentinelName))) === 0) {
      throw new KeysUnavailable('The key store is empty. Create an account, or restore its data.');
    }
  };

  return {
    /**
     * Lets one request in at this cost. Keys that are unknown, revoked, expired or of the other
     * environment are one answer, after the same steps; a text that is no key never gets to Redis.
     */
    async admit(key: string, cost: number): Promise<Decision> {
      const read = readApiKey(key);
      if (read === undefined) return {outcome: 'unknown'};
      return await measured({accountId: read.accountId, keyHash: read.hash}, true, cost);
    },

    /** Charges what a request that was let in turns out to cost: all of it or nothing. */
    charge: ({accountId, keyHash}: Caller, cost: number): Promise<Decision> =>
      measured({accountId, keyHash}, false, cost),

    /** Gives a charge back. False when its month is over, and with it its count. */
    async giveBack({accountId, keyId}: Caller, {cost, month}: Charge): Promise<boolean> {
      return (await orUnavailable(giveBack([usageName(accountId)], [month, keyId, cost]))) === 1;
    },
  };
};
