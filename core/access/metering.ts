import {Cluster} from 'ioredis';
import type {Caller, Charge, Decision} from '../domain/caller.ts';
import {KeysUnavailable} from '../domain/outages.ts';
import {type KeyEnvironment, parseApiKey} from './api-key.ts';
import {askTogether} from './ask-together.ts';
import {luaScript, orUnavailable, type RedisClient, redisKeys} from './redis.ts';

/** A question to `meter.lua` about one request. */
type Question = {
  readonly caller: Omit<Caller, 'keyId'>;
  readonly isRated: boolean;
  readonly cost: number;
};

/** So many take Redis a millisecond, in which it answers nothing else. */
const mostAtOnce = 64;

/** A line of the reply of `meter.lua`, which says what its words are. */
const decisionOf = (line: string, caller: Omit<Caller, 'keyId'>): Decision => {
  const words = line.split(' ');
  const [outcome, keyId = '', perMinute, leftThisMinute, toNext, perMonth, leftThisMonth, toMonth] =
    words;
  if (outcome === 'unknown') return {outcome};
  if (outcome === 'unpaid') return {outcome, keyId};
  if (outcome !== 'admitted' && outcome !== 'rateExceeded' && outcome !== 'quotaExceeded') {
    throw new Error(line);
  }
  const limits = {
    requestsPerMinute: Number(perMinute),
    remainingThisMinute: Number(leftThisMinute),
    secondsToNextRequest: Number(toNext),
    monthlyRequests: Number(perMonth),
    remainingThisMonth: Number(leftThisMonth),
    secondsToNextMonth: Number(toMonth),
    month: words[8] ?? '',
  };
  return {outcome, caller: {...caller, keyId}, limits};
};

/** Microseconds since 1970 in place of Redis' own clock. */
type Now = () => number | '';

/**
 * Authenticates, rate-limits and counts requests, each in one step inside Redis and by its clock, so
 * that any number of copies agree. Throws `KeysUnavailable` when Redis does not answer. Requests that
 * arrive together are sent as one command; those of one account where the keys of accounts may lie on
 * different nodes.
 */
export const metering = (redis: RedisClient, environment: KeyEnvironment, now: Now = () => '') => {
  const meter = luaScript(redis, 'meter');
  const refund = luaScript(redis, 'refund');

  const ask = askTogether(async (questions: readonly Question[]) => {
    const keys = questions.flatMap(({caller: {accountId, keyHash}}) => [
      redisKeys.apiKey(environment, accountId, keyHash),
      redisKeys.account(accountId),
      redisKeys.usage(accountId),
      redisKeys.rate(accountId, keyHash),
    ]);
    const args = questions.flatMap(({isRated, cost}) => [isRated ? 1 : 0, cost]);
    return String(await meter(keys, [now(), ...args])).split('\n');
  }, mostAtOnce);

  const decide = async (
    caller: Omit<Caller, 'keyId'>,
    isRated: boolean,
    cost: number,
  ): Promise<Decision> => {
    const group = redis instanceof Cluster ? caller.accountId : '';
    const line = ask(group, {caller, isRated, cost});
    const decision = await orUnavailable(line.then(line => decisionOf(line, caller)));
    if (decision.outcome === 'unknown') await requireInitialised();
    return decision;
  };

  /** An empty Redis has lost every key, so that it cannot tell a wrong one from a right one. */
  const requireInitialised = async (): Promise<void> => {
    if ((await orUnavailable(redis.exists(redisKeys.initialised))) === 0) {
      throw new KeysUnavailable('The key store is empty. Create an account, or restore its data.');
    }
  };

  return {
    /**
     * Admits one request at this cost. Keys that are unknown, revoked, expired or of the other
     * environment get the same decision after the same steps; a malformed key never reaches Redis.
     */
    async admit(key: string, cost: number): Promise<Decision> {
      const parsed = parseApiKey(key);
      if (parsed === undefined) return {outcome: 'unknown'};
      return await decide({accountId: parsed.accountId, keyHash: parsed.hash}, true, cost);
    },

    /** Charges the further cost of an admitted request: all of it or nothing. */
    charge: ({accountId, keyHash}: Caller, cost: number): Promise<Decision> =>
      decide({accountId, keyHash}, false, cost),

    /** Refunds a charge. False when its month, and with it its count, is over. */
    async refund({accountId, keyId}: Caller, {cost, month}: Charge): Promise<boolean> {
      const keys = [redisKeys.usage(accountId)];
      return (await orUnavailable(refund(keys, [month, keyId, cost]))) === 1;
    },
  };
};
