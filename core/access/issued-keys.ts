import type {ChainableCommander} from 'ioredis';
import {z} from 'zod';
import {type KeyEnvironment, newApiKey, readApiKey} from './api-key.ts';
import {randomBase62} from './base62.ts';
import type {RedisClient} from './redis-client.ts';
import {accountName, accountsName, issuedKeysName, keyName} from './redis-names.ts';

/** What is kept of a key to tell it from others; the key itself is shown once and kept nowhere. */
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
});

export type IssuedKey = z.output<typeof IssuedKey>;

const StoredKey = IssuedKey.extend({hash: z.string()});

export type KeyRequest = {
  readonly name?: string | undefined;
  readonly expiresAt?: Date | undefined;
};

const parseStored = (text: string) => StoredKey.parse(JSON.parse(text));

/** `<account id>-<8 characters>`: from its id alone it is known where a key lies. */
const newKeyId = (accountId: string): string => `${accountId}-${randomBase62(8)}`;
const accountOf = (keyId: string): string => keyId.split('-')[0] ?? '';

/** Which key is to be replaced, for how long it stays valid, and when the new one ends. */
export type Rotation = {readonly overlapMs: number; readonly expiresAt?: Date | undefined};

/** The keys of accounts: issued for one environment, listed, rotated and revoked for all. */
export const issuedKeys = (redis: RedisClient, environment: KeyEnvironment) => {
  /** Queues what issues a key. All writes of one command lie in one transaction: whole or not at all. */
  const queueNew = (
    writes: ChainableCommander,
    accountId: string,
    environment: KeyEnvironment,
    {name, expiresAt}: KeyRequest,
  ) => {
    const key = newApiKey(environment, accountId);
    const hash = readApiKey(key)?.hash ?? '';
    const issued: IssuedKey = {
      keyId: newKeyId(accountId),
      accountId,
      environment,
      name: name ?? null,
      prefix: `vdl_${environment}_${accountId}`,
      lastFour: key.slice(-4),
      createdAt: new Date().toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
    };
    const stored = keyName(environment, accountId, hash);
    writes
      .set(stored, issued.keyId)
      .hset(issuedKeysName(accountId), issued.keyId, JSON.stringify({...issued, hash}));
    if (expiresAt !== undefined) writes.pexpireat(stored, expiresAt.getTime());
    return {keyId: issued.keyId, key};
  };

  const find = async (keyId: string) => {
    const stored = await redis.hget(issuedKeysName(accountOf(keyId)), keyId);
    return stored === null ? undefined : parseStored(stored);
  };

  return {
    /** A new key, the only time it is seen in clear; nothing when there is no such account. */
    async issue(accountId: string, request: KeyRequest = {}) {
      if ((await redis.exists(accountName(accountId))) === 0) return undefined;
      const writes = redis.multi();
      const issued = queueNew(writes, accountId, environment, request);
      await writes.exec();
      return issued;
    },

    /** Oldest first, those that have expired among them. */
    async list(): Promise<readonly IssuedKey[]> {
      const ids = await redis.smembers(accountsName);
      const stored = await Promise.all(ids.map(id => redis.hvals(issuedKeysName(id))));
      return stored
        .flat()
        .map(text => IssuedKey.parse(parseStored(text)))
        .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    },

    /**
     * A new key in place of one, which ends after the overlap, or when it was to end before that.
     * Nothing when there is no key with this id, or it has ended already.
     */
    async rotate(keyId: string, {overlapMs, expiresAt}: Rotation) {
      const old = await find(keyId);
      if (old === undefined) return undefined;
      const {accountId, hash, name} = old;
      const stored = keyName(old.environment, accountId, hash);
      const ends = new Date(Math.min(Date.now() + overlapMs, Date.parse(old.expiresAt ?? never)));
      if ((await redis.exists(stored)) === 0) return undefined;
      const ending = JSON.stringify({...old, expiresAt: ends.toISOString()});
      const writes = redis
        .multi()
        .pexpireat(stored, ends.getTime())
        .hset(issuedKeysName(accountId), keyId, ending);
      const request = {name: name ?? undefined, expiresAt};
      const issued = queueNew(writes, accountId, old.environment, request);
      await writes.exec();
      return {...issued, oldKeyEndsAt: ends.toISOString()};
    },

    /** Ends a key at once. False when there is no key with this id. */
    async revoke(keyId: string): Promise<boolean> {
      const old = await find(keyId);
      if (old === undefined) return false;
      await redis
        .multi()
        .del(keyName(old.environment, old.accountId, old.hash))
        .hdel(issuedKeysName(old.accountId), keyId)
        .exec();
      return true;
    },
  };
};

/** The last day that a date can be. */
const never = '+275760-09-13T00:00:00.000Z';
