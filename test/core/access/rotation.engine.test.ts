import {once} from 'node:events';
import test from 'ava';
import type {Redis} from 'ioredis';
import {parseApiKey} from '#core/access/api-key.ts';
import {callers} from '#core/access/callers.ts';
import {issuedKeys} from '#core/access/issued-keys.ts';
import {redisKeys} from '#core/access/redis.ts';
import {anAccount, startAccount} from '../../helpers/engines/account.ts';
import {startRedis} from '../../helpers/engines/redis.ts';

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
