import type {Redis} from 'ioredis';
import type {Caller} from '#src/domain/caller.ts';
import {KeysUnavailable} from '#src/domain/outages.ts';
import {type KeyEnvironment, readApiKey} from './api-key.ts';
import {keyName, sentinelName} from './redis-names.ts';

const orUnavailable = async <Reply>(reply: Promise<Reply>): Promise<Reply> => {
  try {
    return await reply;
  } catch (cause) {
    throw new KeysUnavailable(undefined, {cause});
  }
};

/** Decides whose key it is. Redis is asked about well-formed keys alone. */
export const keyCheck = (redis: Redis, environment: KeyEnvironment) => {
  /** An empty Redis has forgotten every key, so that it cannot tell a wrong one from a right one. */
  const requireSentinel = async (): Promise<void> => {
    if ((await orUnavailable(redis.exists(sentinelName))) === 0) {
      throw new KeysUnavailable('The key store is empty. Create an account, or restore its data.');
    }
  };

  return {
    /** Unknown, revoked, expired and of the other environment are one answer, after the same steps. */
    async check(text: string): Promise<Caller | undefined> {
      const key = readApiKey(text);
      if (key === undefined) return undefined;
      const {accountId, hash} = key;
      const keyId = await orUnavailable(redis.get(keyName(accountId, hash)));
      if (keyId !== null && key.environment === environment) return {keyId, accountId};
      await requireSentinel();
      return undefined;
    },
  };
};
