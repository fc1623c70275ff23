import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import type {Redis} from 'ioredis';
import {accounts} from '#core/access/accounts.ts';
import {newAccountId, newApiKey} from '#core/access/api-key.ts';
import {callers} from '#core/access/callers.ts';
import {issuedKeys} from '#core/access/issued-keys.ts';
import {KeysUnavailable} from '#core/domain/outages.ts';
import {startAccount} from '../../helpers/engines/account.ts';
import {anOperator, startRedis} from '../../helpers/engines/redis.ts';

/** Whose key it is. */
const owner = async (redis: Redis, key: string) => {
  const decision = await callers(redis, 'live').admit(key, 0);
  return 'caller' in decision ? decision.caller.keyId : decision.outcome;
};

test('an issued key is its account’s', async t => {
  const {redis, keyId, key} = await startAccount(t);
  t.is(await owner(redis, key), keyId);
});

test('a revoked key is nobody’s from then on', async t => {
  const {redis, keyId, key} = await startAccount(t);
  const keys = issuedKeys(redis, 'live');
  t.true(await keys.revoke(keyId));
  t.is(await owner(redis, key), 'unknown');
  t.false(await keys.revoke(keyId));
  const [listed] = await keys.list();
  t.is(listed?.keyId, keyId);
  t.true(Math.abs(Date.parse(listed?.revokedAt ?? '') - Date.now()) < 60_000);
});

test('a key that is revoked while its batch is read is not charged', async t => {
  const {redis, keyId, key, accountId} = await startAccount(t);
  const {admit, charge} = callers(redis, 'live');
  const decision = await admit(key, 0);
  if (decision.outcome !== 'admitted') return t.fail(decision.outcome);
  await issuedKeys(redis, 'live').revoke(keyId);
  t.deepEqual(await charge(decision.caller, 500), {outcome: 'unknown'});
  t.is(await redis.exists(`usage:{${accountId}}`), 0);
});

test('an expired key is nobody’s, though it is still listed', async t => {
  const {redis, key} = await startAccount(t, {}, {expiresAt: new Date(Date.now() + 20)});
  await wait(40);
  t.is(await owner(redis, key), 'unknown');
  t.is((await issuedKeys(redis, 'live').list()).length, 1);
});

test('a key that expires later is its account’s', async t => {
  const {redis, keyId, key} = await startAccount(t, {}, {expiresAt: new Date(Date.now() + 60_000)});
  t.is(await owner(redis, key), keyId);
});

test('no key is issued to an account that does not exist', async t => {
  const {redis} = await startRedis(t);
  t.is(await issuedKeys(redis, 'live').issue(newAccountId()), undefined);
});

test('a key is listed by what tells it from others, and is kept nowhere in clear', async t => {
  const {redis, server, keyPrefix, accountId, keyId, key} = await startAccount(t);
  const [listed] = await issuedKeys(redis, 'live').list();
  t.like(listed, {keyId, accountId, prefix: `vdl_live_${accountId}`, lastFour: key.slice(-4)});
  t.false('hash' in (listed ?? {}));

  const all = await anOperator(t, server);
  const names = await all.keys(`${keyPrefix}*`);
  const dumps = await Promise.all(names.map(name => all.dumpBuffer(name)));
  const stored = [...names, ...dumps.map(dump => dump?.toString('latin1'))].join('\n');
  t.true(stored.includes(keyId));
  t.false(stored.includes(key.slice(19, -4)), 'not even the secret alone');
});

test('accounts are listed in the order of their creation', async t => {
  const {redis} = await startRedis(t);
  const {accountId} = await accounts(redis).create({name: 'First'});
  await wait(2);
  await accounts(redis).create({name: 'Second'});
  const listed = await accounts(redis).list();
  t.deepEqual(
    listed.map(({name}) => name),
    ['First', 'Second'],
  );
  t.is(listed[0]?.accountId, accountId);
});

test('while Redis is empty a key cannot be checked, unless it is no key at all', async t => {
  const {redis} = await startRedis(t);
  await t.throwsAsync(owner(redis, newApiKey('live', newAccountId())), {
    instanceOf: KeysUnavailable,
    message: /empty/,
  });
  t.is(await owner(redis, 'vdl_live_mistyped'), 'unknown');
});
