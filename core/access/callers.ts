import type {Caller, Charge, Usage} from '../domain/caller.ts';
import type {KeyEnvironment} from './api-key.ts';
import {metering} from './metering.ts';
import {type OnReply, orUnavailable, type RedisClient, redisKeys} from './redis.ts';
import {usage} from './usage.ts';

/**
 * The outcome of a refund. Too late is after the month of the charge; unknown is a charge that Redis may
 * have made before its connection broke, and that is not refunded.
 */
export type RefundOutcome = 'given' | 'tooLate' | 'failed' | 'unknown';

/** For how many seconds a try of a test case is remembered: longer than clients wait between two. */
const triesLast = 60;

/** Told of every refund; `error` is why it failed. */
export type OnRefund = (outcome: RefundOutcome, error?: unknown) => void;

/** Authenticates the callers of the API in one environment, and meters their requests. */
export const callers = (
  redis: RedisClient,
  environment: KeyEnvironment,
  onRefund: OnRefund,
  onReply?: OnReply,
) => {
  const meter = metering(redis, environment, {
    onReply,
    late: {
      onCharged: (caller, charge) => void refund(caller, charge),
      onUnknown: () => onRefund('unknown'),
    },
  });
  const {of} = usage(redis, environment);

  const refund = async (caller: Caller, charge: Charge): Promise<void> => {
    try {
      onRefund((await meter.refund(caller, charge)) ? 'given' : 'tooLate');
    } catch (error) {
      onRefund('failed', error);
    }
  };

  return {
    admit: meter.admit,
    charge: meter.charge,

    /** Never fails, so that the client gets its answer; the outcome is reported to `onRefund`. */
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
