import type {Redis} from 'ioredis';
import {z} from 'zod';
import {newAccountId} from './api-key.ts';
import {accountName, accountsName, sentinelName} from './redis-names.ts';

const StoredAccount = z.object({name: z.string(), createdAt: z.iso.datetime()});

export type Account = z.output<typeof StoredAccount> & {readonly accountId: string};

/** The accounts that keys belong to. */
export const accounts = (redis: Redis) => ({
  /** Also writes the sentinel: from the first account on, an unknown key is a wrong key. */
  async create(name: string): Promise<Account> {
    const accountId = newAccountId();
    const account = {name, createdAt: new Date().toISOString()};
    await redis.hset(accountName(accountId), account);
    await redis.sadd(accountsName, accountId);
    await redis.setnx(sentinelName, account.createdAt);
    return {accountId, ...account};
  },

  /** Oldest first. */
  async list(): Promise<readonly Account[]> {
    const ids = await redis.smembers(accountsName);
    const found = await Promise.all(
      ids.map(async accountId => {
        const stored = StoredAccount.parse(await redis.hgetall(accountName(accountId)));
        return {accountId, ...stored};
      }),
    );
    return found.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  },
});
