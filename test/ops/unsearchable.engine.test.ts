import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {startAccount} from '../helpers/engines/account.ts';
import {createTestGeneration} from '../helpers/engines/test-index.ts';
import {startServing} from '../helpers/processes/start-main.ts';
import {faultyEngine} from '../search/stand-in-engine.ts';

const startOn = async (t: ExecutionContext, environment: Record<string, string>) => {
  const {url, key} = await startAccount(t);
  const headers = {'X-Api-Key': key};
  const api = await startServing(t, {REDIS_URL: url, ...environment});
  return {
    lookUp: async () => {
      const answer = await fetch(`http://127.0.0.1:${api.port}/v1/vehicles/1`, {headers});
      const {code = 'none'} = (await answer.json()) as {readonly code?: string};
      return code;
    },
    /** Of a check, the cause of a failure is logged, and that it passes again. */
    isLogged: async (line: RegExp) => {
      while (!line.test(api.said())) await wait(20);
    },
    /** Asks until readiness says so, for what it finds is shared for a second. */
    isFound: async (found: string | RegExp) => {
      for (;;) {
        const answer = await fetch(`http://127.0.0.1:${api.opsPort}/health/ready`);
        const {checks} = (await answer.json()) as {checks: {elasticsearch: {found: string}}};
        if (checks.elasticsearch.found.match(found)) return answer.status;
        await wait(50);
      }
    },
  };
};

test('while an index of the live generation is closed the process is not ready, and says so', async t => {
  const {client, prefix, ...indices} = await createTestGeneration(t, []);
  const {lookUp, isFound, isLogged} = await startOn(t, {INDEX_PREFIX: prefix});
  t.is(await isFound(/^generation /), 200);
  for (const index of [indices.vehiclesIndex, indices.referencesIndex]) {
    await client.indices.close({index});
    t.is(await isFound('The live index is closed.'), 503);
    if (index === indices.vehiclesIndex) t.is(await lookUp(), 'SearchUnavailable');
    await client.indices.open({index});
    t.is(await isFound(/^generation /), 200);
  }
  await isLogged(/"check":"elasticsearch","err":\{.+closed.+"A readiness check fails\."/);
  await isLogged(/"check":"elasticsearch","msg":"A readiness check passes again\."/);
  t.is(await lookUp(), 'VehicleNotFound');
});

test('while an index of the live generation is blocked the process is not ready, and says so', async t => {
  const {client, prefix, vehiclesIndex: index} = await createTestGeneration(t, []);
  const {lookUp, isFound} = await startOn(t, {INDEX_PREFIX: prefix});
  await client.indices.addBlock({index, block: 'read'});
  t.is(await isFound('The search engine blocks the live index.'), 503);
  t.is(await lookUp(), 'SearchUnavailable');
});

test('while Elasticsearch rejects the credentials the process is not ready, and says so', async t => {
  const error = {type: 'security_exception', reason: 'unable to authenticate user [api]'};
  const node = await faultyEngine(t, 401, {error, status: 401});
  const {lookUp, isFound} = await startOn(t, {ELASTICSEARCH_NODES: node});
  t.is(await isFound(/rejects the credentials/), 503);
  t.is(await lookUp(), 'SearchUnavailable');
});
