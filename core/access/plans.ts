import {isDeepStrictEqual} from 'node:util';
import {z} from 'zod';
import {luaScript, type RedisClient, redisKeys} from './redis.ts';

/** The limits of a plan or a trial. */
export const PlanLimits = z.object({monthlyRequests: z.int(), requestsPerMinute: z.int()});

export type PlanLimits = z.output<typeof PlanLimits>;
export type Plan = PlanLimits & {readonly name: string};

/** Up to these, requests are counted exactly. A rate takes some 100 bytes per request. */
export const maxRequests = {month: 1_000_000_000_000, minute: 1_000_000} as const;

export const defaultRequestsPerMinute = 60;

/** The limits of an account on trial that has no plan. */
export const trialLimits: PlanLimits = {
  monthlyRequests: 1000,
  requestsPerMinute: defaultRequestsPerMinute,
};

/**
 * The plans. The limits of a plan are copied to its accounts, because a request may read only one
 * hash slot; a change of the plan is therefore written to each of them.
 */
export const plans = (redis: RedisClient) => {
  const setLimits = luaScript(redis, 'set-limits');

  const find = async (name: string): Promise<PlanLimits | undefined> => {
    const text = await redis.hget(redisKeys.plans, name);
    return text === null ? undefined : PlanLimits.parse(JSON.parse(text));
  };

  /** Writes limits to all accounts with this plan, and returns how many those are. */
  const copyToAccounts = async (name: string, {monthlyRequests, requestsPerMinute}: PlanLimits) => {
    const ids = await redis.smembers(redisKeys.accounts);
    const replies = await Promise.all(
      ids.map(id => setLimits([redisKeys.account(id)], [name, monthlyRequests, requestsPerMinute])),
    );
    return replies.filter(reply => reply === 1).length;
  };

  return {
    find,

    /**
     * Adds or changes a plan, and returns how many accounts have it. Of two changes at once the one
     * whose limits stay copies them last, to every account.
     */
    async set({name, ...limits}: Plan): Promise<number> {
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
