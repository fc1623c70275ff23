import test from 'ava';
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
  const server = await startRedisServer(t, ['save ""', 'maxmemory-policy allkeys-lru']);
  const redis = await anOperator(t, server.url);
  await startRedisServer(t, ['save ""', `replicaof 127.0.0.1 ${server.port}`]);
  await redis.config('SET', 'maxmemory', '50mb');
  while ((await redisState(redis)).replicas === 0) await redis.ping();
  const {memory, keeps} = await redisState(redis);
  t.is(memory.limit, 50 * 2 ** 20);
  t.deepEqual(keeps, {...kept, maxmemory_policy: false, aof_enabled: false});
});

test('an append-only file that cannot be rewritten, or is not, is told', async t => {
  const server = await startRedisServer(t, ['save ""', 'appendonly yes', 'appendfsync no']);
  const redis = await anOperator(t, server.url);
  t.deepEqual((await redisState(redis)).keeps, kept);
  await redis.config('SET', 'auto-aof-rewrite-percentage', '0');
  for (let written = 0; written < 260; written += 10) {
    await redis.set('large', 'x'.repeat(10 * 2 ** 20));
  }
  t.deepEqual((await redisState(redis)).keeps, {...kept, aof_current_size: false});
});
