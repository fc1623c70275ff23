import {isDeepStrictEqual} from 'node:util';
import {z} from 'zod';
import {newAccountId} from './api-key.ts';
import {type Grant, plans, trialGrant} from './plans.ts';
import type {RedisClient} from './redis-client.ts';
import {accountName, accountsName, sentinelName} from './redis-names.ts';

const StoredAccount = z.object({
  name: z.string(),
  createdAt: z.iso.datetime(),
  plan: z.string().nullable().default(null),
  monthlyRequests: z.coerce.number().nullable().default(null),
  requestsPerMinute: z.coerce.number().nullable().default(null),
  /** Milliseconds since 1970. */
  trialEndsAt: z.coerce
    .number()
    .transform(ms => new Date(ms).toISOString())
    .nullable()
    .default(null),
});

/** An account with what it is granted; nulls where it has neither plan nor trial. */
export type Account = z.output<typeof StoredAccount> & {readonly accountId: string};

export type AccountRequest = {
  readonly name: string;
  readonly plan?: string | undefined;
  /** Until when the plan, or what a trial grants without one, is there. */
  readonly trialEndsAt?: Date | undefined;
};

/** There is no plan of this name. */
export class UnknownPlan extends Error {
  override readonly name = 'UnknownPlan';
}

/** The accounts that keys belong to. */
export const accounts = (redis: RedisClient) => {
  const {find} = plans(redis);

  const grantOf = async (plan: string): Promise<Grant> => {
    const grant = await find(plan);
    if (grant === undefined) throw new UnknownPlan(`There is no plan ${plan}.`);
    return grant;
  };

  const isThere = async (accountId: string): Promise<boolean> =>
    (await redis.exists(accountName(accountId))) === 1;

  const readAccount = async (accountId: string): Promise<Account> => ({
    accountId,
    ...StoredAccount.parse(await redis.hgetall(accountName(accountId))),
  });

  /** Again while the plan changes meanwhile: that change may have looked for its accounts before. */
  const give = async (accountId: string, plan: string): Promise<void> => {
    let granted: Grant;
    do {
      granted = await grantOf(plan);
      await redis.hset(accountName(accountId), {plan, ...granted});
    } while (!isDeepStrictEqual(await grantOf(plan), granted));
  };

  return {
    /** Also writes the sentinel: from the first account on, an unknown key is a wrong key. */
    async create({name, plan, trialEndsAt}: AccountRequest): Promise<Account> {
      if (plan !== undefined) await grantOf(plan);
      const accountId = newAccountId();
      const createdAt = new Date().toISOString();
      await redis.hset(accountName(accountId), {
        name,
        createdAt,
        ...(trialEndsAt && {...trialGrant, trialEndsAt: trialEndsAt.getTime()}),
      });
      await redis.sadd(accountsName, accountId);
      await redis.setnx(sentinelName, createdAt);
      if (plan !== undefined) await give(accountId, plan);
      return await readAccount(accountId);
    },

    /** Gives an account a plan without an end, or none. False when there is no such account. */
    async setPlan(accountId: string, plan: string | undefined): Promise<boolean> {
      if (!(await isThere(accountId))) return false;
      const granted = ['plan', 'monthlyRequests', 'requestsPerMinute', 'trialEndsAt'];
      if (plan === undefined) {
        await redis.hdel(accountName(accountId), ...granted);
        return true;
      }
      await give(accountId, plan);
      await redis.hdel(accountName(accountId), 'trialEndsAt');
      return true;
    },

    async find(accountId: string): Promise<Account | undefined> {
      return (await isThere(accountId)) ? await readAccount(accountId) : undefined;
    },

    /** Oldest first. */
    async list(): Promise<readonly Account[]> {
      const found = await Promise.all((await redis.smembers(accountsName)).map(readAccount));
      return found.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    },
  };
};
