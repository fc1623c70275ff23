import {isDeepStrictEqual} from 'node:util';
import {z} from 'zod';
import {luaScript} from './lua-script.ts';
import type {RedisClient} from './redis-client.ts';
import {accountName, accountsName, plansName} from './redis-names.ts';

/** What a plan or a trial lets an account do. */
export const Grant = z.object({monthlyRequests: z.int(), requestsPerMinute: z.int()});

export type Grant = z.output<typeof Grant>;
export type Plan = Grant & {readonly name: string};

/** Within these, numbers are counted exactly. A rate is kept request by request, some 100 bytes each. */
export const mostRequests = {month: 1_000_000_000_000, minute: 1_000_000} as const;

/** What is granted for the minute unless a plan says otherwise. */
export const usualRequestsPerMinute = 60;

/** What an account has that is tried without a plan. */
export const trialGrant: Grant = {
  monthlyRequests: 1000,
  requestsPerMinute: usualRequestsPerMinute,
};

/**
 * The plans. What a plan grants is copied to its accounts, because one request reads of one hash slot
 * alone; so a change of the plan is carried to each of them.
 */
export const plans = (redis: RedisClient) => {
  const grant = luaScript(redis, 'grant', 1);

  const find = async (name: string): Promise<Grant | undefined> => {
    const text = await redis.hget(plansName, name);
    return text === null ? undefined : Grant.parse(JSON.parse(text));
  };

  /** Gives the accounts with this plan what it grants. Tells how many those are. */
  const carry = async (name: string, {monthlyRequests, requestsPerMinute}: Grant) => {
    const ids = await redis.smembers(accountsName);
    const reached = await Promise.all(
      ids.map(id => grant([accountName(id)], [name, monthlyRequests, requestsPerMinute])),
    );
    return reached.filter(reply => reply === 1).length;
  };

  return {
    find,

    /**
     * Adds or changes a plan, also for the accounts that have it. Tells how many those are. Of two who
     * change it at once the one whose numbers stay carries them last, to every account.
     */
    async set({name, ...granted}: Plan): Promise<number> {
      await redis.hset(plansName, name, JSON.stringify(granted));
      for (let carried: Grant = granted; ; ) {
        const accounts = await carry(name, carried);
        const current = await find(name);
        if (current === undefined || isDeepStrictEqual(current, carried)) return accounts;
        carried = current;
      }
    },

    /** By name. */
    async list(): Promise<readonly Plan[]> {
      const stored = Object.entries(await redis.hgetall(plansName));
      return stored
        .map(([name, text]) => ({name, ...Grant.parse(JSON.parse(text))}))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
};
