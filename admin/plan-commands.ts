import {InvalidArgumentError} from 'commander';
import {
  defaultRequestsPerMinute,
  maxRequests,
  type PlanLimits,
  unknownPlan,
} from '#core/access/plans.ts';
import {wholeNumber} from '#core/command-line/arguments.ts';
import {UsageError} from '#core/command-line/errors.ts';
import {digits, table} from '#core/command-line/figures.ts';
import type {StoreCommand} from './with-stores.ts';

/** The name of a plan. `none` is reserved for accounts without a plan. */
const planName = (text: string): string => {
  if (/^[a-z0-9][a-z0-9-]{0,31}$/.test(text) && text !== 'none') return text;
  throw new InvalidArgumentError(
    'It must be 1 to 32 of a-z, 0-9 and "-", start with a letter or digit, and not be "none".',
  );
};

const addSet = (group: StoreCommand) =>
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
    .option('--exports', 'include exports, the files of all vehicles', false)
    .answer(
      'print the plan and the number of its accounts as JSON',
      async ({plans}, name: string, limits: PlanLimits) => {
        const accounts = await plans.set({name, ...limits});
        const sentence =
          `Plan ${name} allows ${digits(limits.monthlyRequests)} requests per month and ${digits(limits.requestsPerMinute)} per minute${limits.exports ? ', and exports' : ', without exports'}. ` +
          `This applies from the next request. Accounts with this plan: ${digits(accounts)}.`;
        return [{name, ...limits, accounts}, sentence];
      },
    );

const addRemove = (group: StoreCommand) =>
  group
    .command('remove')
    .description('remove a plan that no account has')
    .argument('<name>', 'name of the plan', planName)
    .answer('print {"name"}', async ({plans}, name: string) => {
      const accounts = await plans.remove(name);
      if (accounts === undefined) throw unknownPlan(name);
      if (accounts > 0) {
        const have = accounts === 1 ? '1 account has' : `${digits(accounts)} accounts have`;
        throw new UsageError(
          `${have} the plan ${name}. "accounts list" shows which; "accounts set-plan" gives them another.`,
        );
      }
      return [{name}, `Removed plan ${name}.`];
    });

const addList = (group: StoreCommand) =>
  group
    .command('list')
    .description('list all plans')
    .answer('print an array of plans', async ({plans}) => {
      const all = await plans.list();
      const rows = all.map(plan => [
        plan.name,
        plan.monthlyRequests,
        plan.requestsPerMinute,
        plan.exports ? 'yes' : 'no',
      ]);
      return [all, table(['PLAN', 'PER MONTH', 'PER MINUTE', 'EXPORTS'], rows)];
    });

export const addPlanCommands = (program: StoreCommand): void => {
  const group = program.command('plans').description('manage plans, which set request limits');
  for (const add of [addSet, addRemove, addList]) add(group);
};
