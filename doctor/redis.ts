import {redisState, writeCheck} from '#core/access/durability.ts';
import {issuedKeys} from '#core/access/issued-keys.ts';
import type {RedisClient} from '#core/access/redis.ts';
import {digits} from '#core/command-line/figures.ts';
import {bad, type Checks, ok, warning} from './finding.ts';

/** What to do where a field of `INFO` is not as it should be. */
const remedies: Readonly<Record<string, string>> = {
  maxmemory_policy: 'Redis drops keys and counts when it is full. Set maxmemory-policy noeviction',
  aof_enabled: 'A restart loses what was written last. Set appendonly yes',
};

const mostOff = 2_000;

/** What the API asks of Redis: to take writes, to keep them, and to have the time. */
export const redisChecks = (redis: RedisClient, environment: 'live' | 'test'): Checks => ({
  writes: async () => ok(`Redis answers and ${await writeCheck(redis)()}.`),

  persistence: async () => {
    const {memory, replicas, keeps} = await redisState(redis);
    const lost = Object.keys(keeps).filter(field => !keeps[field]);
    const share = Math.round((memory.used / memory.limit) * 100);
    return [
      ...lost.map(field => {
        const remedy = remedies[field] ?? 'Look at the log and the disk of Redis';
        return bad(`${field} of INFO is not as it should be. ${remedy}.`);
      }),
      ...(share < 80 ? [] : [warning(`${share} % of its memory is used. Raise maxmemory.`)]),
      ...(lost.length > 0
        ? []
        : [
            ok(`noeviction and an append-only file; ${digits(replicas)} replicas, ${share} % full`),
          ]),
    ];
  },

  clock: async () => {
    const before = Date.now();
    const [second, microseconds] = (await redis.time()).map(Number);
    const middle = (before + Date.now()) / 2;
    const off = Math.round(Number(second) * 1000 + Number(microseconds) / 1000 - middle);
    return Math.abs(off) <= mostOff
      ? ok(`within ${mostOff / 1000} s of this machine's`)
      : warning(
          `${digits(Math.abs(off))} ms ${off > 0 ? 'ahead of' : 'behind'} this machine's. Run NTP on both: limits and expiry go by that of Redis.`,
        );
  },

  keys: async () => {
    const now = new Date().toISOString();
    const valid = (await issuedKeys(redis, environment).list()).filter(
      ({environment: of, revokedAt, expiresAt}) =>
        of === environment && revokedAt === null && (expiresAt === null || expiresAt > now),
    );
    return valid.length > 0
      ? ok(`${digits(valid.length)} valid API keys for ${environment}`)
      : warning(
          `No valid API key for ${environment}. Issue one with the admin tool, or restore the data of Redis.`,
        );
  },
});
