import type {Command} from 'commander';
import {type Account, accounts, UnknownPlan} from '#core/access/accounts.ts';
import {UsageError} from '#core/command-line/errors.ts';
import {table} from '#core/command-line/table.ts';
import {wholeNumber} from '#core/command-line/whole-number.ts';
import {identifier} from './identifier.ts';
import {name} from './name.ts';
import {withRedis} from './with-redis.ts';

type Output = {readonly json?: true};
type CreateOptions = Output & {
  readonly name: string;
  readonly plan?: string;
  readonly trialDays?: number;
};

const day = 86_400_000;

/** Refuses a plan that nobody has set, with what to do about it. */
const knowingPlans = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof UnknownPlan)) throw error;
    throw new UsageError(`${error.message} "plans list" shows those there are.`, {cause: error});
  }
};

/** What an account may do, in a cell of a table. */
const granted = ({plan, monthlyRequests, trialEndsAt}: Account): string => {
  if (monthlyRequests === null) return 'nothing';
  if (trialEndsAt === null) return plan ?? '';
  const isOver = Date.parse(trialEndsAt) <= Date.now();
  return `${plan ?? 'trial'} ${isOver ? 'ended' : 'until'} ${trialEndsAt}`;
};

/** What becomes of the requests of a new account. */
const use = ({plan, monthlyRequests, trialEndsAt}: Account): string => {
  if (monthlyRequests === null) {
    return 'Its keys are answered 402 until it has a plan: "accounts set-plan" gives it one.';
  }
  const what =
    plan === null ? `a trial of ${monthlyRequests} requests a month` : `the plan ${plan}`;
  return `It has ${what}${trialEndsAt === null ? '' : ` until ${trialEndsAt}`}.`;
};

const create = async ({name, plan, trialDays, json}: CreateOptions): Promise<void> => {
  const trialEndsAt = trialDays === undefined ? undefined : new Date(Date.now() + trialDays * day);
  const account = await withRedis(redis =>
    knowingPlans(accounts(redis).create({name, plan, trialEndsAt})),
  );
  const {accountId} = account;
  console.log(
    json ? JSON.stringify({accountId}) : `Account ${accountId} is created. ${use(account)}`,
  );
};

const setPlan = async (accountId: string, plan: string, {json}: Output): Promise<void> => {
  const isThere = await withRedis(redis =>
    knowingPlans(accounts(redis).setPlan(accountId, plan === 'none' ? undefined : plan)),
  );
  if (!isThere) {
    throw new UsageError(
      `There is no account ${accountId}. "accounts list" shows those there are.`,
    );
  }
  const sentence = plan === 'none' ? 'has no plan now' : `has the plan ${plan} now`;
  console.log(
    json
      ? JSON.stringify({accountId, plan: plan === 'none' ? null : plan})
      : `Account ${accountId} ${sentence}.`,
  );
};

const list = async ({json}: Output): Promise<void> => {
  const all = await withRedis(redis => accounts(redis).list());
  if (json) return console.log(JSON.stringify(all));
  const rows = all.map(account => [
    account.accountId,
    account.name,
    granted(account),
    String(account.monthlyRequests ?? ''),
    String(account.requestsPerMinute ?? ''),
    account.createdAt,
  ]);
  console.log(table(['ACCOUNT', 'NAME', 'MAY USE', 'A MONTH', 'A MINUTE', 'CREATED'], rows));
};

export const addAccountCommands = (program: Command): void => {
  const group = program.command('accounts').description('accounts, which keys belong to');

  group
    .command('create')
    .description('create an account')
    .requiredOption('--name <name>', 'whose account it is', name)
    .option('--plan <plan>', 'the plan it has')
    .option('--trial-days <number>', 'days until its plan or trial ends', wholeNumber(1, 3650))
    .option('--json', 'print {"accountId"}')
    .action(create);

  group
    .command('set-plan')
    .description('give an account a plan, or none, from the next request on')
    .argument('<accountId>', 'the account', identifier)
    .argument('<plan>', 'the name of a plan, or none')
    .option('--json', 'print {"accountId", "plan"}')
    .action(setPlan);

  group
    .command('list')
    .description('list all accounts')
    .option('--json', 'print an array of accounts')
    .action(list);
};
