import type {Command} from 'commander';
import {defaultRequestsPerMinute, maxRequests, unknownPlan} from '#core/access/plans.ts';
import {UsageError} from '#core/command-line/errors.ts';
import {digits} from '#core/command-line/figures.ts';
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
    `Plan ${name} allows ${digits(plan.monthlyRequests)} requests per month and ${digits(plan.requestsPerMinute)} per minute. ` +
    `This applies from the next request. Accounts with this plan: ${digits(accounts)}.`;
  console.log(json ? JSON.stringify({...plan, accounts}) : sentence);
};

const remove = async (name: string, {json}: JsonOption): Promise<void> => {
  const accounts = await withStores(({plans}) => plans.remove(name));
  if (accounts === undefined) throw unknownPlan(name);
  if (accounts > 0) {
    const have = accounts === 1 ? '1 account has' : `${digits(accounts)} accounts have`;
    throw new UsageError(
      `${have} the plan ${name}. "accounts list" shows which; "accounts set-plan" gives them another.`,
    );
  }
  console.log(json ? JSON.stringify({name}) : `Removed plan ${name}.`);
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
      wholeNumber(1, maxRequests.month),
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
    .command('remove')
    .description('remove a plan that no account has')
    .argument('<name>', 'name of the plan', planName)
    .option('--json', 'print {"name"}')
    .action(remove);

  group
    .command('list')
    .description('list all plans')
    .option('--json', 'print an array of plans')
    .action(list);
};
