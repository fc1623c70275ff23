import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {anAccount} from '../helpers/engines/account.ts';
import {startRedis} from '../helpers/engines/redis.ts';
import {
  createTestGeneration,
  flipTo,
  testClient,
  testPrefix,
} from '../helpers/engines/test-index.ts';
import {startServing} from '../helpers/processes/start-main.ts';

const version = (build: number) => `20261117-120000-000${build}`;

test('while no generation can be served the process is not ready, and its log says why', async t => {
  const [client, prefix] = [testClient(t), testPrefix()];
  const {redis, url} = await startRedis(t);
  const headers = {'X-Api-Key': (await anAccount(redis)).key};
  const api = await startServing(t, {REDIS_URL: url, INDEX_PREFIX: prefix});
  t.is(api.status, 503);

  const isReady = async () => {
    const {status} = await fetch(`http://127.0.0.1:${api.opsPort}/health/ready`);
    return status === 200;
  };
  /** Asks until this is the answer: what was read of the aliases is reused for a second. */
  const answers = async (expected: string) => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${api.port}/v1/dataset`, {headers});
      const {code = 'none'} = (await answer.json()) as {readonly code?: string};
      if (code === expected) return;
      await wait(50);
    }
  };
  const isUnusable = async (code: string, cause: RegExp) => {
    await answers(code);
    while (await isReady()) await wait(50);
    while (!cause.test(api.said())) await wait(50);
  };
  const alias = `${prefix}vehicles`;
  const generation = (build: number, meta = {}) =>
    createTestGeneration(t, [], {client, prefix, version: version(build), meta, live: false});

  await answers('DatasetNotLoaded');
  t.false(await isReady());

  await client.indices.create({index: alias});
  await isUnusable('SearchUnavailable', /must be an alias, but it is an index/);
  await client.indices.delete({index: alias});

  const [older, newer] = [await generation(1), await generation(2)];
  await flipTo(older);
  await client.indices.putAlias({index: newer.vehiclesIndex, name: alias});
  await isUnusable('SearchUnavailable', /must name one index, but it names/);

  await flipTo(await generation(3, {mappingVersion: 999}));
  await isUnusable('SearchUnavailable', /has mapping version 999, but this API reads version/);

  await flipTo(newer);
  await answers('none');
  while (!(await isReady())) await wait(50);
  t.pass();
});
