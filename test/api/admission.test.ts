import {once} from 'node:events';
import {request} from 'node:http';
import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import type {Decision} from '#core/domain/caller.ts';
import {KeysUnavailable} from '#core/domain/outages.ts';
import {metrics} from '#core/metrics.ts';
import {assertProblem} from '../helpers/api/assert-problem.ts';
import {type Call, startApi} from '../helpers/api/start-api.ts';
import {admitted, fakeServices, unknown} from '../helpers/fakes/services.ts';
import {counted} from '../helpers/prometheus/counted.ts';

const noKeys = {callers: {admit: async () => unknown}};
const keysAway = {
  callers: {
    admit: async () => {
      throw new KeysUnavailable();
    },
  },
};
const withoutKey = {headers: {'X-Api-Key': undefined}};

const isMissing = test.macro({
  title: (_, what: string) => `a key that is ${what} is missing`,
  async exec(t, _: string, key: string | undefined) {
    const api = await startApi(t, fakeServices());
    const refused = await api.get('/v1/vehicles/1', {headers: {'X-Api-Key': key}});
    assertProblem(t, refused, 'ApiKeyMissing');
  },
});

test(isMissing, 'not sent', undefined);
test(isMissing, 'empty', '');
test(isMissing, 'blank', '  \t ');

test('a key that is sent twice is checked as one text', async t => {
  const checked: string[] = [];
  const admit = async (key: string) => {
    checked.push(key);
    return unknown;
  };
  const api = await startApi(t, fakeServices({callers: {admit}}));
  const refused = await api.get('/v1/vehicles/1', {headers: {'X-Api-Key': ['one', 'two']}});
  assertProblem(t, refused, 'ApiKeyInvalid');
  t.deepEqual(checked, ['one, two']);
});

test('the path and the method are judged before the key', async t => {
  const api = await startApi(t, fakeServices());
  assertProblem(t, await api.get('/v1/nothing', withoutKey), 'RouteNotFound');
  const deleted = await api.get('/v1/dataset', {...withoutKey, method: 'DELETE'});
  assertProblem(t, deleted, 'MethodNotAllowed');
});

test('the key is judged before the parameters', async t => {
  const api = await startApi(t, fakeServices(noKeys));
  assertProblem(t, await api.get('/v1/vehicles/abc', withoutKey), 'ApiKeyMissing');
  assertProblem(t, await api.get('/v1/vehicles/abc'), 'ApiKeyInvalid');
  assertProblem(t, await api.get('/v1/vehicles/%E0%A4%A'), 'ApiKeyInvalid');
});

test.serial(
  'every decision is counted by its code, and so is a batch that it cannot pay',
  async t => {
    const {caller, limits} = admitted as Extract<Decision, {outcome: 'admitted'}>;
    const exceeded = async (): Promise<Decision> => ({outcome: 'quotaExceeded', caller, limits});
    const batch = JSON.stringify({plates: ['AB12345']});
    await (await startApi(t, fakeServices())).get('/v1/vehicles/1', withoutKey);
    await (await startApi(t, fakeServices(noKeys))).get('/v1/vehicles/1');
    await (await startApi(t, fakeServices(keysAway))).get('/v1/makes');
    const poor = await startApi(t, fakeServices({callers: {charge: exceeded}}));
    await poor.get('/v1/nothing');
    await poor.post('/v1/vehicles/plates', batch);
    t.deepEqual(await counted(metrics.admissions), [
      'ApiKeyMissing 1',
      'ApiKeyInvalid 1',
      'ServiceUnavailable 1',
      'admitted 1',
      'QuotaExceeded 1',
    ]);
  },
);

/** An API that tells for which account a call took a turn. */
const startTurns = async (t: ExecutionContext) => {
  const turns: string[] = [];
  const api = await startApi(
    t,
    fakeServices({
      inTurn: (accountId, _left, work) => {
        turns.push(accountId);
        return work();
      },
      inOneDeadline: (left, work, accountId) => {
        turns.push(`records of ${accountId}`);
        return work(left);
      },
    }),
  );
  return {
    port: api.port,
    turns,
    turnsOf: async (path: string, call: Call = {}) => {
      turns.length = 0;
      await api.get(path, call);
      return turns;
    },
  };
};

test('searches, lists, changes and batches take turns, lookups and statistics do not', async t => {
  const {turnsOf} = await startTurns(t);
  const batch = {method: 'POST', body: '{"plates":["AB12345"]}'};
  t.deepEqual(await turnsOf('/v1/vehicles?makeId=1'), ['account']);
  t.deepEqual(await turnsOf('/v1/makes'), ['account']);
  t.deepEqual(await turnsOf('/v1/vehicles/1/changes'), ['account']);
  t.deepEqual(await turnsOf('/v1/releases'), ['account']);
  t.deepEqual(await turnsOf('/v1/vehicles/plates', batch), ['account']);
  for (const path of ['/v1/vehicles/1', '/v1/makes/1', '/v1/dataset', '/v1/statistics']) {
    t.deepEqual(await turnsOf(path), []);
  }
});

test('records of many vehicles take a turn of their own, those of one do not', async t => {
  const {turnsOf} = await startTurns(t);
  const batch = {method: 'POST', body: '{"plates":["AB12345"]}'};
  const both = ['account', 'records of account'];
  t.deepEqual(await turnsOf('/v1/vehicles?expand=engine'), both);
  t.deepEqual(await turnsOf('/v1/vehicles/plates?expand=engine', batch), both);
  t.deepEqual(await turnsOf('/v1/vehicles/1?expand=engine'), ['records of undefined']);
});

test('what takes long to parse takes turns, whatever it asks for', async t => {
  const {turnsOf} = await startTurns(t);
  const long = 'a'.repeat(1_000);
  t.deepEqual(await turnsOf(`/v1/dataset?${long}`), ['account']);
  for (const name of ['Prefer', 'If-None-Match']) {
    t.deepEqual(await turnsOf('/v1/dataset', {headers: {[name]: long}}), ['account']);
  }
});

test('a body that takes its time to arrive takes no turn meanwhile', async t => {
  const {port, turns} = await startTurns(t);
  const headers = {'X-Api-Key': 'a key'};
  const sent = request({port, path: '/v1/vehicles/plates', method: 'POST', headers, agent: false});
  sent.write('{"plates":');
  await wait(50);
  t.deepEqual(turns, []);
  sent.end('["AB12345"]}');
  const [answer] = await once(sent, 'response');
  answer.resume();
  t.deepEqual(turns, ['account']);
});
