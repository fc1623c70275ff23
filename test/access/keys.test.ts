import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {Redis} from 'ioredis';
import {accounts} from '#src/access/accounts.ts';
import {newAccountId, newApiKey} from '#src/access/api-key.ts';
import {issuedKeys} from '#src/access/issued-keys.ts';
import {keyCheck} from '#src/access/key-check.ts';
import {KeysUnavailable} from '#src/domain/outages.ts';
import {startRedis} from '../helpers/redis.ts';

/** An account with a live key. */
const withKey = async (redis: Redis, expiresAt?: Date) => {
  const {accountId} = await accounts(redis).create('Somebody');
  const issued = await issuedKeys(redis, 'live').issue(accountId, {expiresAt});
  if (issued === undefined) throw new Error('The account is missing.');
  return {accountId, ...issued};
};

test('an issued key is its account’s', async t => {
  const {redis} = await startRedis(t);
  const {accountId, keyId, key} = await withKey(redis);
  t.deepEqual(await keyCheck(redis, 'live').check(key), {keyId, accountId});
});

test('a key of the other environment is nobody’s', async t => {
  const {redis} = await startRedis(t);
  const {key} = await withKey(redis);
  t.is(await keyCheck(redis, 'test').check(key), undefined);
});

test('a well-formed key that was never issued is nobody’s', async t => {
  const {redis} = await startRedis(t);
  const {accountId} = await withKey(redis);
  const check = keyCheck(redis, 'live');
  t.is(await check.check(newApiKey('live', accountId)), undefined);
  t.is(await check.check(newApiKey('live', newAccountId())), undefined);
});

test('a revoked key is nobody’s from then on', async t => {
  const {redis} = await startRedis(t);
  const {keyId, key} = await withKey(redis);
  const keys = issuedKeys(redis, 'live');
  t.true(await keys.revoke(keyId));
  t.is(await keyCheck(redis, 'live').check(key), undefined);
  t.false(await keys.revoke(keyId));
  t.deepEqual(await keys.list(), []);
});

test('an expired key is nobody’s, though it is still listed', async t => {
  const {redis} = await startRedis(t);
  const {key} = await withKey(redis, new Date(Date.now() + 20));
  await wait(40);
  t.is(await keyCheck(redis, 'live').check(key), undefined);
  t.is((await issuedKeys(redis, 'live').list()).length, 1);
});

test('a key that expires later is its account’s', async t => {
  const {redis} = await startRedis(t);
  const {keyId, key} = await withKey(redis, new Date(Date.now() + 60_000));
  t.like(await keyCheck(redis, 'live').check(key), {keyId});
});

test('no key is issued to an account that does not exist', async t => {
  const {redis} = await startRedis(t);
  t.is(await issuedKeys(redis, 'live').issue(newAccountId()), undefined);
});

test('a key is listed by what tells it from others, and is kept nowhere in clear', async t => {
  const {redis, server, keyPrefix} = await startRedis(t);
  const {accountId, keyId, key} = await withKey(redis);
  const [listed] = await issuedKeys(redis, 'live').list();
  t.like(listed, {keyId, accountId, prefix: `vdl_live_${accountId}`, lastFour: key.slice(-4)});
  t.false('hash' in (listed ?? {}));

  const all = new Redis(server);
  t.teardown(() => all.quit());
  const names = await all.keys(`${keyPrefix}*`);
  const dumps = await Promise.all(names.map(name => all.dumpBuffer(name)));
  const stored = [...names, ...dumps.map(dump => dump?.toString('latin1'))].join('\n');
  t.true(stored.includes(keyId));
  t.false(stored.includes(key.slice(19, -4)), 'not even the secret alone');
});

test('accounts are listed in the order of their creation', async t => {
  const {redis} = await startRedis(t);
  const {accountId} = await accounts(redis).create('First');
  await wait(2);
  await accounts(redis).create('Second');
  const listed = await accounts(redis).list();
  t.deepEqual(
    listed.map(({name}) => name),
    ['First', 'Second'],
  );
  t.is(listed[0]?.accountId, accountId);
});

test('while Redis is empty a key cannot be checked, unless it is no key at all', async t => {
  const {redis} = await startRedis(t);
  const {check} = keyCheck(redis, 'live');
  await t.throwsAsync(check(newApiKey('live', newAccountId())), {
    instanceOf: KeysUnavailable,
    message: /empty/,
  });
  t.is(await check('vdl_live_mistyped'), undefined);
});

test('a Redis that does not answer leaves a key unchecked, with the reason kept', async t => {
  const {redis} = await startRedis(t);
  const {key} = await withKey(redis);
  const lost = redis.duplicate({enableOfflineQueue: false, lazyConnect: true});
  t.teardown(() => lost.disconnect());
  const error = await t.throwsAsync(keyCheck(lost, 'live').check(key), {
    instanceOf: KeysUnavailable,
  });
  t.true(error?.cause instanceof Error);
});
