import {redisState, writeCheck} from '#core/access/durability.ts';
import {issuedKeys} from '#core/access/issued-keys.ts';
import type {RedisClient} from '#core/access/redis.ts';
import {digits} from '#core/command-line/figures.ts';
import type {Config} from '#src/config.ts';
import {bad, type Checks, unless, warning} from './finding.ts';

/** By field of `INFO`, the remedy for a wrong value. */
const remedies: Readonly<Record<string, string>> = {
  maxmemory_policy: 'Set maxmemory-policy to noeviction, otherwise keys and counts are dropped.',
  aof_enabled: 'Set appendonly to yes, otherwise a restart loses the newest keys and counts.',
};

const mostOffMs = 2_000;

/** Checks that Redis takes writes and keeps them, has the right time, and holds keys. */
export const redisChecks = (redis: RedisClient, environment: Config['environment']): Checks => ({
  writes: async () => unless(`Redis ${await writeCheck(redis)()}`),

  persistence: async () => {
    const {keeps} = await redisState(redis);
    const lost = Object.keys(keeps).filter(field => !keeps[field]);
    const remedy = (field: string) => remedies[field] ?? 'Check the log and the disk of Redis.';
    const problems = lost.map(field => bad(`${field} of INFO is wrong. ${remedy(field)}`));
    return unless('nothing is dropped, and all is written to disk', ...problems);
  },

  clock: async () => {
    const before = Date.now();
    const [seconds = 0, microseconds = 0] = (await redis.time()).map(Number);
    const off = Math.abs(seconds * 1000 + microseconds / 1000 - (before + Date.now()) / 2);
    const found = `${digits(Math.round(off))} ms off the clock of this machine`;
    return unless(found, off > mostOffMs && warning(`The clock is ${found}. Run NTP on both.`));
  },

  keys: async () => {
    const now = new Date().toISOString();
    const valid = (await issuedKeys(redis, environment).list()).filter(
      ({environment: of, revokedAt, expiresAt}) =>
        of === environment && !revokedAt && (expiresAt ?? now) >= now,
    );
    const advice = 'Issue one with the admin tool, or restore the data of Redis.';
    const none = `No key is valid for API_ENVIRONMENT=${environment}. ${advice}`;
    return unless(`${digits(valid.length)} valid`, valid.length === 0 && warning(none));
  },
});
