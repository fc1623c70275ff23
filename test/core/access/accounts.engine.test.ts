import {once} from 'node:events';
import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import type {Redis} from 'ioredis';
import {accounts} from '#core/access/accounts.ts';
import {newAccountId, newApiKey, parseApiKey} from '#core/access/api-key.ts';
import {callers} from '#core/access/callers.ts';
import {issuedKeys} from '#core/access/issued-keys.ts';
import {plans} from '#core/access/plans.ts';
import {redisKeys} from '#core/access/redis.ts';
import {KeysUnavailable} from '#core/domain/outages.ts';
import {anAccount, startAccount} from '../../helpers/engines/account.ts';
import {startRedis} from '../../helpers/engines/redis.ts';

const perMinute = {requestsPerMinute: 60};

test('a plan that several people change at once is the same for all its accounts', async t => {
  const {redis} = await startRedis(t);
  const {set, find} = plans(redis);
  await set({name: 'basic', monthlyRequests: 1, ...perMinute});
  const {create, list} = accounts(redis);
  await Promise.all(Array.from({length: 20}, () => create({name: 'A', plan: 'basic'})));

  const others = [redis.duplicate(), redis.duplicate(), redis.duplicate()];
  t.teardown(() => others.map(other => other.disconnect()));
  for (let round = 1; round <= 20; round += 1) {
    await Promise.all(
      others.map((other, index) =>
        plans(other).set({name: 'basic', monthlyRequests: round * 10 + index, ...perMinute}),
      ),
    );
    const granted = new Set((await list()).map(({monthlyRequests}) => monthlyRequests));
    t.deepEqual([...granted], [(await find('basic'))?.monthlyRequests]);
  }
});

test('an account that gets its plan while that is changed has what the plan grants then', async t => {
  const {redis} = await startRedis(t);
  const {set, find} = plans(redis);
  await set({name: 'basic', monthlyRequests: 1, ...perMinute});
  const {create} = accounts(redis);
  for (let round = 2; round <= 20; round += 1) {
    const [{accountId}] = await Promise.all([
      create({name: 'A', plan: 'basic'}),
      set({name: 'basic', monthlyRequests: round, ...perMinute}),
    ]);
    const account = await accounts(redis).find(accountId);
    t.is(account?.monthlyRequests, (await find('basic'))?.monthlyRequests ?? 0);
  }
});

/** Whose key it is. */
const owner = async (redis: Redis, key: string) => {
  const decision = await callers(redis, 'live').admit(key, 0);
  return 'caller' in decision ? decision.caller.keyId : decision.outcome;
};

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

test('a key is listed by what tells it from others', async t => {
  const {redis, accountId, keyId, key} = await startAccount(t);
  const [listed] = await issuedKeys(redis, 'live').list();
  t.like(listed, {keyId, accountId, prefix: `vdl_live_${accountId}`, lastFour: key.slice(-4)});
  t.false('hash' in (listed ?? {}));
});

test('while Redis is empty a key cannot be checked, unless it is no key at all', async t => {
  const {redis} = await startRedis(t);
  await t.throwsAsync(owner(redis, newApiKey('live', newAccountId())), {
    instanceOf: KeysUnavailable,
    message: /empty/,
  });
  t.is(await owner(redis, 'vdl_live_mistyped'), 'unknown');
});

const hour = 3_600_000;

const outcomeOf = async (redis: Redis, key = '') =>
  (await callers(redis, 'live').admit(key, 1)).outcome;

const nameOf = (key: string): string => {
  const {environment = 'live', accountId = '', hash = ''} = parseApiKey(key) ?? {};
  return redisKeys.apiKey(environment, accountId, hash);
};

test('after a rotation both keys let in, and the old one until the overlap is over', async t => {
  const {redis} = await startRedis(t);
  const old = await anAccount(redis);
  const issued = await issuedKeys(redis, 'live').rotate(old.keyId, {overlapMs: hour});
  t.is(await outcomeOf(redis, old.key), 'admitted');
  t.is(await outcomeOf(redis, issued?.key), 'admitted');

  const left = await redis.pttl(nameOf(old.key));
  t.true(left > 0 && left <= hour);
  t.is(await redis.pttl(nameOf(issued?.key ?? '')), -1, 'the new one does not end');
  await redis.pexpire(nameOf(old.key), 0);
  t.is(await outcomeOf(redis, old.key), 'unknown');
  t.is(await outcomeOf(redis, issued?.key), 'admitted');
});

test('a key that takes the place of another has its name, its account and its environment', async t => {
  const {redis, accountId} = await startAccount(t);
  const old = await issuedKeys(redis, 'test').issue(accountId, {name: 'till 4'});
  const keys = issuedKeys(redis, 'live');
  const issued = await keys.rotate(old?.keyId ?? '', {overlapMs: hour});
  const listed = (await keys.list()).find(({keyId}) => keyId === issued?.keyId);
  t.like(listed, {accountId, environment: 'test', name: 'till 4', expiresAt: null});
  t.is(parseApiKey(issued?.key ?? '')?.environment, 'test');
});

test('an overlap never prolongs a key that was to end before', async t => {
  const {redis} = await startRedis(t);
  const expiresAt = new Date(Date.now() + hour);
  const {keyId} = await anAccount(redis, {}, {expiresAt});
  const {rotate} = issuedKeys(redis, 'live');
  const issued = await rotate(keyId, {overlapMs: 24 * hour});
  t.is(issued?.oldKeyEndsAt, expiresAt.toISOString());
  const again = await rotate(keyId, {overlapMs: 48 * hour});
  t.is(again?.oldKeyEndsAt, expiresAt.toISOString());
});

test('a key that has ended is not replaced', async t => {
  const {redis, keyId, key} = await startAccount(t);
  const keys = issuedKeys(redis, 'live');
  await redis.pexpire(nameOf(key), 0);
  t.is(await keys.rotate(keyId, {overlapMs: hour}), undefined);
  t.is(await keys.rotate('nobody-00000000', {overlapMs: hour}), undefined);
  t.is((await keys.list()).length, 1);
});

/** A connection on which this happens just before a rotation writes. */
const interrupted = (redis: Redis, first: () => Promise<unknown>): Redis =>
  Object.create(redis, {
    exists: {
      value: async (key: string) => {
        const found = await redis.exists(key);
        await first();
        return found;
      },
    },
  });

test('a key that is revoked while it is being rotated is not replaced', async t => {
  const {redis, keyId, key, accountId} = await startAccount(t);
  const other = redis.duplicate();
  t.teardown(() => other.disconnect());
  const racing = interrupted(redis, () => issuedKeys(other, 'live').revoke(keyId));
  t.is(await issuedKeys(racing, 'live').rotate(keyId, {overlapMs: hour}), undefined);
  t.deepEqual(await redis.hkeys(redisKeys.issuedKeys(accountId)), [keyId]);
  t.is(await outcomeOf(redis, key), 'unknown');
});

test('a rotation that another one overtakes does not prolong the key', async t => {
  const {redis, keyId, key} = await startAccount(t);
  const other = redis.duplicate();
  t.teardown(() => other.disconnect());
  let isFirst = true;
  const racing = interrupted(redis, async () => {
    if (isFirst) await issuedKeys(other, 'live').rotate(keyId, {overlapMs: hour});
    isFirst = false;
  });
  const issued = await issuedKeys(racing, 'live').rotate(keyId, {overlapMs: 2 * hour});
  t.is(await outcomeOf(redis, issued?.key), 'admitted');
  t.true((await redis.pttl(nameOf(key))) <= hour);
});

test('a rotation that Redis refuses leaves the old key as it was', async t => {
  const {redis, keyPrefix, keyId, key, accountId} = await startAccount(t);
  const restricted = `rotating-${keyPrefix.slice(5, 13)}`;
  await redis.acl('SETUSER', restricted, 'on', 'nopass', '~*', '+@all', '-set');
  t.teardown(() => redis.acl('DELUSER', restricted));
  const limited = redis.duplicate({username: restricted, password: 'any'});
  t.teardown(() => limited.disconnect());
  await once(limited, 'ready');

  await t.throwsAsync(issuedKeys(limited, 'live').rotate(keyId, {overlapMs: hour}));
  t.is(await redis.pttl(nameOf(key)), -1);
  t.is((await redis.hlen(`issued-keys:{${accountId}}`)) ?? 0, 1);
});
