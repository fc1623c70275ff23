import {readFileSync} from 'node:fs';
import {type Cluster, type Command, type Redis, ReplyError} from 'ioredis';
import {ZodError, type ZodType} from 'zod';
import {KeysUnavailable} from '../domain/outages.ts';
import type {KeyEnvironment} from './api-key.ts';

/** A connection to one server, with or without Sentinels, or to a cluster. */
export type RedisClient = Redis | Cluster;

/**
 * The keys of Redis. Those of one account share the hash tag `{account id}`, and so the hash slot
 * that one script may read and write on a cluster.
 */
export const redisKeys = {
  /** Text, written with the first account. While it is missing, Redis is empty and knows no API key. */
  initialised: 'access:initialised',

  /** Set: the ids of all accounts. */
  accounts: 'accounts',

  /** Hash: name of a plan → its limits as JSON. */
  plans: 'plans',

  /** Hash: name, creation, plan, and the limits of its plan or trial. */
  account: (accountId: string): string => `account:{${accountId}}`,

  /** Hash: key id → `IssuedKey` and hash of the key, as JSON. */
  issuedKeys: (accountId: string): string => `issued-keys:{${accountId}}`,

  /** Text: the id of the API key with this hash and environment. Removed when the key is revoked or expires. */
  apiKey: (environment: KeyEnvironment, accountId: string, hash: string): string =>
    `key:{${accountId}}:${environment}:${hash}`,

  /** Hash: the current month, and the requests used in it: in total and by key. Each environment has its own. */
  usage: (environment: KeyEnvironment, accountId: string): string =>
    `usage:{${accountId}}${environment === 'live' ? '' : `:${environment}`}`,

  /** Text, for a day: the account has paid for this. */
  paid: (environment: KeyEnvironment, accountId: string, what: string): string =>
    `paid:{${accountId}}:${environment}:${what}`,

  /** Sorted set: the requests of an API key admitted in the last minute, by microsecond. */
  rate: (accountId: string, keyHash: string): string => `rate:{${accountId}}:${keyHash}`,

  /** Text: how often an API key has just looked up a test case. */
  tries: (accountId: string, keyHash: string, id: string): string =>
    `tries:{${accountId}}:${keyHash}:${id}`,

  /** Hash: id of a webhook → `Webhook` with its deliveries, as JSON. */
  webhooks: (environment: KeyEnvironment): string => `webhooks:${environment}`,

  /** Text: the release that was announced to webhooks last, as JSON. */
  announced: (environment: KeyEnvironment): string => `webhook-announced:${environment}`,
} as const;

/** Redis 7.0 has no error code for commands of a script that an ACL forbids. */
const forbidden = 'The user executing the script';

/** The first word of the error of a Redis that answers but does not write. */
const refusal = /\b(?:OOM|READONLY|NOPERM|MISCONF|NOREPLICAS)\b/;

const refusalIn = (cause: unknown): string | undefined => {
  const message = String(cause);
  return message.includes(forbidden) ? 'NOPERM' : refusal.exec(message)?.[0];
};

/**
 * Turns a failure of Redis into `KeysUnavailable`. A `ZodError` passes: the stored record is not as
 * this release writes it, which no retry repairs.
 */
export const orUnavailable = async <Value>(reply: Promise<Value>): Promise<Value> => {
  try {
    return await reply;
  } catch (cause) {
    if (cause instanceof ZodError) throw cause;
    const code = refusalIn(cause);
    throw new KeysUnavailable(code && `The key store refused to write: ${code}.`, {cause});
  }
};

/** A record that is stored as JSON; undefined where there is none. */
export const parsed = <Value>(record: ZodType<Value>, text: string | null): Value | undefined =>
  text === null ? undefined : record.parse(JSON.parse(text));

/** An empty Redis cannot tell a wrong key from a right one: it admits no request with a key. */
export const storeIsEmpty = (): KeysUnavailable =>
  new KeysUnavailable('The key store is empty. Create an account, or restore its data.');

/** Redis may have run a command, but did not reply in time or at all. */
export class NoReply extends Error {
  override readonly name = 'NoReply';
  /** The reply, if it comes after all; rejects when the connection breaks. */
  readonly reply: Promise<unknown>;

  constructor(reply: Promise<unknown>, cause: Error) {
    super(cause.message, {cause});
    this.reply = reply;
  }
}

/** Whether ioredis gave up on a command, which only this message says. */
export const isTimeout = ({message}: Error): boolean => message === 'Command timed out';

/** Sends a command that rejects with `NoReply` if it was sent; ioredis drops a reply after its timeout. */
const send = (redis: RedisClient, command: Command): unknown => {
  const {resolve, reject} = command;
  let isSent = false;
  let late: PromiseWithResolvers<unknown> | undefined;
  command.resolve = value => {
    late?.resolve(value);
    return resolve(value);
  };
  command.reject = error => {
    if (!isSent || error instanceof ReplyError) {
      late?.reject(error);
      reject(error);
      return;
    }
    late ??= Promise.withResolvers();
    late.promise.catch(() => {});
    if (!isTimeout(error)) late.reject(error);
    reject(new NoReply(late.promise, error));
  };
  const promise = redis.sendCommand(command);
  isSent = true;
  return promise;
};

type Argument = string | number;
type Call = (...args: readonly Argument[]) => Promise<unknown>;

/**
 * Called after every call of a script with its outcome and duration. The outcome is `ok`, `error` for an
 * error of Redis, `noReply` for one that Redis may have run, or `notSent` without a connection.
 */
export type OnReply = (script: string, outcome: string, seconds: number) => void;

const outcomeOf = (error: unknown): string => {
  if (error instanceof NoReply) return 'noReply';
  return error instanceof ReplyError ? 'error' : 'notSent';
};

/**
 * Makes `<name>.lua` of this folder callable on a connection. ioredis sends the hash of the script,
 * and its text again where Redis has lost it (restart, failover, `SCRIPT FLUSH`). Rejects with `NoReply`
 * when Redis may have run it.
 */
export const luaScript = <Name extends string>(
  redis: RedisClient,
  name: Name,
  onReply: OnReply = () => {},
) => {
  const lua = readFileSync(new URL(`${name}.lua`, import.meta.url), 'utf8');
  redis.defineCommand(name, {lua});
  const sendCommand = (command: Command) => send(redis, command);
  const commands = Object.create(redis, {sendCommand: {value: sendCommand}}) as Readonly<
    Record<Name, Call>
  >;
  return async (keys: readonly string[], args: readonly Argument[]): Promise<unknown> => {
    const start = performance.now();
    let outcome = 'ok';
    try {
      return await commands[name](keys.length, ...keys, ...args);
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      onReply(name, outcome, (performance.now() - start) / 1000);
    }
  };
};
