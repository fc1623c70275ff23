import test from 'ava';
import {callers} from '#core/access/callers.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {anOperator} from '../helpers/engines/redis.ts';
import {startRedisProxy} from '../helpers/engines/redis-proxy.ts';
import {startRedisServer} from '../helpers/engines/redis-server.ts';
import {runAdmin, startAdmin, startAdminProcess} from '../helpers/processes/run-admin.ts';

test('a key issued by the admin tool lets its account in until it is revoked', async t => {
  const {redis, json, admin} = await startAdmin(t);
  const {accountId} = await json('accounts', 'create', '--name', 'Demo');
  const issue = ['keys', 'issue', accountId, '--name', 'laptop', '--expires-in', '30d'];
  const {keyId, key} = await json(...issue);
  const outcome = async () => (await callers(redis, 'live').admit(key, 0)).outcome;
  t.is(await outcome(), 'unpaid');

  const refused = await admin('keys', 'revoke', keyId);
  t.like(refused, {code: 2, stderr: 'Not a terminal; pass --yes.\n'});
  t.is(await outcome(), 'unpaid');

  t.deepEqual(await json('keys', 'revoke', keyId, '--yes'), {keyId});
  t.is(await outcome(), 'unknown');
});

test('lists are tables for people and arrays for scripts', async t => {
  const {json, admin} = await startAdmin(t);
  const {accountId} = await json('accounts', 'create', '--name', 'Demo');
  const {keyId, key} = await json('keys', 'issue', accountId);
  t.like(await json('accounts', 'list'), [{accountId, name: 'Demo'}]);
  t.like(await json('keys', 'list'), [{keyId, accountId, name: null, expiresAt: null}]);

  const {stdout} = await admin('keys', 'list');
  t.regex(stdout, /^KEY ID +ACCOUNT ID +NAME +KEY +CREATED +EXPIRES\n/);
  t.true(stdout.includes(`vdl_live_${accountId}…${key.slice(-4)}`));
  t.false(stdout.includes(key));
});

test('the keys of one account can be listed, with the revoked ones and their dates', async t => {
  const {json, admin} = await startAdmin(t);
  const {accountId} = await json('accounts', 'create', '--name', 'Demo');
  const {accountId: other} = await json('accounts', 'create', '--name', 'Other');
  const {keyId} = await json('keys', 'issue', accountId, '--name', 'laptop');
  await json('keys', 'issue', other);
  await json('keys', 'revoke', ` ${keyId}\n`, '--yes');

  const keys = await json('keys', 'list', accountId);
  t.like(keys, [{keyId, accountId, name: 'laptop', expiresAt: null}]);
  t.is(keys.length, 1);
  t.true(Math.abs(Date.parse(keys[0].revokedAt) - Date.now()) < 60_000);
  t.like(await json('keys', 'list', other), [{accountId: other, revokedAt: null}]);
  t.is((await json('keys', 'list')).length, 2);
  t.regex(
    (await admin('keys', 'list', accountId)).stdout,
    / +revoked \d{4}-\d\d-\d\d \d\d:\d\d UTC\n$/,
  );

  t.like(await admin('keys', 'revoke', keyId, '--yes'), {
    code: 2,
    stderr: `There is no valid key ${keyId}. "keys list" lists all keys.\n`,
  });
});

const isWrongUsage = test.macro({
  title: (_, ...args: string[]) => `"admin ${args.join(' ')}" is wrong usage`,
  async exec(t, ...args: string[]) {
    const {code, stderr} = await runAdmin({REDIS_URL: 'redis://127.0.0.1:1'}, ...args);
    t.is(code, 2);
    t.regex(stderr, /^(error: .+|Usage: )/);
  },
});

test(isWrongUsage);
test(isWrongUsage, 'frobnicate');
test(isWrongUsage, 'accounts', 'create');
test(isWrongUsage, 'accounts', 'create', '--name', ' ');
test(isWrongUsage, 'accounts', 'create', '--name', 'a\nb');
test(isWrongUsage, 'accounts', 'create', '--name', 'a\u{202E}b');
test(isWrongUsage, 'keys', 'issue', 'a', '--name', 'a\u{2066}b');
test(isWrongUsage, 'plans', 'set', 'a\u{200F}b', '--monthly-requests', '1');
test(isWrongUsage, 'plans', 'set', 'Basic', '--monthly-requests', '1');
test(isWrongUsage, 'plans', 'set', 'none', '--monthly-requests', '1');
test(isWrongUsage, 'plans', 'set', 'basic');
for (const number of ['-1', '1.5', '1e3', '1000000000001', '', 'many']) {
  test(isWrongUsage, 'plans', 'set', 'basic', '--monthly-requests', number);
}
const setRate = 'plans set a --monthly-requests 1 --requests-per-minute'.split(' ');
for (const number of ['0', '1000001']) test(isWrongUsage, ...setRate, number);
test(isWrongUsage, 'accounts', 'create', '--name', 'A', '--trial-days', '0');
test(isWrongUsage, 'accounts', 'create', '--name', 'A', '--trial-days', '3651');
test(isWrongUsage, 'accounts', 'set-plan', 'a');
test(isWrongUsage, 'usage');
test(isWrongUsage, 'keys', 'rotate', 'a', '--overlap', '0h');
test(isWrongUsage, 'keys', 'rotate', 'a', '--overlap', '101000d');
test(isWrongUsage, 'keys', 'issue');
test(isWrongUsage, 'keys', 'issue', 'a', '--name', '');
test(isWrongUsage, 'keys', 'issue', 'a', '--expires-in', 'tomorrow');

test('a Redis that cannot be reached is one sentence', async t => {
  const {code, stderr} = await runAdmin({REDIS_URL: 'redis://127.0.0.1:1'}, 'accounts', 'list');
  t.is(code, 75);
  t.is(
    stderr,
    'Redis cannot be reached (connect ECONNREFUSED 127.0.0.1:1). Check that it is running and that REDIS_URL is correct, with rediss:// only if Redis uses TLS.\n',
  );
});

test('what Redis rejects is one sentence', async t => {
  const {redis, admin} = await startAdmin(t);
  await redis.set('accounts', 'not a set');
  const {code, stderr} = await admin('accounts', 'list');
  t.is(code, 1);
  t.regex(stderr, /^Redis rejected the command: WRONGTYPE .+\n$/);
});

test('of a transaction that Redis rejects, it is told why', async t => {
  const {url} = await startRedisServer(t);
  const redis = await anOperator(t, url);
  const {accountId} = await anAccount(redis);
  await redis.config('SET', 'maxmemory', '1');
  const {code, stderr} = await runAdmin({REDIS_URL: url}, 'keys', 'issue', accountId);
  t.is(code, 1);
  t.regex(stderr, /^Redis rejected the command: OOM .+\n$/);
});

test('a Redis that is lost during a command is one sentence', async t => {
  const {way} = await startRedisProxy(t);
  way.onAsked(bytes => bytes.includes('smembers') && way.cut());
  const {code, stderr} = await runAdmin({REDIS_URL: way.url}, 'accounts', 'list');
  t.is(code, 75);
  t.regex(stderr, /^Redis did not answer \(.+\)\. .+\n$/);
});

test('a Redis that stands still in a script is one sentence', async t => {
  const {redis, way} = await startRedisProxy(t);
  await anAccount(redis, {}, {plan: 'small'});
  way.onAsked(bytes => bytes.includes('eval') && way.swallow());
  const set = ['plans', 'set', 'small', '--monthly-requests', '1'];
  const {code, stderr} = await runAdmin({REDIS_URL: way.url}, ...set);
  t.is(code, 75);
  t.regex(stderr, /^Redis did not answer \(Command timed out\)\. .+\n$/);
});

test('a wrong configuration is wrong usage', async t => {
  const env = {REDIS_URL: 'http://user:hunter2@redis'};
  const {code, stderr} = await runAdmin(env, 'accounts', 'list');
  t.is(code, 2);
  t.regex(stderr, /REDIS_URL must be/);
  t.notRegex(stderr, /hunter2/);
});

test('the process ends with the exit code of its command', async t => {
  const {url} = await startAdmin(t);
  const nowhere = await startAdminProcess({REDIS_URL: 'redis://127.0.0.1:1'}, 'accounts', 'list');
  t.is(nowhere.code, 75);

  const asked = await startAdminProcess({REDIS_URL: url}, 'keys', 'revoke', 'id');
  const stderr = 'There is no valid key id. "keys list" lists all keys.\n';
  t.deepEqual(asked, {code: 2, stdout: '', stderr});
  const listed = await startAdminProcess({REDIS_URL: url}, 'accounts', 'list', '--json');
  t.deepEqual(listed, {code: 0, stdout: '[]\n', stderr: ''});
});
