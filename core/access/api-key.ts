import {createHash} from 'node:crypto';
import {crc32} from 'node:zlib';
import {randomBase62, toBase62} from './base62.ts';

export type KeyEnvironment = 'live' | 'test';

/** What a well-formed key says of itself. Whether anybody ever issued it is not among that. */
export type ReadKey = {
  readonly environment: KeyEnvironment;
  readonly accountId: string;
  /** SHA-256 in hexadecimal, the one form in which a key is stored. */
  readonly hash: string;
};

const accountIdLength = 10;
/** 22 characters of base 62 are 130 random bits. */
const secretLength = 22;
/** CRC-32 in base 62. */
const checksumLength = 6;

const form = new RegExp(
  `^(vdl_(live|test)_([0-9A-Za-z]{${accountIdLength}})[0-9A-Za-z]{${secretLength}})` +
    `([0-9A-Za-z]{${checksumLength}})$`,
);

const checksum = (text: string): string => toBase62(crc32(text), checksumLength);

export const newAccountId = (): string => randomBase62(accountIdLength);

/**
 * A new key: `vdl_<environment>_<account id><secret><checksum>`. It carries the id of its account, so
 * that all that Redis knows of one request lies in one hash slot.
 */
export const newApiKey = (environment: KeyEnvironment, accountId: string): string => {
  const key = `vdl_${environment}_${accountId}${randomBase62(secretLength)}`;
  return `${key}${checksum(key)}`;
};

/** Reads a key; nothing for a text that is none, so that a mistyped key is refused right here. */
export const readApiKey = (text: string): ReadKey | undefined => {
  const [, key = '', environment, accountId = '', sum] = form.exec(text) ?? [];
  if (sum === undefined || sum !== checksum(key)) return undefined;
  return {
    environment: environment === 'live' ? 'live' : 'test',
    accountId,
    hash: createHash('sha256').update(text).digest('hex'),
  };
};
