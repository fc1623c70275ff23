import type {Command} from 'commander';
import type {Account} from '#core/access/accounts.ts';
import {digits, toMinute} from '#core/command-line/figures.ts';
import {oneLine} from '#core/command-line/one-line.ts';
import {table} from '#core/command-line/table.ts';
import {wholeNumber} from '#core/command-line/whole-number.ts';
import {identifier, type JsonOption} from './arguments.ts';
import {unknownAccount, withStores} from './with-stores.ts';

type CreateOptions = JsonOption & {
  readonly name: string;
  readonly plan?: string;
  readonly trialDays?: number;
};

const day = 86_400_000;

const planCell = ({plan, monthlyRequests, trialEndsAt}: Account): string => {
  if (monthlyRequests === null) return 'none';
  if (trialEndsAt === null) return plan ?? '';
  const isOver = Date.parse(trialEndsAt) <= Date.now();
  return `${plan ?? 'trial'} ${isOver ? 'ended' : 'until'} ${toMinute(trialEndsAt)}`;
};

const planSentence = ({plan, monthlyRequests, trialEndsAt}: Account): string => {
  if (monthlyRequests === null) {
    return 'Its requests get 402 until it has a plan; "accounts set-plan" assigns one.';
  }
  const end = trialEndsAt === null ? '' : ` until ${toMinute(trialEndsAt)}`;
  return plan === null
    ? `It has a trial of ${digits(monthlyRequests)} requests per month${end}.`
    : `It has the plan ${plan}${end}.`;
};

const create = async ({name, plan, trialDays, json}: CreateOptions): Promise<void> => {
  const trialEndsAt = trialDays === undefined ? undefined : new Date(Date.now() + trialDays * day);
  const account = await withStores(({accounts}) => accounts.create({name, plan, trialEndsAt}));
  const {accountId} = account;
  const sentence = `Created account ${accountId}. ${planSentence(account)}`;
  console.log(json ? JSON.stringify({accountId}) : sentence);
};

const setPlan = async (
  accountId: string,
  planOrNone: string,
  {json}: JsonOption,
): Promise<void> => {
  const plan = planOrNone === 'none' ? null : planOrNone;
  const isThere = await withStores(({accounts}) => accounts.setPlan(accountId, plan ?? undefined));
  if (!isThere) throw unknownAccount(accountId);
  const sentence = `Account ${accountId} now has ${plan === null ? 'no plan' : `the plan ${plan}`}.`;
  console.log(json ? JSON.stringify({accountId, plan}) : sentence);
};

const list = async ({json}: JsonOption): Promise<void> => {
  const all = await withStores(({accounts}) => accounts.list());
  if (json) return console.log(JSON.stringify(all));
  const rows = all.map(account => [
    account.accountId,
    account.name,
    planCell(account),
    account.monthlyRequests,
    account.requestsPerMinute,
    toMinute(account.createdAt),
  ]);
  console.log(table(['ACCOUNT ID', 'NAME', 'PLAN', 'PER MONTH', 'PER MINUTE', 'CREATED'], rows));
};

const readUsage = (accountId: string) =>
  withStores(async ({accounts, issuedKeys, usage}) => {
    const month = await usage.currentMonth();
    const [used, account, keys] = await Promise.all([
      usage.of(accountId, month),
      accounts.find(accountId),
      issuedKeys.list(accountId),
    ]);
    if (used === undefined || account === undefined) throw unknownAccount(accountId);
    const names = new Map(
      keys.map(({keyId, name, revokedAt}) => [keyId, revokedAt === null ? name : '(revoked)']),
    );
    const {monthlyRequests, requestsPerMinute} = account;
    return {accountId, month, monthlyRequests, requestsPerMinute, ...used, names};
  });

const usage = async (accountId: string, {json}: JsonOption): Promise<void> => {
  const {names, ...found} = await readUsage(accountId);
  if (json) return console.log(JSON.stringify(found));
  const {month, used, monthlyRequests, usedByKey} = found;
  const rows = usedByKey.map(({keyId, requests}) => [
    keyId,
    names.has(keyId) ? names.get(keyId) : '(revoked)',
    requests,
  ]);
  const limit = monthlyRequests === null ? '; no plan or trial' : ` of ${digits(monthlyRequests)}`;
  console.log(`Requests in ${month}: ${digits(used)}${limit}.\n`);
  console.log(table(['KEY ID', 'NAME', 'REQUESTS'], rows));
};

export const addAccountCommands = (program: Command): void => {
  const group = program.command('accounts').description('manage accounts, which own API keys');

  group
    .command('create')
    .description('create an account')
    .requiredOption('--name <name>', 'name of the account', oneLine)
    .option('--plan <plan>', 'plan of the account')
    .option('--trial-days <number>', 'days until its plan or trial ends', wholeNumber(1, 3650))
    .option('--json', 'print {"accountId"}')
    .action(create);

  group
    .command('set-plan')
    .description("change or end an account's plan, from the next request")
    .argument('<accountId>', 'id of the account', identifier)
    .argument('<plan>', 'name of a plan, or none')
    .option('--json', 'print {"accountId", "plan"}')
    .action(setPlan);

  group
    .command('list')
    .description('list all accounts')
    .option('--json', 'print an array of accounts')
    .action(list);

  program
    .command('usage')
    .description("show an account's requests of this month in API_ENVIRONMENT, by key")
    .argument('<accountId>', 'id of the account', identifier)
    .option('--json', 'print the usage as JSON')
    .action(usage);
};
