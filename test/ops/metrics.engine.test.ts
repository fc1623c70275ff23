import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {openBuildLog} from '#indexer/generations/build-log.ts';
import {importReport} from '#indexer/write/import-report.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {engineProxy} from '../helpers/engines/elasticsearch-proxy.ts';
import {startRedisProxy} from '../helpers/engines/redis-proxy.ts';
import {createTestGeneration} from '../helpers/engines/test-index.ts';
import {deleteByPrefix} from '../helpers/extracts/import-extract.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';
import {startServing} from '../helpers/processes/start-main.ts';
import {readAlerts, readPanels, unknownIn} from '../helpers/prometheus/expressions.ts';

test('what its engines fail at is counted in the metrics of the process', async t => {
  const {redis, way} = await startRedisProxy(t);
  const {key} = await anAccount(redis);
  const damaged = {...aVehicleDocument({id: '1'}), vehicleBytes: 1};
  const {client, prefix} = await createTestGeneration(t, [damaged]);
  t.teardown(() => deleteByPrefix(client, prefix));
  for (const [build, way] of (['full', 'difference', 'full', 'full'] as const).entries()) {
    const live = openBuildLog({client, prefix}, {build, command: 'import', recordDays: 1});
    live.addFacts({way, unchanged: 0, written: build, deleted: 0});
    live.ended('promoted');
    await live.close();
  }
  const log = openBuildLog({client, prefix}, {build: 4, command: 'import', recordDays: 1});
  log.progress.advance({...importReport().summary(), vehicles: 7, rejects: 2}, 1, 1);
  log.addFacts({extractedAt: '2026-11-15T02:15:00Z', fileName: 'a.zip'});
  log.ended('refused', {reason: 'kinds'});
  await log.close();
  await client.indices.refresh({index: `${prefix}index-builds-*`});
  let isHanging = false;
  const node = await engineProxy(t, ({body}) =>
    isHanging && body.includes('AB12345') ? 'hang' : 'pass',
  );
  const {port, opsPort, said} = await startServing(t, {
    REDIS_URL: way.url,
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
  const metrics = async () => (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  /** Until the metrics have this line. */
  const shows = async (line: string) => {
    while (!(await metrics()).split('\n').includes(line)) await wait(20);
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

  await shows('redis_script_duration_seconds_count{script="meter",outcome="noReply"} 1');
  await shows('elasticsearch_request_duration_seconds_count{operation="mget",outcome="ok"} 1');
  await shows(
    'elasticsearch_request_duration_seconds_count{operation="search",outcome="timeout"} 2',
  );
  await shows('admission_decisions_total{outcome="admitted"} 4');
  await shows('admission_decisions_total{outcome="ServiceUnavailable"} 1');
  await shows('search_lookup_keys_sum 1');
  await shows('search_cache_entries{cache="pages"} 0');
  await shows('dataset_info{version="20261117-120000-0001"} 1');
  await shows('dataset_extracted_timestamp_seconds 1794913200');
  await shows('index_build_last_info{outcome="refused"} 1');
  await shows('index_build_last_vehicles 7');
  await shows('index_build_last_rejects 2');
  await shows('index_build_promoted_info{way="full"} 1');
  await shows('index_build_promoted_written 3');
  await shows('index_build_promoted_full_in_a_row 2');
  await shows('extract_newest_timestamp_seconds 1794708900');
  await shows('elasticsearch_shards_missing{kind="replica"} 0');
  await shows('redis_replicas 0');
  await shows('redis_keeps_data{field="aof_enabled"} 1');
  t.regex(
    await metrics(),
    /^index_build_refused_timestamp_seconds\{file="a.zip",reason="kinds"\} [\d.]+$/m,
  );
  await shows('readiness_check_passing{check="redis"} 0');
  // What alerts and panels ask for is all there now.
  const {alerts} = await readAlerts();
  const ours = alerts.map(({expr}) => expr).filter(expr => !/\b(up|node_\w+)\{/.test(expr));
  t.is(ours.length, 15);
  const text = await metrics();
  for (const expression of [...ours, ...(await readPanels())]) {
    t.deepEqual(unknownIn(expression, text), [], expression);
  }
});
