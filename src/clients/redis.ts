import {Redis, type RedisOptions} from 'ioredis';
import type {Logger} from 'pino';
import type {Config} from '../config.ts';

/**
 * The Redis client, tuned so that an outage is a fast refusal and not a hang: a command waits
 * neither for a connection nor longer than 400 ms for its reply, and one whose connection broke is
 * not sent again, since it may already have counted something. Reconnects by itself, for ever.
 */
export const createRedisClient = (
  {redisUrl}: Pick<Config, 'redisUrl'>,
  log: Logger,
  options: Omit<RedisOptions, 'replyMapping'> = {},
): Redis => {
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 400,
    connectTimeout: 1000,
    retryStrategy: attempt => Math.min(50 * 2 ** attempt, 2000),
    ...options,
  });
  logStateChanges(redis, log);
  return redis;
};

/** One line when Redis is lost and one when it is back, however many attempts lie between. */
const logStateChanges = (redis: Redis, log: Logger): void => {
  let lost = false;
  redis.on('error', (err: Error) => {
    if (!lost) log.error({err}, 'Redis cannot be reached; trying again until it can.');
    lost = true;
  });
  redis.on('ready', () => {
    if (lost) log.info('Redis answers again.');
    lost = false;
  });
};
