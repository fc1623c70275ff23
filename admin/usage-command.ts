import type {Command} from 'commander';
import {accounts} from '#core/access/accounts.ts';
import {issuedKeys} from '#core/access/issued-keys.ts';
import {usage} from '#core/access/usage.ts';
import {UsageError} from '#core/command-line/errors.ts';
import {table} from '#core/command-line/table.ts';
import {identifier} from './identifier.ts';
import {withRedis} from './with-redis.ts';

const read = (accountId: string) =>
  withRedis(async (redis, {environment}) => {
    const month = await usage(redis).currentMonth();
    const [used, account, keys] = await Promise.all([
      usage(redis).of(accountId, month),
      accounts(redis).find(accountId),
      issuedKeys(redis, environment).list(),
    ]);
    if (used === undefined || account === undefined) {
      throw new UsageError(
        `There is no account ${accountId}. "accounts list" shows those there are.`,
      );
    }
    const names = new Map(keys.map(({keyId, name}) => [keyId, name]));
    const {monthlyRequests, requestsPerMinute} = account;
    return {accountId, month, monthlyRequests, requestsPerMinute, ...used, names};
  });

const show = async (accountId: string, {json}: {readonly json?: true}): Promise<void> => {
  const {names, ...found} = await read(accountId);
  if (json) return console.log(JSON.stringify(found));
  const {month, used, monthlyRequests, usedByKey} = found;
  const granted = monthlyRequests === null ? 'no plan or trial' : `of ${monthlyRequests}`;
  const rows = usedByKey.map(({keyId, requests}) => [
    keyId,
    names.get(keyId) ?? (names.has(keyId) ? '' : '(revoked)'),
    String(requests),
  ]);
  console.log(`${month}: ${used} requests used, ${granted}.\n`);
  console.log(table(['KEY', 'NAME', 'REQUESTS'], rows));
};

export const addUsageCommand = (program: Command): void => {
  program
    .command('usage')
    .description('show what an account has used this month, by key')
    .argument('<accountId>', 'the account', identifier)
    .option('--json', 'print it as JSON')
    .action(show);
};
