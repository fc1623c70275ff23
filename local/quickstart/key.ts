import {existsSync} from 'node:fs';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Command} from 'commander';
import {unknownAccount, withStores} from '#admin/with-stores.ts';
import type {KeyEnvironment} from '#core/access/api-key.ts';
import {OperationalError} from '#core/command-line/errors.ts';
import {readKeyStore} from '#core/config/engines.ts';
import {developerStack, type Stack, stackOf, variablesOf} from '../stack/stack.ts';

/** The owner of a key: an account with a plan of its own. */
export type KeyOwner = {
  readonly environment: KeyEnvironment;
  readonly account: string;
  readonly plan: string;
  readonly monthlyRequests: number;
  readonly requestsPerMinute: number;
};

/** A new developer, with the default rate and an ample quota. */
export const demo: KeyOwner = {
  environment: 'live',
  account: 'Quickstart',
  plan: 'demo',
  monthlyRequests: 100_000,
  requestsPerMinute: 60,
};

/** The tests of a client, which meet only limits that they provoke. */
export const clientTests: KeyOwner = {
  environment: 'test',
  account: 'Quickstart, test environment',
  plan: 'client-tests',
  monthlyRequests: 1_000_000,
  requestsPerMinute: 6_000,
};

/** A tool that sends thousands of requests a minute. */
export const loadTest: KeyOwner = {
  environment: 'live',
  account: 'Load test',
  plan: 'load-test',
  monthlyRequests: 1_000_000_000,
  requestsPerMinute: 1_000_000,
};

const issue = ({environment, account, ...plan}: KeyOwner, stack: Stack): Promise<string> =>
  withStores(
    async ({plans, accounts, issuedKeys}) => {
      await plans.set({...plan, name: plan.plan});
      const {accountId} = await accounts.create({name: account, plan: plan.plan});
      const issued = await issuedKeys.issue(accountId, {name: account});
      if (issued === undefined) throw unknownAccount(accountId);
      return issued.key;
    },
    readKeyStore({...process.env, ...variablesOf(stack, environment)}),
  );

/** Whether a key is valid, by the status of a response to it. With 429 or 503, it still is. */
export const isGoodKey = (status: number): boolean => status !== 401 && status !== 402;

export const get = (address: string, path: string, key: string): Promise<Response> =>
  fetch(address + path, {headers: {'X-Api-Key': key}, signal: AbortSignal.timeout(10_000)});

const statusOf = async (address: string, key: string): Promise<number> => {
  try {
    const response = await get(address, '/v1/usage', key);
    await response.arrayBuffer();
    return response.status;
  } catch {
    throw new OperationalError(
      `No API answers on ${address}. Start one with \`npm run quickstart -- --detach\`.`,
    );
  }
};

/** Redis stores only hashes of keys, so a key is saved in a file that only the current user can read. */
const keyFile = ({plan}: KeyOwner, stack: Stack): string => join(stack.folder, `${plan}-key`);

const newKey = async (owner: KeyOwner, stack: Stack): Promise<string> => {
  const key = await issue(owner, stack);
  await writeFile(keyFile(owner, stack), `${key}\n`, {mode: 0o600});
  return key;
};

/** The key of an owner before an API can say whether it accepts it: the one issued before, else a new one. */
export const firstKey = async (owner: KeyOwner, stack: Stack): Promise<string> => {
  const file = keyFile(owner, stack);
  return existsSync(file) ? (await readFile(file, 'utf8')).trim() : await newKey(owner, stack);
};

/** The key of an owner: the one issued before if the API accepts it, else a new one. */
export const savedKey = async (owner: KeyOwner, stack: Stack, address: string): Promise<string> => {
  const key = await firstKey(owner, stack);
  return isGoodKey(await statusOf(address, key)) ? key : await newKey(owner, stack);
};

/** A command that sends requests to a running API, and the options that choose it. */
export const apiCommand = (name: string, description: string, usualKey: string): Command =>
  new Command(`npm run ${name} --`)
    .description(description)
    .option('--url <url>', 'address of the API (default: that of the quickstart)')
    .option('--key <key>', `API key (default: ${usualKey} of the quickstart)`)
    .exitOverride();

/** The address of a running API and a key that it accepts: by default, the quickstart's and this owner's. */
export const runningApi = async (owner: KeyOwner, command: Command) => {
  const {url, key} = command.parse().opts<{url?: string; key?: string}>();
  const address = url ?? `http://127.0.0.1:${process.env['PORT'] || '8080'}`;
  if (key !== undefined) {
    if (isGoodKey(await statusOf(address, key))) return {address, key};
    throw new OperationalError(`The API on ${address} rejects this key.`);
  }
  await statusOf(address, '');
  const stack = await stackOf(developerStack(), () => {});
  return {address, key: await savedKey(owner, stack, address)};
};
