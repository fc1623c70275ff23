import type {Command} from 'commander';
import {defaultRequestsPerMinute, maxRequests} from '#core/access/plans.ts';
import {table} from '#core/command-line/table.ts';
import {wholeNumber} from '#core/command-line/whole-number.ts';
import {type JsonOption, planName} from './arguments.ts';
import {withStores} from './with-stores.ts';

type SetOptions = JsonOption & {
  readonly monthlyRequests: number;
  readonly requestsPerMinute: number;
};

const set = async (name: string, {json, ...limits}: SetOptions): Promise<void> => {
  const plan = {name, ...limits};
  const accounts = await withStores(({plans}) => plans.set(plan));
  const sentence =
    `Plan ${name} allows ${plan.monthlyRequests} requests per month and ${plan.requestsPerMinute} per minute. ` +
    `This applies from the next request. Accounts with this plan: ${accounts}.`;
  console.log(json ? JSON.stringify({...plan, accounts}) : sentence);
};

const list = async ({json}: JsonOption): Promise<void> => {
  const all = await withStores(({plans}) => plans.list());
  if (json) return console.log(JSON.stringify(all));
  const rows = all.map(plan => [plan.name, plan.monthlyRequests, plan.requestsPerMinute]);
  console.log(table(['PLAN', 'PER MONTH', 'PER MINUTE'], rows));
};

export const addPlanCommands = (program: Command): void => {
  const group = program.command('plans').description('manage plans, which set request limits');

  group
    .command('set')
    .description('add a plan, or change it for all its accounts')
    .argument('<name>', 'name of the plan', planName)
    .requiredOption(
      '--monthly-requests <number>',
      'requests per month, for all keys of an account together',
      wholeNumber(0, maxRequests.month),
    )
    .option(
      '--requests-per-minute <number>',
      'requests per minute, for each key',
      wholeNumber(1, maxRequests.minute),
      defaultRequestsPerMinute,
    )
    .option('--json', 'print the plan and the number of its accounts as JSON')
    .action(set);

  group
    .command('list')
    .description('list all plans')
    .option('--json', 'print an array of plans')
    .action(list);
};
