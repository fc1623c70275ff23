import {luaScript, orUnavailable, type RedisClient, redisKeys} from './redis.ts';

/**
 * A check that Redis writes what requests need, which a full or read-only one that answers `PING` does not.
 * Of a cluster it asks one shard, which holds these keys.
 */
export const writeCheck = (redis: RedisClient) => {
  const write = luaScript(redis, 'write-check');
  // No account has such an id. The names are those of accounts, as an ACL may allow no others.
  const keys = [redisKeys.usage('live', 'readiness'), redisKeys.rate('readiness', 'check')];
  return async (): Promise<string> => {
    await orUnavailable(write(keys, []));
    return 'writes';
  };
};
