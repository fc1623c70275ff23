import type {Command} from 'commander';
import {table} from '#core/command-line/table.ts';
import {identifier} from './arguments.ts';
import {unknownAccount, withStores} from './with-stores.ts';

const read = (accountId: string) =>
  withStores(async ({accounts, issuedKeys, usage}) => {
    const month = await usage.currentMonth();
    const [used, account, keys] = await Promise.all([
      usage.of(accountId, month),
      accounts.find(accountId),
      issuedKeys.list(),
    ]);
    if (used === undefined || account === undefined) throw unknownAccount(accountId);
    const names = new Map(keys.map(({keyId, name}) => [keyId, name]));
    const {monthlyRequests, requestsPerMinute} = account;
    return {accountId, month, monthlyRequests, requestsPerMinute, ...used, names};
  });

const show = async (accountId: string, {json}: {readonly json?: true}): Promise<void> => {
  const {names, ...found} = await read(accountId);
  if (json) return console.log(JSON.stringify(found));
  const {month, used, monthlyRequests, usedByKey} = found;
  const rows = usedByKey.map(({keyId, requests}) => [
    keyId,
    names.has(keyId) ? names.get(keyId) : '(revoked)',
    requests,
  ]);
  const limit = monthlyRequests === null ? '; no plan or trial' : ` of ${monthlyRequests}`;
  console.log(`Requests in ${month}: ${used}${limit}.\n`);
  console.log(table(['KEY ID', 'NAME', 'REQUESTS'], rows));
};

export const addUsageCommand = (program: Command): void => {
  program
    .command('usage')
    .description("show an account's requests of this month, by key")
    .argument('<accountId>', 'id of the account', identifier)
    .option('--json', 'print the usage as JSON')
    .action(show);
};
