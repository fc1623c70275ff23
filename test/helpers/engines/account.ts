import {accounts, usage} from '#core/access/accounts.ts';
import type {KeyEnvironment} from '#core/access/api-key.ts';
import {issuedKeys} from '#core/access/issued-keys.ts';
import {type PlanLimits, plans} from '#core/access/plans.ts';
import type {RedisClient} from '#core/access/redis.ts';
import type {Scope} from '../scope.ts';
import {startRedis} from './redis.ts';

/** More than any test uses. */
const ample: PlanLimits = {
  monthlyRequests: 1_000_000,
  requestsPerMinute: 1_000_000,
  exports: true,
};

type Options = {
  readonly plan?: string;
  readonly expiresAt?: Date | undefined;
  readonly environment?: KeyEnvironment;
};

/** An account with these limits and a key of it, for the live environment by default. */
export const anAccount = async (
  redis: RedisClient,
  grant: Partial<PlanLimits> = {},
  {plan = 'tested', expiresAt, environment = 'live'}: Options = {},
) => {
  await plans(redis).set({name: plan, ...ample, ...grant});
  const {accountId} = await accounts(redis).create({name: 'Somebody', plan});
  const issued = await issuedKeys(redis, environment).issue(accountId, {expiresAt});
  if (issued === undefined) throw new Error('The account is missing.');
  return {accountId, ...issued};
};

/** The same on a part of the shared Redis that belongs to this test only. */
export const startAccount = async (
  t: Scope,
  grant: Partial<PlanLimits> = {},
  options: Options = {},
) => {
  const corner = await startRedis(t);
  return {...corner, ...(await anAccount(corner.redis, grant, options))};
};

/** The number of requests that an account has used, by default in the current month. */
export const usedBy = async (redis: RedisClient, accountId: string, month?: string) => {
  const {currentMonth, of} = usage(redis, 'live');
  return (await of(accountId, month ?? (await currentMonth())))?.used;
};
