import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {type Cluster, Redis, type RedisOptions} from 'ioredis';
import {createRedisClient} from '#core/clients/redis.ts';
import {createLog} from '#core/log/log.ts';
import {readConfig} from '#src/config.ts';
import {redisUrl} from '../environment.ts';
import type {Scope} from '../scope.ts';

/** Removes all keys of a test. `KEYS` matches whole names, whatever prefix the client adds elsewhere. */
const removeAll = async (url: string, keyPrefix: string): Promise<void> => {
  const redis = new Redis(url);
  const names = await redis.keys(`${keyPrefix}*`);
  if (names.length > 0) await redis.del(...names);
  await redis.quit();
};

/**
 * A part of the real Redis for this test only, empty before and after. The `url` leads other
 * processes to the same part.
 */
export const startRedis = async (t: Scope) => {
  const keyPrefix = `test-${randomUUID()}:`;
  const url = `${redisUrl}?keyPrefix=${keyPrefix}`;
  const redis = new Redis(url);
  await once(redis, 'ready');
  t.teardown(async () => {
    await redis.quit();
    await removeAll(redisUrl, keyPrefix);
  });
  return {redis, url, server: redisUrl, keyPrefix};
};

/** A client with which a test prepares Redis: it waits however busy the machine is, but not for an outage to end. */
export const anOperator = async (
  t: Scope,
  url: string,
  options: Pick<RedisOptions, 'retryStrategy'> = {},
) => {
  const operator = new Redis(url, options);
  operator.on('error', () => {});
  t.teardown(() => operator.disconnect());
  await once(operator, 'ready');
  return operator;
};

/** The client that the API uses for a `REDIS_URL`, connected. */
export const servingRedis = async <Client extends Redis | Cluster = Redis>(
  t: Scope,
  REDIS_URL: string,
  options: Parameters<typeof createRedisClient>[2] = {},
  log = createLog('silent'),
) => {
  const redis = createRedisClient(readConfig({REDIS_URL}), log, options);
  t.teardown(() => redis.disconnect());
  await once(redis, 'ready');
  return redis as Client;
};

/**
 * Resolves when a connection is next ready, or closed. `events.once` would reject at an error before that,
 * and a client that retries until Redis is back gets many.
 */
export const next = (redis: Redis | Cluster, event: 'ready' | 'close'): Promise<void> =>
  new Promise(resolve => {
    redis.once(event, () => resolve());
  });
