import {Cluster, type Redis} from 'ioredis';
import type {RedisState} from '../domain/engine-states.ts';
import {luaScript, orUnavailable, type RedisClient, redisKeys, storeIsEmpty} from './redis.ts';

type Info = Readonly<Record<string, string>>;

/** Keys and counts are data and not a cache. What `INFO` says where they are kept: */
const wanted: Info = {
  maxmemory_policy: 'noeviction',
  aof_enabled: '1',
  aof_last_write_status: 'ok',
  aof_last_bgrewrite_status: 'ok',
  rdb_last_bgsave_status: 'ok',
};

/** Redis rewrites its append-only file when it has doubled and is larger than this; else it fills the disk. */
const rewrittenFrom = 64 * 2 ** 20;

const isRewritten = ({aof_current_size: size = '0', aof_base_size: base}: Info): boolean =>
  Number(size) <= 4 * Math.max(Number(base ?? 0), rewrittenFrom);

const infoOf = async (server: Redis): Promise<Info> => {
  const text = await server.info('memory', 'persistence', 'replication');
  return Object.fromEntries(
    Array.from(text.matchAll(/^(\w+):(.*?)\r?$/gm), ([, field, value]) => [field, value]),
  );
};

/** Asks Redis. Rejects while it does not answer, and where `INFO` is not allowed. */
export const redisState = async (redis: RedisClient): Promise<RedisState> => {
  const infos = await Promise.all(
    (redis instanceof Cluster ? redis.nodes('master') : [redis]).map(infoOf),
  );
  const memories = infos.map(({used_memory: used, maxmemory: most, total_system_memory: all}) => ({
    used: Number(used),
    limit: Number(most) || Number(all),
  }));
  const [fullest = {used: 0, limit: 0}] = memories.toSorted(
    (a, b) => b.used / b.limit - a.used / a.limit,
  );
  const replicas = infos.flatMap(info =>
    Object.entries(info).filter(
      ([field, value]) => /^slave\d/.test(field) && /state=online/.test(value),
    ),
  );
  const keeps = Object.entries(wanted).map(([field, value]) => {
    return [field, infos.every(info => info[field] === value)] as const;
  });
  return {
    memory: fullest,
    replicas: replicas.length,
    keeps: {...Object.fromEntries(keeps), aof_current_size: infos.every(isRewritten)},
  };
};

/**
 * A check that Redis writes what requests need, which a full or read-only one that answers `PING` does not,
 * and still has its accounts: nobody is refused for a store that never had any. Of a cluster it asks the
 * shard that holds these keys; another one that cannot tell of accounts is no fault of that.
 */
export const writeCheck = (redis: RedisClient) => {
  const write = luaScript(redis, 'write-check');
  // No account has such an id. The names have the form of those of accounts, because an ACL may allow no others.
  const keys = [redisKeys.usage('live', 'readiness'), redisKeys.rate('readiness', 'check')];
  let hadAccounts = false;
  return async (): Promise<string> => {
    await orUnavailable(write(keys, []));
    const found = await redis.exists(redisKeys.initialised).catch(() => undefined);
    if (found === 0 && hadAccounts) throw storeIsEmpty();
    if (found === 1) hadAccounts = true;
    return 'writes';
  };
};
