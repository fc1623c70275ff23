import {isDeepStrictEqual} from 'node:util';
import {z} from 'zod';
import type {Usage} from '../domain/caller.ts';
import {type KeyEnvironment, newAccountId} from './api-key.ts';
import {type PlanLimits, plans, trialLimits, unknownPlan} from './plans.ts';
import {type RedisClient, redisKeys} from './redis.ts';

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

/** An account with its limits; nulls where it has neither plan nor trial. */
export type Account = z.output<typeof StoredAccount> & {readonly accountId: string};

type AccountRequest = {
  readonly name: string;
  readonly plan?: string | undefined;
  /** When the plan ends, or the trial that an account without a plan has. */
  readonly trialEndsAt?: Date | undefined;
};

const exists = async (redis: RedisClient, accountId: string): Promise<boolean> =>
  (await redis.exists(redisKeys.account(accountId))) === 1;

/** Accounts own API keys and have a plan or a trial. */
export const accounts = (redis: RedisClient) => {
  const {find} = plans(redis);

  const limitsOf = async (plan: string): Promise<PlanLimits> => {
    const limits = await find(plan);
    if (limits !== undefined) return limits;
    throw unknownPlan(plan);
  };

  const readAccount = async (accountId: string): Promise<Account> => ({
    accountId,
    ...StoredAccount.parse(await redis.hgetall(redisKeys.account(accountId))),
  });

  /** Repeats if the plan has changed: that change may have listed its accounts before this one. */
  const assign = async (accountId: string, plan: string): Promise<void> => {
    let limits: PlanLimits;
    do {
      limits = await limitsOf(plan);
      await redis.hset(redisKeys.account(accountId), {plan, ...limits});
    } while (!isDeepStrictEqual(await limitsOf(plan), limits));
  };

  return {
    /** Throws `UsageError` for an unknown plan. With the first account, Redis counts as initialised. */
    async create({name, plan, trialEndsAt}: AccountRequest): Promise<Account> {
      if (plan !== undefined) await limitsOf(plan);
      const accountId = newAccountId();
      const createdAt = new Date().toISOString();
      await redis.hset(redisKeys.account(accountId), {
        name,
        createdAt,
        ...(trialEndsAt && {...trialLimits, trialEndsAt: trialEndsAt.getTime()}),
      });
      await redis.sadd(redisKeys.accounts, accountId);
      await redis.setnx(redisKeys.initialised, createdAt);
      if (plan !== undefined) await assign(accountId, plan);
      return await readAccount(accountId);
    },

    /** Gives an account a plan without an end, or none. False when the account does not exist. */
    async setPlan(accountId: string, plan: string | undefined): Promise<boolean> {
      if (!(await exists(redis, accountId))) return false;
      if (plan !== undefined) await assign(accountId, plan);
      const ofPlan =
        plan === undefined ? ['plan', 'monthlyRequests', 'requestsPerMinute', 'exports'] : [];
      await redis.hdel(redisKeys.account(accountId), ...ofPlan, 'trialEndsAt');
      return true;
    },

    async find(accountId: string): Promise<Account | undefined> {
      return (await exists(redis, accountId)) ? await readAccount(accountId) : undefined;
    },

    /** Oldest first. */
    async list(): Promise<readonly Account[]> {
      const found = await Promise.all((await redis.smembers(redisKeys.accounts)).map(readAccount));
      return found.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    },
  };
};

const byKey = (fields: Readonly<Record<string, string>>): Usage['usedByKey'] =>
  Object.entries(fields)
    .filter(([field]) => field.startsWith('key:'))
    .map(([field, count]) => ({keyId: field.slice('key:'.length), requests: Number(count)}))
    .toSorted((a, b) => (a.keyId < b.keyId ? -1 : 1));

/** The requests that accounts have used in one environment. */
export const usage = (redis: RedisClient, environment: KeyEnvironment) => {
  const {find} = accounts(redis);

  return {
    /** The current month by the clock of Redis, as `2026-11`. */
    async currentMonth(): Promise<string> {
      const [seconds] = await redis.time();
      return new Date(Number(seconds) * 1000).toISOString().slice(0, 7);
    },

    /** Undefined when the account does not exist. */
    async of(accountId: string, month: string): Promise<Usage | undefined> {
      const [account, fields] = await Promise.all([
        find(accountId),
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
  };
};
