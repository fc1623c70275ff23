import DataLoader from 'dataloader';
import {Cluster, ReplyError} from 'ioredis';
import {LRUCache} from 'lru-cache';
import type {Caller, Charge, Decision, Usage} from '../domain/caller.ts';
import {KeysUnavailable} from '../domain/outages.ts';
import {metrics} from '../metrics.ts';
import {usage} from './accounts.ts';
import {environmentNamed, type KeyEnvironment, parseApiKey} from './api-key.ts';
import {
  luaScript,
  NoReply,
  type OnReply,
  orUnavailable,
  type RedisClient,
  redisKeys,
  storeIsEmpty,
} from './redis.ts';

/** A question to `meter.lua` about one request. */
type Question = {
  readonly caller: Omit<Caller, 'keyId'>;
  readonly isRated: boolean;
  readonly cost: number;
  /** The key of Redis that notes the payment, for what is paid for once a day. */
  readonly paidKey?: string;
};

/** Requests in one command. More would stay together up to Elasticsearch, and leave Node waiting for both engines. */
const mostAtOnce = 32;

/** Accounts of a cluster whose requests can wait for the end of one iteration of the event loop. */
const mostAccounts = 10_000;

const linesOf = (reply: unknown): readonly string[] => String(reply).split('\n');

/** A line of the reply of `meter.lua`, which documents its words. */
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
    mayExport: words[9] === '1',
  };
  return {outcome, caller: {...caller, keyId}, limits};
};

/**
 * An empty Redis, or a shard of a cluster that has lost the account, cannot tell a wrong key from a right
 * one.
 */
const requireData = async (redis: RedisClient, accountId: string): Promise<void> => {
  const [isInitialised, isListed, hasRecord] = await orUnavailable(
    Promise.all([
      redis.exists(redisKeys.initialised),
      redis.sismember(redisKeys.accounts, accountId),
      redis.exists(redisKeys.account(accountId)),
    ]),
  );
  if (isInitialised === 0) throw storeIsEmpty();
  if (isListed === 1 && hasRecord === 0) {
    throw new KeysUnavailable('The key store has lost an account. Restore its data.');
  }
};

/**
 * The outcome of a refund. Too late is after the month of the charge; unknown is a charge that Redis may
 * have made before its connection broke, and that is not refunded.
 */
export type RefundOutcome = 'given' | 'tooLate' | 'failed' | 'unknown';

/** How many seconds a try of a test case is remembered: longer than clients wait between two tries. */
const triesLast = 60;

const timed: OnReply = (script, outcome, seconds) =>
  metrics.redisScripts.observe({script, outcome}, seconds);

/** Called for every refund; `error` is why it failed. */
export type OnRefund = (outcome: RefundOutcome, error?: unknown) => void;

type Options = {
  readonly onRefund?: OnRefund;
  /** Microseconds since 1970 in place of Redis' own clock. */
  readonly now?: () => number | '';
};

/**
 * Authenticates the callers of the API in one environment, rate-limits and counts their requests, each
 * in one step inside Redis and by its clock, so that any number of copies agree. Throws
 * `KeysUnavailable` when Redis does not answer. Requests that arrive together are sent as one command;
 * those of one account where the keys of accounts may lie on different nodes.
 */
export const callers = (
  redis: RedisClient,
  environment: KeyEnvironment,
  {onRefund = () => {}, now = () => ''}: Options = {},
) => {
  const meter = luaScript(redis, 'meter', timed);
  const giveBack = luaScript(redis, 'refund', timed);
  const {of} = usage(redis, environment);

  const ask = async (questions: readonly Question[]): Promise<readonly string[]> => {
    const accountOf = new Map(questions.map(({caller}) => [caller.keyHash, caller.accountId]));
    const hashes = [...accountOf.keys()];
    const ofCallers = [...accountOf].flatMap(([keyHash, accountId]) => [
      redisKeys.apiKey(environment, accountId, keyHash),
      redisKeys.account(accountId),
      redisKeys.usage(environment, accountId),
      redisKeys.rate(accountId, keyHash),
    ]);
    const keys = [...ofCallers, ...questions.flatMap(({paidKey}) => paidKey ?? [])];
    const requests = questions.map(({caller, isRated, cost, paidKey}) => {
      const paid = paidKey === undefined ? 0 : keys.indexOf(paidKey) + 1;
      return `${hashes.indexOf(caller.keyHash)} ${isRated ? 1 : 0} ${cost} ${paid}`;
    });
    try {
      return linesOf(await meter(keys, [now(), requests.join(' ')]));
    } catch (error) {
      if (error instanceof NoReply) void follow(questions, error.reply);
      throw error;
    }
  };

  /** Questions of a group from one iteration of the event loop are asked at its end, as one command. */
  const groups = new LRUCache<string, DataLoader<Question, string>>({
    max: mostAccounts,
    memoMethod: () =>
      new DataLoader(ask, {
        cache: false,
        maxBatchSize: mostAtOnce,
        // By then this iteration has read what has arrived on all connections.
        batchScheduleFn: send => setImmediate(send),
      }),
  });

  /** Never fails, so that the client gets its answer; the outcome is reported to `onRefund`. */
  const refund = async ({accountId, keyId}: Caller, {cost, month}: Charge): Promise<void> => {
    const keys = [redisKeys.usage(environment, accountId)];
    try {
      const isGiven = (await orUnavailable(giveBack(keys, [month, keyId, cost]))) === 1;
      onRefund(isGiven ? 'given' : 'tooLate');
    } catch (error) {
      onRefund('failed', error);
    }
  };

  /** Waits for a late reply, and refunds what it charged, except what is paid for once a day. */
  const follow = async (questions: readonly Question[], reply: Promise<unknown>): Promise<void> => {
    const lines = await reply.then(linesOf, (error: unknown) =>
      error instanceof ReplyError ? [] : undefined,
    );
    for (const [index, {caller, cost, paidKey}] of questions.entries()) {
      if (cost === 0 || paidKey !== undefined) continue;
      const line = lines?.[index] ?? '';
      const decision = line.startsWith('admitted ') && decisionOf(line, caller);
      if (lines === undefined) onRefund('unknown');
      else if (decision && decision.outcome === 'admitted') {
        void refund(decision.caller, {cost, month: decision.limits.month});
      }
    }
  };

  const decide = async (question: Question): Promise<Decision> => {
    const {caller} = question;
    const group = redis instanceof Cluster ? caller.accountId : '';
    const line = groups.memo(group).load(question);
    const decision = await orUnavailable(line.then(line => decisionOf(line, caller)));
    if (decision.outcome === 'unknown') await requireData(redis, caller.accountId);
    return decision;
  };

  return {
    /**
     * Admits one request at this cost. Keys that are unknown, revoked, expired or of the other
     * environment get the same decision after the same steps, apart from what the start of a key reveals; a
     * malformed key never reaches Redis.
     */
    async admit(key: string, cost: number): Promise<Decision> {
      const {accountId = '', hash: keyHash} = parseApiKey(key) ?? {};
      const decision: Decision =
        keyHash === undefined
          ? {outcome: 'unknown'}
          : await decide({caller: {accountId, keyHash}, isRated: true, cost});
      if (decision.outcome !== 'unknown') return decision;
      const named = environmentNamed(key);
      return !named || named === environment ? decision : {...decision, ofOther: named};
    },

    /** Charges the further cost of an admitted request: all of it or nothing. */
    charge: ({accountId, keyHash}: Caller, cost: number): Promise<Decision> =>
      decide({caller: {accountId, keyHash}, isRated: false, cost}),

    /** Charges one request for something that is paid for once a day, unless that has been done. */
    chargeDaily(caller: Caller, what: string): Promise<Decision> {
      const paidKey = redisKeys.paid(environment, caller.accountId, what);
      return decide({caller, isRated: false, cost: 1, paidKey});
    },

    refund,

    /** Counts a try of a test case, and returns how many there were, none more than a minute apart. */
    async countTry({accountId, keyHash}: Caller, id: string): Promise<number> {
      const key = redisKeys.tries(accountId, keyHash, id);
      const replies = Promise.all([redis.incr(key), redis.expire(key, triesLast)]);
      const [count] = await orUnavailable(replies);
      return count;
    },

    async usage({accountId}: Caller, month: string): Promise<Usage> {
      const found = await orUnavailable(of(accountId, month));
      if (found === undefined) throw new Error(`The account ${accountId} is gone.`);
      return found;
    },
  };
};
