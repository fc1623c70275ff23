import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {type Cluster, Redis, type RedisOptions} from 'ioredis';
import {createRedisClient} from '#core/clients/redis.ts';
import {createLog} from '#core/log/log.ts';
import {readConfig} from '#src/config.ts';
import {redisUrl} from '../environment.ts';
import type {Scope} from '../scope.ts';

/** Removes what a test has left. `KEYS` sees whole names, whatever prefix the client puts before its own. */
const removeAll = async (url: string, keyPrefix: string): Promise<void> => {
  const redis = new Redis(url);
  const names = await redis.keys(`${keyPrefix}*`);
  if (names.length > 0) await redis.del(...names);
  await redis.quit();
};

/**
 * A corner of the real Redis of this test alone, empty before and after. The `url` leads other
 * processes to the same corner.
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

/** A client of a test that arranges things: it waits for however busy a machine is, and for no outage. */
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

/** The client of the API for what is at a `REDIS_URL`, connected. */
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
 * When a connection is next ready, or closed. `events.once` would reject at an error on the way there,
 * and a client that tries again until Redis is back meets as many as it takes.
 */
export const next = (redis: Redis | Cluster, event: 'ready' | 'close'): Promise<void> =>
  new Promise(resolve => {
    redis.once(event, () => resolve());
  });
