import type {Redis} from 'ioredis';
import {redisKeys} from '#core/access/redis.ts';

/** What a key must have been charged: exactly this where answers arrived, and up to so much more. */
type Account = {exact: number; unknown: number};

/** The charges of keys as their holders know them, against those that Redis has counted. */
export const createLedger = () => {
  const keys = new Map<string, Account>();
  const accountOf = (keyId: string): Account => {
    const account = keys.get(keyId) ?? {exact: 0, unknown: 0};
    keys.set(keyId, account);
    return account;
  };

  return {
    charged: (keyId: string, cost: number): void => {
      accountOf(keyId).exact += cost;
    },
    /** It may have been charged, and it may have been refunded. */
    unknown: (keyId: string, cost: number): void => {
      accountOf(keyId).unknown += cost;
    },

    /** How Redis has counted each key otherwise than this ledger, in words. */
    differences: async (redis: Redis, accountIds: Iterable<string>): Promise<readonly string[]> => {
      const usages = await Promise.all(
        Array.from(accountIds, id => redis.hgetall(redisKeys.usage('live', id))),
      );
      const counted = new Map(
        usages.flatMap(fields =>
          Object.entries(fields).flatMap(([field, count]) =>
            field.startsWith('key:') ? [[field.slice(4), Number(count)] as const] : [],
          ),
        ),
      );
      const ofAccounts = usages.flatMap(({total, month: _, ...ofKeys}) => {
        const sum = Object.values(ofKeys).reduce((sum, count) => sum + Number(count), 0);
        return sum === Number(total ?? 0) ? [] : [`an account has ${total}, its keys ${sum}`];
      });
      const ofKeys = Array.from(keys).flatMap(([keyId, {exact, unknown}]) => {
        const count = counted.get(keyId) ?? 0;
        if (count >= exact && count <= exact + unknown) return [];
        return [`${keyId} has ${count}, and must have ${exact} and at most ${unknown} more`];
      });
      return [...ofAccounts, ...ofKeys];
    },
  };
};

export type Ledger = ReturnType<typeof createLedger>;
