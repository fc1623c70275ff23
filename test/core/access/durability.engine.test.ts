import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import type {Redis} from 'ioredis';
import {redisState} from '#core/access/durability.ts';
import {anOperator, startRedis} from '../../helpers/engines/redis.ts';
import {startRedisServer} from '../../helpers/engines/redis-server.ts';

const kept = {
  maxmemory_policy: true,
  aof_enabled: true,
  aof_last_write_status: true,
  aof_last_bgrewrite_status: true,
  rdb_last_bgsave_status: true,
  aof_current_size: true,
};

test('the stack keeps what it is told', async t => {
  const {redis} = await startRedis(t);
  const {memory, replicas, keeps} = await redisState(redis);
  t.deepEqual({replicas, keeps}, {replicas: 0, keeps: kept});
  t.true(memory.used > 0 && memory.limit > memory.used);
});

test('what loses data is named as INFO names it, with its replicas and the memory it may use', async t => {
  const settings = ['save ""', 'maxmemory-policy allkeys-lru', 'repl-diskless-sync-delay 0'];
  const server = await startRedisServer(t, settings);
  const redis = await anOperator(t, server.url);
  await startRedisServer(t, ['save ""', `replicaof 127.0.0.1 ${server.port}`]);
  await redis.config('SET', 'maxmemory', '50mb');
  while ((await redisState(redis)).replicas === 0) await wait(20);
  const {memory, keeps} = await redisState(redis);
  t.is(memory.limit, 50 * 2 ** 20);
  t.deepEqual(keeps, {...kept, maxmemory_policy: false, aof_enabled: false});
});

type Sizes = {readonly aof_base_size: number; readonly aof_current_size: number};

/** A Redis whose `INFO` says these sizes in place of those of its append-only file. */
const withSizes = (redis: Redis, sizes: Sizes): Redis =>
  Object.create(redis, {
    info: {
      value: async (...sections: readonly string[]) => {
        const text = await redis.info(...sections);
        return text.replaceAll(
          /^(aof_\w+_size):\d+/gm,
          (_, field: keyof Sizes) => `${field}:${sizes[field]}`,
        );
      },
    },
  });

test('an append-only file that cannot be rewritten, or is not, is told', async t => {
  const {redis} = await startRedis(t);
  const mebibyte = 2 ** 20;
  for (const [base, largest] of [
    [0, 256 * mebibyte],
    [64 * mebibyte + 1, 256 * mebibyte + 4],
    [100 * mebibyte, 400 * mebibyte],
  ] as const) {
    for (const isRewritten of [true, false]) {
      const aof_current_size = isRewritten ? largest : largest + 1;
      const {keeps} = await redisState(withSizes(redis, {aof_base_size: base, aof_current_size}));
      t.deepEqual(keeps, {...kept, aof_current_size: isRewritten}, `${aof_current_size}`);
    }
  }
});
