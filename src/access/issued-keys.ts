import type {Redis} from 'ioredis';
import {z} from 'zod';
import {type KeyEnvironment, newApiKey, readApiKey} from './api-key.ts';
import {randomBase62} from './base62.ts';
import {accountName, accountsName, issuedKeysName, keyName} from './redis-names.ts';

/** What is kept of a key to tell it from others; the key itself is shown once and kept nowhere. */
const IssuedKey = z.object({
  keyId: z.string(),
  accountId: z.string(),
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

/** The keys of accounts: issued for one environment, listed and revoked for all. */
export const issuedKeys = (redis: Redis, environment: KeyEnvironment) => ({
  /** A new key, the only time it is seen in clear; nothing when there is no such account. */
  async issue(accountId: string, {name, expiresAt}: KeyRequest = {}) {
    if ((await redis.exists(accountName(accountId))) === 0) return undefined;
    const key = newApiKey(environment, accountId);
    const hash = readApiKey(key)?.hash ?? '';
    const issued: IssuedKey = {
      keyId: newKeyId(accountId),
      accountId,
      name: name ?? null,
      prefix: `vdl_${environment}_${accountId}`,
      lastFour: key.slice(-4),
      createdAt: new Date().toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
    };
    const writes = redis
      .multi()
      .set(keyName(accountId, hash), issued.keyId)
      .hset(issuedKeysName(accountId), issued.keyId, JSON.stringify({...issued, hash}));
    if (expiresAt !== undefined) writes.pexpireat(keyName(accountId, hash), expiresAt.getTime());
    await writes.exec();
    return {keyId: issued.keyId, key};
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

  /** Ends a key at once. False when there is no key with this id. */
  async revoke(keyId: string): Promise<boolean> {
    const accountId = accountOf(keyId);
    const stored = await redis.hget(issuedKeysName(accountId), keyId);
    if (stored === null) return false;
    await redis
      .multi()
      .del(keyName(accountId, parseStored(stored).hash))
      .hdel(issuedKeysName(accountId), keyId)
      .exec();
    return true;
  },
});
