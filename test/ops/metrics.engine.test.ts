import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {anAccount} from '../helpers/engines/account.ts';
import {engineProxy} from '../helpers/engines/elasticsearch-proxy.ts';
import {startRedis} from '../helpers/engines/redis.ts';
import {startRedisProxy} from '../helpers/engines/redis-proxy.ts';
import {createTestGeneration} from '../helpers/engines/test-index.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';
import {startServing} from '../helpers/processes/start-main.ts';

test('what its engines fail at is counted in the metrics of the process', async t => {
  const {redis, server, keyPrefix} = await startRedis(t);
  const {key} = await anAccount(redis);
  const way = await startRedisProxy(t, server);
  const damaged = {...aVehicleDocument({id: '1'}), vehicleBytes: 1};
  const {prefix} = await createTestGeneration(t, [damaged]);
  let isHanging = false;
  const node = await engineProxy(t, ({path}) =>
    isHanging && path.includes('/_search') ? 'hang' : 'pass',
  );
  const {port, opsPort, said} = await startServing(t, {
    REDIS_URL: `${way.url}?keyPrefix=${keyPrefix}`,
    ELASTICSEARCH_NODES: node,
    INDEX_PREFIX: prefix,
  });
  const ask = async (path: string, body?: string) => {
    const url = `http://127.0.0.1:${port}/v1/vehicles/${path}`;
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await fetch(url, {headers: {'X-Api-Key': key}, method, body: body ?? null});
    await answer.arrayBuffer();
    return answer.status;
  };
  /** Until the metrics have this line. */
  const shows = async (line: string) => {
    const metrics = `http://127.0.0.1:${opsPort}/metrics`;
    while (!(await (await fetch(metrics)).text()).split('\n').includes(line)) await wait(20);
  };

  // Before there are lookups, to which batches would give way.
  isHanging = true;
  const batch = JSON.stringify({plates: ['AB12345']});
  const batches = Array.from({length: 3}, () => ask('plates', batch));
  await shows('search_questions_waiting{kind="batches"} 1');
  t.deepEqual(await Promise.all(batches), [503, 503, 503]);
  await shows('search_questions_waiting{kind="batches"} 0');
  await shows('search_questions_refused_total{kind="batches"} 1');
  await shows('quota_given_back_total{outcome="given"} 3');

  t.is(await ask('1'), 200);
  await shows('search_damaged_documents_total 1');
  while (!said().includes('"A stored vehicle is damaged."')) await wait(20);

  way.swallow();
  t.is(await ask('1'), 503);
  way.cut();
  await shows('quota_given_back_total{outcome="unknown"} 1');
});
