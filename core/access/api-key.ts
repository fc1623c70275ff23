import {hash, randomInt} from 'node:crypto';
import {crc32} from 'node:zlib';

export type KeyEnvironment = 'live' | 'test';

const accountIdLength = 10;
/** 22 characters of base 62 are 130 random bits. */
const secretLength = 22;
/** CRC-32 in base 62. */
const checksumLength = 6;

const form = new RegExp(
  `^(vdl_(live|test)_([0-9A-Za-z]{${accountIdLength}})[0-9A-Za-z]{${secretLength}})` +
    `([0-9A-Za-z]{${checksumLength}})$`,
);

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random text in base 62, 5.95 bits a character. */
const random = (length: number): string =>
  Array.from({length}, () => base62.charAt(randomInt(base62.length))).join('');

const checksum = (text: string): string => {
  let digits = '';
  for (let rest = crc32(text); rest > 0; rest = Math.floor(rest / base62.length)) {
    digits = base62.charAt(rest % base62.length) + digits;
  }
  return digits.padStart(checksumLength, '0');
};

export const newAccountId = (): string => random(accountIdLength);

/** `<account id>-<8 characters>`, so that the id of a key names its account. */
export const newKeyId = (accountId: string): string => `${accountId}-${random(8)}`;

export const accountOfKey = (keyId: string): string => keyId.split('-')[0] ?? '';

/**
 * A new key: `vdl_<environment>_<account id><secret><checksum>`. It carries the id of its account, so
 * that everything Redis reads for one request is in one hash slot.
 */
export const newApiKey = (environment: KeyEnvironment, accountId: string): string => {
  const key = `vdl_${environment}_${accountId}${random(secretLength)}`;
  return `${key}${checksum(key)}`;
};

/** The environment in the prefix of a text, which need not be a key. */
export const environmentNamed = (text: string): KeyEnvironment | undefined =>
  /^vdl_(live|test)_/.exec(text)?.[1] as KeyEnvironment | undefined;

/**
 * Parses a well-formed key, which need not have been issued; undefined for any other text, so that a mistyped key
 * is rejected without Redis.
 */
export const parseApiKey = (text: string) => {
  const [, key = '', environment, accountId = '', sum] = form.exec(text) ?? [];
  if (sum === undefined || sum !== checksum(key)) return undefined;
  return {
    environment: environment as KeyEnvironment,
    accountId,
    /** SHA-256 in hexadecimal, the only form in which a key is stored. */
    hash: hash('sha256', text, 'hex'),
  };
};
