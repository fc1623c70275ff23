import {type Command, InvalidArgumentError} from 'commander';
import {defaultRequestsPerMinute, maxRequests, plans} from '#core/access/plans.ts';
import {table} from '#core/command-line/table.ts';
import {wholeNumber} from '#core/command-line/whole-number.ts';
import {withRedis} from './with-redis.ts';

type Output = {readonly json?: true};
type SetOptions = Output & {readonly monthlyRequests: number; readonly requestsPerMinute: number};

/** "none" is what an account without a plan is given. */
const planName = (text: string): string => {
  if (/^[a-z0-9][a-z0-9-]{0,31}$/.test(text) && text !== 'none') return text;
  throw new InvalidArgumentError(
    'It must be 1 to 32 of a-z, 0-9 and "-", begin with a letter or digit, and not be none.',
  );
};

const set = async (name: string, {json, ...granted}: SetOptions): Promise<void> => {
  const {monthlyRequests, requestsPerMinute} = granted;
  const plan = {name, monthlyRequests, requestsPerMinute};
  const reached = await withRedis(redis => plans(redis).set(plan));
  const sentence =
    `Plan ${name} grants ${monthlyRequests} requests a month and ${requestsPerMinute} a minute, ` +
    `from the next request on. Accounts with it: ${reached}.`;
  console.log(json ? JSON.stringify({...plan, accounts: reached}) : sentence);
};

const list = async ({json}: Output): Promise<void> => {
  const all = await withRedis(redis => plans(redis).list());
  if (json) return console.log(JSON.stringify(all));
  const rows = all.map(({name, monthlyRequests, requestsPerMinute}) => [
    name,
    String(monthlyRequests),
    String(requestsPerMinute),
  ]);
  console.log(table(['PLAN', 'A MONTH', 'A MINUTE'], rows));
};

export const addPlanCommands = (program: Command): void => {
  const group = program.command('plans').description('plans, which say how much accounts may use');

  group
    .command('set')
    .description('add a plan or change it, also for the accounts that have it')
    .argument('<name>', 'its name', planName)
    .requiredOption(
      '--monthly-requests <number>',
      'requests a month, all keys of an account together',
      wholeNumber(0, maxRequests.month),
    )
    .option(
      '--requests-per-minute <number>',
      'requests in 60 seconds, each key by itself',
      wholeNumber(1, maxRequests.minute),
      defaultRequestsPerMinute,
    )
    .option('--json', 'print the plan, and how many accounts have it')
    .action(set);

  group
    .command('list')
    .description('list all plans')
    .option('--json', 'print an array of plans')
    .action(list);
};
