import {Cluster, type Redis} from 'ioredis';
import {luaScript, orUnavailable, type RedisClient, redisKeys} from './redis.ts';

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
