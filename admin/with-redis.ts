import {once} from 'node:events';
import {ReplyError} from 'ioredis';
import type {RedisClient} from '#core/access/redis.ts';
import {createRedisClient} from '#core/clients/redis.ts';
import {OperationalError} from '#core/command-line/errors.ts';
import {type Config, readConfig} from '#core/config/config.ts';
import {createLog} from '#core/log.ts';

/** What Redis itself refuses, such as a write when its memory is full, the operator can put right. */
const refusalOf = (error: unknown): unknown =>
  error instanceof ReplyError && error instanceof Error
    ? new OperationalError(`Redis refuses: ${error.message}`, {cause: error})
    : error;

/** Runs one command with a connection to Redis, which it closes afterwards. */
export const withRedis = async <Result>(
  command: (redis: RedisClient, config: Config) => Promise<Result>,
): Promise<Result> => {
  const config = readConfig();
  const redis = createRedisClient(config, createLog('silent'), {
    commandTimeout: 5000,
    socketTimeout: 6000,
  });
  try {
    await once(redis, 'ready');
  } catch (cause) {
    redis.disconnect();
    throw new OperationalError('Redis cannot be reached. Is it running, and is REDIS_URL right?', {
      cause,
    });
  }
  try {
    return await command(redis, config);
  } catch (error) {
    throw refusalOf(error);
  } finally {
    await redis.quit();
  }
};
