import type {ChainableCommander} from 'ioredis';
import {z} from 'zod';
import {accountOfKey, type KeyEnvironment, newApiKey, newKeyId, parseApiKey} from './api-key.ts';
import {type RedisClient, redisKeys} from './redis.ts';

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
  revokedAt: z.iso.datetime().nullable().default(null),
});

export type IssuedKey = z.output<typeof IssuedKey>;

const StoredKey = IssuedKey.extend({hash: z.string()});

export type KeyRequest = {
  readonly name?: string | undefined;
  readonly expiresAt?: Date | undefined;
};

const parseStored = (text: string) => StoredKey.parse(JSON.parse(text));

/** For how long a rotated key stays valid, and when the new one expires. */
export type Rotation = {readonly overlapMs: number; readonly expiresAt?: Date | undefined};

type Rotated = {readonly keyId: string; readonly key: string; readonly oldKeyEndsAt: string};

/** The API keys of accounts: issued for one environment; listed, rotated and revoked for all. */
export const issuedKeys = (redis: RedisClient, environment: KeyEnvironment) => {
  /** Adds the writes of a new key to a transaction. */
  const queueNew = (
    writes: ChainableCommander,
    accountId: string,
    environment: KeyEnvironment,
    {name, expiresAt}: KeyRequest,
  ) => {
    const key = newApiKey(environment, accountId);
    const hash = parseApiKey(key)?.hash ?? '';
    const issued: IssuedKey = {
      keyId: newKeyId(accountId),
      accountId,
      environment,
      name: name ?? null,
      prefix: `vdl_${environment}_${accountId}`,
      lastFour: key.slice(-4),
      createdAt: new Date().toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      revokedAt: null,
    };
    const stored = redisKeys.apiKey(environment, accountId, hash);
    writes
      .set(stored, issued.keyId)
      .hset(redisKeys.issuedKeys(accountId), issued.keyId, JSON.stringify({...issued, hash}));
    if (expiresAt !== undefined) writes.pexpireat(stored, expiresAt.getTime());
    return {keyId: issued.keyId, key};
  };

  const find = async (keyId: string) => {
    const stored = await redis.hget(redisKeys.issuedKeys(accountOfKey(keyId)), keyId);
    return stored === null ? undefined : parseStored(stored);
  };

  /**
   * Issues a key in place of another, which expires after the overlap unless it expires sooner by
   * itself. Undefined when there is no key with this id, or it has expired.
   */
  const rotate = async (
    keyId: string,
    {overlapMs, expiresAt}: Rotation,
  ): Promise<Rotated | undefined> => {
    // What revokes or rotates it meanwhile makes the writes fail.
    await redis.watch(redisKeys.issuedKeys(accountOfKey(keyId)));
    const old = await find(keyId);
    const stored = old && redisKeys.apiKey(old.environment, old.accountId, old.hash);
    if (old === undefined || stored === undefined || (await redis.exists(stored)) === 0) {
      await redis.unwatch();
      return undefined;
    }
    const {accountId, name} = old;
    const ends = new Date(Math.min(Date.now() + overlapMs, Date.parse(old.expiresAt ?? never)));
    const ending = JSON.stringify({...old, expiresAt: ends.toISOString()});
    const writes = redis
      .multi()
      .pexpireat(stored, ends.getTime())
      .hset(redisKeys.issuedKeys(accountId), keyId, ending);
    const request = {name: name ?? undefined, expiresAt};
    const issued = queueNew(writes, accountId, old.environment, request);
    if ((await writes.exec()) === null) return await rotate(keyId, {overlapMs, expiresAt});
    return {...issued, oldKeyEndsAt: ends.toISOString()};
  };

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
        .map(text => IssuedKey.parse(parseStored(text)))
        .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    },

    rotate,

    /** False when there is no key with this id, or it was revoked before. The key stays listed. */
    async revoke(keyId: string): Promise<boolean> {
      const old = await find(keyId);
      if (old === undefined || old.revokedAt !== null) return false;
      const revoked = JSON.stringify({...old, revokedAt: new Date().toISOString()});
      await redis
        .multi()
        .del(redisKeys.apiKey(old.environment, old.accountId, old.hash))
        .hset(redisKeys.issuedKeys(old.accountId), keyId, revoked)
        .exec();
      return true;
    },
  };
};

/** The latest time of a `Date`. */
const never = '+275760-09-13T00:00:00.000Z';
