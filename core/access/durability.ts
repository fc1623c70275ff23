import {Cluster, type Redis} from 'ioredis';
import type {RedisClient} from './redis-client.ts';

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
 * What of a Redis' settings would lose keys or counts: they are data, not a cache. Nothing where the
 * settings may not be looked at, as with many hosted ones. Of a cluster, whatever one master has so.
 */
export const lossySettings = async (redis: RedisClient): Promise<readonly string[]> => {
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis];
  const found = await Promise.all(servers.map(lossySettingsOf));
  return [...new Set(found.flat())];
};
