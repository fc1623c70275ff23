import {once} from 'node:events';
import {Command} from 'commander';
import {ReplyError} from 'ioredis';
import {accounts, usage} from '#core/access/accounts.ts';
import {issuedKeys} from '#core/access/issued-keys.ts';
import {plans} from '#core/access/plans.ts';
import {isTimeout} from '#core/access/redis.ts';
import {webhooks} from '#core/access/webhooks.ts';
import {connectionError, createRedisClient} from '#core/clients/redis.ts';
import {oneLine} from '#core/command-line/arguments.ts';
import {OperationalError, TryLater, UsageError} from '#core/command-line/errors.ts';
import {readKeyStore} from '#core/config/engines.ts';
import {createLog} from '#core/log/log.ts';

export const unknownAccount = (accountId: string): UsageError =>
  new UsageError(`There is no account ${accountId}. "accounts list" lists all accounts.`);

/** The id of an account, a key or a webhook. A secret in its place is not repeated, because output is kept in logs. */
export const identifier = (text: string): string => {
  if (!/vdl_|whsec_/.test(text)) return oneLine(text);
  throw new UsageError(
    'This is a secret, not an id. "keys list", "accounts list" and "webhooks list" show the ids.',
  );
};

const storesOn = (redis: ReturnType<typeof createRedisClient>, environment: 'live' | 'test') => ({
  plans: plans(redis),
  accounts: accounts(redis),
  issuedKeys: issuedKeys(redis, environment),
  usage: usage(redis, environment),
  webhooks: webhooks(redis, environment),
});

type Stores = ReturnType<typeof storesOn>;

/** Otherwise the client would wait for ever while Redis loads its data, or a cluster lacks some. */
const readyWithinMs = 8_000;

const unreachable = (error: Error): OperationalError => {
  const cause = connectionError(error);
  // Only this message of the client tells.
  if (cause.message.includes('Unknown RESP type')) {
    return new UsageError('The server at REDIS_URL is not Redis. Check host and port.', {cause});
  }
  const isLate = 'code' in error && error.code === 'ABORT_ERR';
  // Redis says that it has its most clients, and hangs up: a client that writes at once no longer reads that.
  const hint = /EPIPE|ECONNRESET/.test(cause.message) ? '; has it reached its maxclients?' : '';
  const why = isLate ? `not ready within ${readyWithinMs / 1000} s` : `${cause.message}${hint}`;
  // It answered, and refused: a login, for example.
  const Failure = cause instanceof ReplyError ? UsageError : TryLater;
  return new Failure(
    `Redis cannot be reached (${why}). Check that it is running and that REDIS_URL is correct, with rediss:// only if Redis uses TLS.`,
    {cause},
  );
};

/** Runs `work` on a connection to Redis, which it closes afterwards. */
export const withRedis = async <Result>(
  work: (redis: ReturnType<typeof createRedisClient>) => Promise<Result>,
  config: Pick<ReturnType<typeof readKeyStore>, 'redis'>,
): Promise<Result> => {
  const redis = createRedisClient(config, createLog('silent'), {
    commandTimeout: 5000,
    socketTimeout: 6000,
  });
  try {
    await once(redis, 'ready', {signal: AbortSignal.timeout(readyWithinMs)});
  } catch (error) {
    redis.disconnect();
    throw unreachable(error as Error);
  }
  try {
    return await work(redis);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error instanceof ReplyError) {
      // For example because its memory is full. The reply to a transaction says only that it was discarded.
      const {previousErrors = []} = error as {previousErrors?: readonly Error[]};
      const [{message}] = [...previousErrors, error] as const;
      throw new OperationalError(`Redis rejected the command: ${message}`, {cause: error});
    }
    // A cluster counts as ready, even if it has just lost a node.
    const isLost = redis.status !== 'ready' || error.message === 'Connection is closed.';
    if (!isLost && !isTimeout(error)) throw error;
    throw new TryLater(
      `Redis did not answer (${error.message}). Run this again, unless the command took effect nevertheless.`,
      {cause: error},
    );
  } finally {
    redis.disconnect();
  }
};

/** Runs one command on the stores of the configured Redis. */
export const withStores = <Result>(
  command: (stores: Stores) => Promise<Result>,
  config = readKeyStore(),
): Promise<Result> => withRedis(redis => command(storesOn(redis, config.environment)), config);

export class StoreCommand extends Command {
  override createCommand(name?: string): StoreCommand {
    return new StoreCommand(name);
  }

  /** Prints the result of `work` for its arguments and options: the value if JSON is requested, else the text. */
  answer<Arguments extends readonly unknown[]>(
    json: string,
    work: (stores: Stores, ...args: Arguments) => Promise<readonly [value: unknown, text: string]>,
  ): void {
    this.option('--json', json).action(async () => {
      const {json, ...options} = this.opts();
      const args = [...this.processedArgs, options] as unknown as Arguments;
      const [value, text] = await withStores(stores => work(stores, ...args));
      console.log(json ? JSON.stringify(value) : text);
    });
  }
}
