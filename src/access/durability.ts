import type {Redis} from 'ioredis';

const wanted: Readonly<Record<string, string>> = {
  appendonly: 'yes',
  'maxmemory-policy': 'noeviction',
};

/**
 * What of a Redis' settings would lose keys or counts: they are data, not a cache. Nothing where the
 * settings may not be looked at, as with many hosted ones.
 */
export const lossySettings = async (redis: Redis): Promise<readonly string[]> => {
  const found = await Promise.all(
    Object.entries(wanted).map(async ([setting, value]) => {
      const reply: unknown = await redis.config('GET', setting).catch(() => undefined);
      const set = Array.isArray(reply) ? reply[1] : undefined;
      return set === undefined || set === value ? [] : [`${setting} is ${set}, not ${value}`];
    }),
  );
  return found.flat();
};
