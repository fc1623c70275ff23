import type {Caller} from '#core/domain/caller.ts';
import type {Charge, Usage} from '#core/domain/limits.ts';
import type {KeyEnvironment} from './api-key.ts';
import {metering} from './metering.ts';
import {orUnavailable} from './or-unavailable.ts';
import type {RedisClient} from './redis-client.ts';
import {usage} from './usage.ts';

/** What became of a charge that was to be given back; `error` says why it failed. */
export type GivenBack = (outcome: 'given' | 'tooLate' | 'failed', error?: unknown) => void;

/** Who may call the API of one environment, how fast and how much. */
export const callers = (
  redis: RedisClient,
  environment: KeyEnvironment,
  onGivenBack: GivenBack,
) => {
  const {admit, charge, giveBack} = metering(redis, environment);
  const {of} = usage(redis);

  return {
    admit,
    charge,

    /** Never fails: the client is owed an answer, and whoever runs the service is told. */
    async giveBack(caller: Caller, charge: Charge): Promise<void> {
      try {
        onGivenBack((await giveBack(caller, charge)) ? 'given' : 'tooLate');
      } catch (error) {
        onGivenBack('failed', error);
      }
    },

    async usage({accountId}: Caller, month: string): Promise<Usage> {
      const found = await orUnavailable(of(accountId, month));
      if (found === undefined) throw new Error(`The account ${accountId} is gone.`);
      return found;
    },
  };
};
