import {isDeepStrictEqual} from 'node:util';
import {z} from 'zod';
import {UsageError} from '../command-line/errors.ts';
import {luaScript, parsed, type RedisClient, redisKeys} from './redis.ts';

export const PlanLimits = z.object({
  monthlyRequests: z.int(),
  requestsPerMinute: z.int(),
  /** Whether it includes the files of exports. */
  exports: z.boolean().default(false),
});

export type PlanLimits = z.output<typeof PlanLimits>;
export type Plan = PlanLimits & {readonly name: string};

type NewPlan = z.input<typeof PlanLimits> & {readonly name: string};

/** Up to these, requests are counted exactly. A rate takes some 100 bytes per request. */
export const maxRequests = {month: 1_000_000_000_000, minute: 1_000_000} as const;

export const defaultRequestsPerMinute = 60;

export const unknownPlan = (name: string): UsageError =>
  new UsageError(`There is no plan ${name}. "plans list" lists all plans.`);

/** The limits of an account on trial that has no plan. */
export const trialLimits: PlanLimits = {
  monthlyRequests: 1000,
  requestsPerMinute: defaultRequestsPerMinute,
  exports: false,
};

const accountsWith = async (redis: RedisClient, name: string): Promise<number> => {
  const ids = await redis.smembers(redisKeys.accounts);
  const names = await Promise.all(ids.map(id => redis.hget(redisKeys.account(id), 'plan')));
  return names.filter(each => each === name).length;
};

/**
 * The plans. The limits of a plan are copied to its accounts, because a request may read only one
 * hash slot; a change of the plan is therefore written to each of them.
 */
export const plans = (redis: RedisClient) => {
  const write = luaScript(redis, 'write-unless-changed');

  const find = async (name: string) => parsed(PlanLimits, await redis.hget(redisKeys.plans, name));

  /** Writes limits to all accounts that still have this plan, and returns their number. */
  const copyToAccounts = async (name: string, limits: PlanLimits) => {
    const fields = Object.entries(limits).flatMap(([field, limit]) => [field, String(limit)]);
    const ids = await redis.smembers(redisKeys.accounts);
    const replies = await Promise.all(
      ids.map(id => write([redisKeys.account(id)], ['plan', name, ...fields])),
    );
    return replies.filter(reply => reply === 1).length;
  };

  return {
    find,

    /**
     * Removes a plan that no account has, and returns how many have it; undefined without such a plan. An
     * account that gets it meanwhile keeps it there.
     */
    async remove(name: string): Promise<number | undefined> {
      const text = await redis.hget(redisKeys.plans, name);
      if (text === null) return undefined;
      const accounts = await accountsWith(redis, name);
      if (accounts > 0) return accounts;
      await redis.hdel(redisKeys.plans, name);
      const late = await accountsWith(redis, name);
      if (late > 0) await redis.hsetnx(redisKeys.plans, name, text);
      return late;
    },

    /**
     * Adds or changes a plan, and returns how many accounts have it. Of two concurrent changes, the one
     * whose limits stay copies them last, to every account.
     */
    async set({name, ...given}: NewPlan): Promise<number> {
      const limits = PlanLimits.parse(given);
      await redis.hset(redisKeys.plans, name, JSON.stringify(limits));
      for (let copied: PlanLimits = limits; ; ) {
        const accounts = await copyToAccounts(name, copied);
        const current = await find(name);
        if (current === undefined || isDeepStrictEqual(current, copied)) return accounts;
        copied = current;
      }
    },

    /** Sorted by name. */
    async list(): Promise<readonly Plan[]> {
      const stored = Object.entries(await redis.hgetall(redisKeys.plans));
      return stored
        .map(([name, text]) => ({name, ...PlanLimits.parse(JSON.parse(text))}))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
};
