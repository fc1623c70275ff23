/**
 * The names of what is kept in Redis. All of one account shares the hash slot `{account id}`, so that
 * one script can read and write it on a cluster, too.
 */

/** Written by the first account. While it is missing, Redis is empty and knows nothing of any key. */
export const sentinelName = 'access:initialised';

/** Set: the ids of all accounts. */
export const accountsName = 'accounts';

/** Hash: what is known of an account. */
export const accountName = (accountId: string): string => `account:{${accountId}}`;

/** Hash: key id → what was issued, as JSON. */
export const issuedKeysName = (accountId: string): string => `issued-keys:{${accountId}}`;

/** Text: the id of the key with this hash. Gone when the key is revoked or has expired. */
export const keyName = (accountId: string, hash: string): string => `key:{${accountId}}:${hash}`;
