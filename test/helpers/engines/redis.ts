import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {type Cluster, Redis} from 'ioredis';
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

/**
 * When a connection is next ready, or closed. `events.once` would reject at an error on the way there,
 * and a client that tries again until Redis is back meets as many as it takes.
 */
export const next = (redis: Redis | Cluster, event: 'ready' | 'close'): Promise<void> =>
  new Promise(resolve => {
    redis.once(event, () => resolve());
  });
