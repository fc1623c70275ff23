import type {Account} from '#core/access/accounts.ts';
import {oneLine, wholeNumber} from '#core/command-line/arguments.ts';
import {digits, table, toMinute} from '#core/command-line/figures.ts';
import {identifier, type StoreCommand, unknownAccount} from './with-stores.ts';

type CreateOptions = {
  readonly name: string;
  readonly plan?: string;
  readonly trialDays?: number;
};

const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);

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

const addCreate = (group: StoreCommand) =>
  group
    .command('create')
    .description('create an account')
    .requiredOption('--name <name>', 'name of the account', oneLine)
    .option('--plan <plan>', 'plan of the account', oneLine)
    .option('--trial-days <number>', 'days until its plan or trial ends', wholeNumber(1, 3650))
    .answer('print {"accountId"}', async ({accounts}, {name, plan, trialDays}: CreateOptions) => {
      const trialEndsAt = trialDays === undefined ? undefined : inDays(trialDays);
      const account = await accounts.create({name, plan, trialEndsAt});
      const {accountId} = account;
      return [{accountId}, `Created account ${accountId}. ${planSentence(account)}`];
    });

const addSetPlan = (group: StoreCommand) =>
  group
    .command('set-plan')
    .description("change or end an account's plan, from the next request")
    .argument('<accountId>', 'id of the account', identifier)
    .argument('<plan>', 'name of a plan, or none', oneLine)
    .answer('print {"accountId", "plan"}', async ({accounts}, accountId: string, name: string) => {
      const plan = name === 'none' ? null : name;
      const isThere = await accounts.setPlan(accountId, plan ?? undefined);
      if (!isThere) throw unknownAccount(accountId);
      const has = plan === null ? 'no plan' : `the plan ${plan}`;
      return [{accountId, plan}, `Account ${accountId} now has ${has}.`];
    });

const addList = (group: StoreCommand) =>
  group
    .command('list')
    .description('list all accounts')
    .answer('print an array of accounts', async ({accounts}) => {
      const all = await accounts.list();
      const rows = all.map(account => [
        account.accountId,
        account.name,
        planCell(account),
        account.monthlyRequests,
        account.requestsPerMinute,
        toMinute(account.createdAt),
      ]);
      const headings = ['ACCOUNT ID', 'NAME', 'PLAN', 'PER MONTH', 'PER MINUTE', 'CREATED'];
      return [all, table(headings, rows)];
    });

const addUsage = (program: StoreCommand) =>
  program
    .command('usage')
    .description("show an account's requests of this month in API_ENVIRONMENT, by key")
    .argument('<accountId>', 'id of the account', identifier)
    .answer('print the usage as JSON', async ({accounts, issuedKeys, usage}, accountId: string) => {
      const month = await usage.currentMonth();
      const [found, account, keys] = await Promise.all([
        usage.of(accountId, month),
        accounts.find(accountId),
        issuedKeys.list(accountId),
      ]);
      if (found === undefined || account === undefined) throw unknownAccount(accountId);
      const {monthlyRequests, requestsPerMinute} = account;
      const rows = found.usedByKey.map(({keyId, requests}) => {
        const key = keys.find(key => key.keyId === keyId && key.revokedAt === null);
        return [keyId, key ? key.name : '(revoked)', requests];
      });
      const limit =
        monthlyRequests === null ? '; no plan or trial' : ` of ${digits(monthlyRequests)}`;
      const sentence = `Requests in ${month}: ${digits(found.used)}${limit}.`;
      return [
        {accountId, month, monthlyRequests, requestsPerMinute, ...found},
        `${sentence}\n\n${table(['KEY ID', 'NAME', 'REQUESTS'], rows)}`,
      ];
    });

export const addAccountCommands = (program: StoreCommand): void => {
  const group = program.command('accounts').description('manage accounts, which own API keys');
  for (const add of [addCreate, addSetPlan, addList]) add(group);
  addUsage(program);
};
