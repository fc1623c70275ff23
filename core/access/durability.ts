import {Cluster, type Redis} from 'ioredis';
import {luaScript, orUnavailable, type RedisClient, redisKeys, storeIsEmpty} from './redis.ts';

const wanted: Readonly<Record<string, string>> = {
  appendonly: 'yes',
  'maxmemory-policy': 'noeviction',
};

const lossySettingsOf = async (server: Redis): Promise<readonly string[]> => {
  const found = await Promise.all(
    Object.entries(wanted).map(async ([setting, value]) => {
      const reply: unknown = await server.config('GET', setting).catch(() => undefined);
      const set = Array.isArray(reply) ? reply[1] : undefined;
      return set === undefined || set === value ? [] : [`${setting} is ${set}, not ${value}`];
    }),
  );
  return found.flat();
};

/**
 * The settings with which Redis can lose keys or counts, which are data and not a cache; of a cluster,
 * those of any master. Empty where `CONFIG GET` is not allowed, as with many hosted services.
 */
export const lossySettings = async (redis: RedisClient): Promise<readonly string[]> => {
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis];
  const found = await Promise.all(servers.map(lossySettingsOf));
  return [...new Set(found.flat())];
};

/**
 * A check that Redis writes what requests need, which a full or read-only one that answers `PING` does not,
 * and still has its accounts: nobody is refused for a store that never had any. Of a cluster it asks the
 * shard that holds these keys; another one that cannot tell of accounts is no fault of that.
 */
export const writeCheck = (redis: RedisClient) => {
  const write = luaScript(redis, 'write-check');
  // No account has such an id. The names are those of accounts, as an ACL may allow no others.
  const keys = [redisKeys.usage('live', 'readiness'), redisKeys.rate('readiness', 'check')];
  let hadAccounts = false;
  return async (): Promise<string> => {
    await orUnavailable(write(keys, []));
    const found = await redis.exists(redisKeys.initialised).catch(() => undefined);
    if (found === 0 && hadAccounts) throw storeIsEmpty();
    if (found === 1) hadAccounts = true;
    return 'writes';
  };
};
