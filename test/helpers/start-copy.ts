import type {ExecutionContext} from 'ava';
import type {Redis} from 'ioredis';
import {accounts} from '#src/access/accounts.ts';
import {issuedKeys} from '#src/access/issued-keys.ts';
import {type Engines, servicesOn} from '#src/wiring.ts';
import {startApi} from './start-api.ts';

/** Starts one copy of the API as the process has it: every service on the real engines. */
export const startCopy = (t: ExecutionContext, engines: Engines, indexPrefix: string) =>
  startApi(t, servicesOn(engines, {indexPrefix, environment: 'live'}));

export type Copy = Awaited<ReturnType<typeof startCopy>>;

/** A key that every copy on this Redis accepts. */
export const issueKey = async (redis: Redis): Promise<string> => {
  const {accountId} = await accounts(redis).create('Somebody');
  const issued = await issuedKeys(redis, 'live').issue(accountId);
  if (issued === undefined) throw new Error('The account is missing.');
  return issued.key;
};
