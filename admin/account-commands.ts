import type {Command} from 'commander';
import {accounts} from '#src/access/accounts.ts';
import {name} from './name.ts';
import {table} from './table.ts';
import {withRedis} from './with-redis.ts';

type Output = {readonly json?: true};

export const addAccountCommands = (program: Command): void => {
  const group = program.command('accounts').description('accounts, which keys belong to');

  group
    .command('create')
    .description('create an account')
    .requiredOption('--name <name>', 'whose account it is', name)
    .option('--json', 'print {"accountId"}')
    .action(async ({name, json}: Output & {readonly name: string}) => {
      const {accountId} = await withRedis(redis => accounts(redis).create(name));
      console.log(json ? JSON.stringify({accountId}) : `Account ${accountId} is created.`);
    });

  group
    .command('list')
    .description('list all accounts')
    .option('--json', 'print an array of accounts')
    .action(async ({json}: Output) => {
      const list = await withRedis(redis => accounts(redis).list());
      const rows = list.map(({accountId, name, createdAt}) => [accountId, name, createdAt]);
      console.log(json ? JSON.stringify(list) : table(['ACCOUNT', 'NAME', 'CREATED'], rows));
    });
};
