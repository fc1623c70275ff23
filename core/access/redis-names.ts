import type {KeyEnvironment} from './api-key.ts';

/**
 * The names of what is kept in Redis. All of one account shares the hash slot `{account id}`, so that
 * one script can read and write it on a cluster, too.
 */

/** Written by the first account. While it is missing, Redis is empty and knows nothing of any key. */
export const sentinelName = 'access:initialised';

/** Set: the ids of all accounts. */
export const accountsName = 'accounts';

/** Hash: name of a plan → what it grants, as JSON. */
export const plansName = 'plans';

/** Hash: what is known of an account, and what its plan or trial grants. */
export const accountName = (accountId: string): string => `account:{${accountId}}`;

/** Hash: key id → what was issued, as JSON. */
export const issuedKeysName = (accountId: string): string => `issued-keys:{${accountId}}`;

/**
 * Text: the id of the key with this hash. Gone when the key is revoked or has expired, and never
 * there under another environment than its own.
 */
export const keyName = (environment: KeyEnvironment, accountId: string, hash: string): string =>
  `key:{${accountId}}:${environment}:${hash}`;

/** Hash: the month, and how many requests of it are used: in all, and by key. */
export const usageName = (accountId: string): string => `usage:{${accountId}}`;

/** Sorted set: when the requests of the last minute of a key were let in, in microseconds. */
export const rateName = (accountId: string, keyHash: string): string =>
  `rate:{${accountId}}:${keyHash}`;
