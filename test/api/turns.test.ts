import {once} from 'node:events';
import {request} from 'node:http';
import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {type Call, startApi} from '../helpers/api/start-api.ts';
import {fakeServices} from '../helpers/fakes/services.ts';

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

test('searches, lists and batches take turns, lookups and statistics do not', async t => {
  const {turnsOf} = await startTurns(t);
  const batch = {method: 'POST', body: '{"plates":["AB12345"]}'};
  t.deepEqual(await turnsOf('/v1/vehicles?makeId=1'), ['account']);
  t.deepEqual(await turnsOf('/v1/makes'), ['account']);
  t.deepEqual(await turnsOf('/v1/vehicles/plates', batch), ['account']);
  for (const path of ['/v1/vehicles/1', '/v1/makes/1', '/v1/dataset', '/v1/statistics']) {
    t.deepEqual(await turnsOf(path), []);
  }
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
