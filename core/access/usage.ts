import type {Usage} from '../domain/caller.ts';
import {accounts} from './accounts.ts';
import type {KeyEnvironment} from './api-key.ts';
import {type RedisClient, redisKeys} from './redis.ts';

const byKey = (fields: Readonly<Record<string, string>>): Usage['usedByKey'] =>
  Object.entries(fields)
    .filter(([field]) => field.startsWith('key:'))
    .map(([field, count]) => ({keyId: field.slice('key:'.length), requests: Number(count)}))
    .toSorted((a, b) => (a.keyId < b.keyId ? -1 : 1));

/** The requests that accounts have used in one environment. */
export const usage = (redis: RedisClient, environment: KeyEnvironment) => ({
  /** The current month by the clock of Redis, as `2026-11`. */
  async currentMonth(): Promise<string> {
    const [seconds] = await redis.time();
    return new Date(Number(seconds) * 1000).toISOString().slice(0, 7);
  },

  /** Undefined when the account does not exist. */
  async of(accountId: string, month: string): Promise<Usage | undefined> {
    const [account, fields] = await Promise.all([
      accounts(redis).find(accountId),
      redis.hgetall(redisKeys.usage(environment, accountId)),
    ]);
    if (account === undefined) return undefined;
    const {plan, trialEndsAt} = account;
    const isOfMonth = fields['month'] === month;
    return {
      plan,
      trialEndsAt,
      used: isOfMonth ? Number(fields['total']) : 0,
      usedByKey: isOfMonth ? byKey(fields) : [],
    };
  },
});
