import test, {type ExecutionContext} from 'ava';
import {newAccountId, newApiKey, parseApiKey} from '#core/access/api-key.ts';
import {callers} from '#core/access/callers.ts';
import {issuedKeys} from '#core/access/issued-keys.ts';
import {redisKeys} from '#core/access/redis.ts';
import {assertProblem} from '../helpers/api/assert-problem.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {servingRedis} from '../helpers/engines/redis.ts';
import {startRedisProxy} from '../helpers/engines/redis-proxy.ts';
import {fakeServices} from '../helpers/fakes/services.ts';

/** The names of the commands in these bytes: the first text of each array. */
const commandsIn = (bytes: string): readonly string[] =>
  [...bytes.matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)].map(([, name = '']) => name);

/** The live API, and what it asks Redis for each request. */
const startWatched = async (t: ExecutionContext) => {
  const {redis, way} = await startRedisProxy(t);
  const client = await servingRedis(t, way.url, {commandTimeout: 30_000});
  let asked = '';
  way.onAsked(bytes => {
    asked += bytes.toString('latin1');
  });
  const api = await startApi(t, fakeServices({callers: callers(client, 'live')}));
  return {
    redis,
    ask: async (key: string) => {
      asked = '';
      const answer = await api.get('/v1/vehicles/1', {headers: {'X-Api-Key': key}});
      return {answer, commands: commandsIn(asked), size: asked.length};
    },
  };
};

test('keys that are good no more or never were are told apart by nothing', async t => {
  const {redis, ask} = await startWatched(t);
  const keys = issuedKeys(redis, 'live');
  const {accountId, key} = await anAccount(redis);
  const revoked = await keys.issue(accountId);
  await keys.revoke(revoked?.keyId ?? '');
  const expired = await keys.issue(accountId);
  const {hash = ''} = parseApiKey(expired?.key ?? '') ?? {};
  await redis.pexpire(redisKeys.apiKey('live', accountId, hash), 0);
  const ofTest = await issuedKeys(redis, 'test').issue(accountId);
  const {answer: good} = await ask(key);
  t.is(good.status, 404, 'a key that is good is let in, and the script is known from then on');

  const presented = {
    'never issued': newApiKey('live', accountId),
    'of no account': newApiKey('live', newAccountId()),
    revoked: revoked?.key,
    expired: expired?.key,
  };
  const ofOther = {
    issued: ofTest?.key,
    'never issued': newApiKey('test', accountId),
    'of no account': newApiKey('test', newAccountId()),
  };
  const first = await ask(newApiKey('live', accountId));
  t.deepEqual(first.commands, ['evalsha', 'exists', 'sismember', 'exists']);
  const {detail} = assertProblem(t, first.answer, 'ApiKeyInvalid');
  t.is(detail, undefined);
  const told =
    'The key is for the test environment (vdl_test_…), but this is the live environment.';
  for (const [keys, detail] of [
    [presented, undefined],
    [ofOther, told],
  ] as const) {
    let before = detail === undefined ? first : undefined;
    for (const [what, key = ''] of Object.entries(keys)) {
      const one = await ask(key);
      const expected = before ?? one;
      before = expected;
      const {requestId: _, traceId: __, ...body} = expected.answer.body as Record<string, unknown>;
      t.like(assertProblem(t, one.answer, 'ApiKeyInvalid'), {...body, detail}, what);
      t.deepEqual(Object.keys(one.answer.headers), Object.keys(expected.answer.headers), what);
      t.is(one.answer.headers['content-length'], expected.answer.headers['content-length'], what);
      t.deepEqual(one.commands, first.commands, what);
      t.is(one.size, first.size, what);
    }
  }
});

test('a mistyped key of the other environment is told so, too', async t => {
  const {ask} = await startWatched(t);
  const {answer} = await ask('vdl_test_mistyped');
  t.regex(String(assertProblem(t, answer, 'ApiKeyInvalid').detail), /test environment/);
  for (const key of ['vdl_live_mistyped', 'vdl_tests_1', 'xvdl_test_1', 'a']) {
    t.is(assertProblem(t, (await ask(key)).answer, 'ApiKeyInvalid').detail, undefined, key);
  }
});

test('a mistyped key never gets to Redis', async t => {
  const {redis, ask} = await startWatched(t);
  const {key} = await anAccount(redis);
  const other = key.endsWith('0') ? '1' : '0';
  for (const mistyped of [
    `${key.slice(0, -1)}${other}`,
    key.slice(1),
    `${key}0`,
    key.toUpperCase(),
  ]) {
    const {answer, size} = await ask(mistyped);
    assertProblem(t, answer, 'ApiKeyInvalid');
    t.is(size, 0);
  }
});
