import type {ChainableCommander} from 'ioredis';
import {z} from 'zod';
import {accountOfKey, type KeyEnvironment, newApiKey, newKeyId, parseApiKey} from './api-key.ts';
import {parsed, type RedisClient, redisKeys} from './redis.ts';

/** The stored description of a key. The key itself is shown once and not stored. */
const IssuedKey = z.object({
  keyId: z.string(),
  accountId: z.string(),
  environment: z.enum(['live', 'test']),
  name: z.string().nullable(),
  /** The key up to its secret, and its last four characters. */
  prefix: z.string(),
  lastFour: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
});

export type IssuedKey = z.output<typeof IssuedKey>;

const StoredKey = IssuedKey.extend({hash: z.string()});

type StoredKey = z.output<typeof StoredKey>;

export type KeyRequest = {
  readonly name?: string | null | undefined;
  readonly expiresAt?: Date | undefined;
};

/** For how long a rotated key stays valid, and when the new one expires. */
export type Rotation = {readonly overlapMs: number; readonly expiresAt?: Date | undefined};

/** Where requests look a key up. */
const lookupOf = ({environment, accountId, hash}: StoredKey): string =>
  redisKeys.apiKey(environment, accountId, hash);

const queueDescription = (writes: ChainableCommander, key: StoredKey): ChainableCommander =>
  writes.hset(redisKeys.issuedKeys(key.accountId), key.keyId, JSON.stringify(key));

/** Adds the writes of a new key to a transaction. */
const queueNew = (
  writes: ChainableCommander,
  accountId: string,
  environment: KeyEnvironment,
  {name = null, expiresAt}: KeyRequest,
) => {
  const key = newApiKey(environment, accountId);
  const stored = {
    keyId: newKeyId(accountId),
    accountId,
    environment,
    name,
    prefix: `vdl_${environment}_${accountId}`,
    lastFour: key.slice(-4),
    createdAt: new Date().toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: null,
    hash: parseApiKey(key)?.hash ?? '',
  };
  queueDescription(writes.set(lookupOf(stored), stored.keyId), stored);
  if (expiresAt !== undefined) writes.pexpireat(lookupOf(stored), expiresAt.getTime());
  return {keyId: stored.keyId, key};
};

/** The API keys of accounts: issued for one environment; listed, rotated and revoked for all. */
export const issuedKeys = (redis: RedisClient, environment: KeyEnvironment) => {
  const find = async (keyId: string) =>
    parsed(StoredKey, await redis.hget(redisKeys.issuedKeys(accountOfKey(keyId)), keyId));

  return {
    /** Returns the new key in clear, once; undefined when the account does not exist. */
    async issue(accountId: string, request: KeyRequest = {}) {
      if ((await redis.exists(redisKeys.account(accountId))) === 0) return undefined;
      const writes = redis.multi();
      const issued = queueNew(writes, accountId, environment, request);
      await writes.exec();
      return issued;
    },

    /** The keys of an account, or of all: oldest first, including expired and revoked ones. */
    async list(accountId?: string): Promise<readonly IssuedKey[]> {
      const ids = accountId === undefined ? await redis.smembers(redisKeys.accounts) : [accountId];
      const stored = await Promise.all(ids.map(id => redis.hvals(redisKeys.issuedKeys(id))));
      return stored
        .flat()
        .map(text => IssuedKey.parse(JSON.parse(text)))
        .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    },

    /**
     * Issues a key in place of another, which expires after the overlap unless it expires sooner by
     * itself. Undefined when there is no key with this id, or it has expired.
     */
    async rotate(keyId: string, {overlapMs, expiresAt}: Rotation) {
      for (;;) {
        // What revokes or rotates it meanwhile makes the writes fail.
        await redis.watch(redisKeys.issuedKeys(accountOfKey(keyId)));
        const old = await find(keyId);
        if (old === undefined || (await redis.exists(lookupOf(old))) === 0) {
          await redis.unwatch();
          return undefined;
        }
        const expires =
          old.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(old.expiresAt);
        const ends = new Date(Math.min(Date.now() + overlapMs, expires));
        const oldKeyEndsAt = ends.toISOString();
        const writes = redis.multi().pexpireat(lookupOf(old), ends.getTime());
        queueDescription(writes, {...old, expiresAt: oldKeyEndsAt});
        const request = {name: old.name, expiresAt};
        const issued = queueNew(writes, old.accountId, old.environment, request);
        if ((await writes.exec()) !== null) return {...issued, oldKeyEndsAt};
      }
    },

    /** Whether there is a key with this id that was not revoked. */
    async isRevocable(keyId: string): Promise<boolean> {
      return (await find(keyId))?.revokedAt === null;
    },

    /** False when there is no key with this id, or it was revoked before. The key stays listed. */
    async revoke(keyId: string): Promise<boolean> {
      const old = await find(keyId);
      if (old === undefined || old.revokedAt !== null) return false;
      const writes = redis.multi().del(lookupOf(old));
      await queueDescription(writes, {...old, revokedAt: new Date().toISOString()}).exec();
      return true;
    },
  };
};
