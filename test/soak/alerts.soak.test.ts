import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext, type TestFn} from 'ava';
import {redisState} from '#core/access/durability.ts';
import {Interrupted} from '#indexer/exit-codes.ts';
import {openBuildLog} from '#indexer/generations/build-log.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {engineProxy, type Fate} from '../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {anOperator} from '../helpers/engines/redis.ts';
import {startRedisServer} from '../helpers/engines/redis-server.ts';
import {createTestGeneration} from '../helpers/engines/test-index.ts';
import {extractXml, someRecords} from '../helpers/extracts/extract-files.ts';
import {aFile} from '../helpers/extracts/files.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';
import {fullDisk, onSmallDisk} from '../helpers/processes/small-disk.ts';
import {startServing} from '../helpers/processes/start-main.ts';
import {readAlerts, readPanels} from '../helpers/prometheus/expressions.ts';
import {startNodeExporter, startPrometheus} from '../helpers/prometheus/start-prometheus.ts';
import {soakOnly} from '../helpers/soak.ts';

/** These wait for minutes in all; `test/deploy/alerts.program.test.ts` holds the alerts against `promtool` and real metrics. */
const alone = soakOnly(test as TestFn);

const day = 86_400_000;

/** What these tests wait for takes Prometheus and the API half a minute and more. */
const patient = (t: ExecutionContext) => t.timeout(300_000);

const {text: rules} = await readAlerts();

/** A Prometheus with the alerts as they are, except that each fires at once. */
const watch = (t: ExecutionContext, targets: Readonly<Record<string, readonly string[]>>) =>
  startPrometheus(t, {rules: rules.replaceAll(/^ +for: .*\n/gm, ''), targets});

/** The service over an index, and a Prometheus that watches it. */
const startWatched = async (t: ExecutionContext, env: Readonly<Record<string, string>>) => {
  const api = await startServing(t, env);
  const prometheus = await watch(t, {'vehicle-data-api': [`127.0.0.1:${api.opsPort}`]});
  while ((await prometheus.query('up')).length === 0) await wait(200);
  await prometheus.untilQuiet('ApiDown');
  return {...api, ...prometheus};
};

/** An extract of some records that was made so many days ago. */
const anExtract = (t: ExecutionContext, records: readonly string[], daysAgo: number) => {
  const made = new Date(Date.now() - daysAgo * day).toISOString();
  const stamp = made.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return aFile(t, extractXml(records), `ESStatistikListeModtag-${stamp}.xml`);
};

alone(
  'a stale extract, a refused build and an interrupted one alert, each by its own name',
  async t => {
    patient(t);
    const records = someRecords(300);
    const {prefix} = await importFile(t, await anExtract(t, records, 20));
    const {untilFiring, untilQuiet} = await startWatched(t, {INDEX_PREFIX: prefix});
    t.deepEqual(await untilFiring('DataTooOld'), ['DataTooOld', 'ExtractTooOld']);

    const few = await anExtract(t, records.slice(0, 100), 12);
    await t.throwsAsync(importFile(t, few, prefix), {message: /vehicles/});
    const refused = await untilFiring('BuildRefused');
    t.deepEqual(refused, ['BuildRefused', 'DataTooOld', 'ExtractTooOld']);

    const stop = new AbortController();
    const phase = () => stop.abort(new Interrupted('Stopped by a signal.'));
    const progress = {phase, advance: () => {}, ended: () => {}};
    const {signal} = stop;
    const another = await anExtract(t, someRecords(300, 2), 1);
    await t.throwsAsync(importFile(t, another, prefix, {progress, signal}));
    t.deepEqual(await untilFiring('BuildFailed'), ['BuildFailed', 'BuildRefused', 'DataTooOld']);

    await importFile(t, another, prefix, {force: 'it is a drill'});
    t.deepEqual(await untilQuiet('BuildRefused'), []);
  },
);

alone('a build that ended nine days ago, and no other since, alerts', async t => {
  patient(t);
  const {client, prefix} = anInstallation(t);
  const extractedAt = new Date().toISOString();
  await createTestGeneration(t, [aVehicleDocument()], {client, prefix, meta: {extractedAt}});
  const clock = {now: () => 0, date: () => new Date(Date.now() - 9 * day)};
  const options = {build: 1, command: 'import', recordDays: 30, clock, closeMs: 60_000};
  const log = openBuildLog({client, prefix}, options);
  log.ended('promoted');
  await log.close();
  await client.indices.refresh({index: `${prefix}index-builds-*`});
  const {untilFiring} = await startWatched(t, {INDEX_PREFIX: prefix});
  t.deepEqual(await untilFiring('NoBuild'), ['NoBuild']);
});

/** Asks for all kinds of things again and again, whatever is answered, until the test ends. */
const askOnAndOn = (t: ExecutionContext, port: number, key: string) => {
  const over = new AbortController();
  const {signal} = over;
  const ask = async (path: string, init: RequestInit = {}) => {
    while (!signal.aborted) {
      const url = `http://127.0.0.1:${port}${path}`;
      const sent = fetch(url, {headers: {'X-Api-Key': key}, signal, ...init});
      await sent.then(response => response.arrayBuffer()).catch(() => {});
      await wait(20);
    }
  };
  const batch = {method: 'POST', body: '{"plates": ["AB12345"]}'};
  const all = [
    ...['/v1/vehicles/1', '/v1/vehicles?pageSize=10', '/v1/makes', '/docs'].map(path => ask(path)),
    ...Array.from({length: 3}, () => ask('/v1/vehicles/plates', batch)),
  ];
  t.teardown(async () => {
    over.abort();
    await Promise.all(all);
  });
};

alone('engines that are slow or stopped alert, and so does a service that is gone', async t => {
  patient(t);
  const server = await startRedisServer(t, ['save ""', 'appendonly yes']);
  const {key} = await anAccount(await anOperator(t, server.url, {retryStrategy: () => null}));
  const meta = {extractedAt: new Date().toISOString()};
  const {client, prefix} = await createTestGeneration(t, [aVehicleDocument({id: '1'})], {meta});
  let fate = async (): Promise<Fate> => 'pass';
  const node = await engineProxy(t, () => fate());
  const {port, untilFiring, query, end} = await startWatched(t, {
    REDIS_URL: server.url,
    ELASTICSEARCH_NODES: node,
    INDEX_PREFIX: prefix,
  });
  t.is((await client.count({index: `${prefix}vehicles`})).count, 1);
  // Before the first build, which is an alert of its own.
  t.deepEqual(await untilFiring('NoBuild'), ['NoBuild']);
  askOnAndOn(t, port, key);

  fate = async () => {
    await wait(1200);
    return 'pass';
  };
  await untilFiring('SlowRequests');

  fate = async () => 'hang';
  const hung = await untilFiring('ElasticsearchUnavailable');
  t.false(hung.includes('RedisUnavailable'));
  await untilFiring('ServerErrors');

  fate = async () => 'pass';
  await server.stop();
  t.true((await untilFiring('RedisUnavailable')).includes('ServerErrors'));
  // Nothing was built or refused, and of what fails now two samples are needed.
  const panels = (await readPanels()).filter(panel => !/index_build|_refused_/.test(panel));
  await wait(8000);
  for (const panel of panels) t.true((await query(panel)).length > 0, panel);

  await end('SIGTERM');
  await untilFiring('ApiDown');
});

alone('engines that will fail next alert, while all is ready', async t => {
  patient(t);
  const server = await startRedisServer(t, ['save ""', 'appendonly yes']);
  const replica = await startRedisServer(t, ['save ""', `replicaof 127.0.0.1 ${server.port}`]);
  const redis = await anOperator(t, server.url);
  const meta = {extractedAt: new Date().toISOString()};
  const {client, prefix} = await createTestGeneration(t, [aVehicleDocument()], {meta});
  const env = {REDIS_URL: server.url, INDEX_PREFIX: prefix};
  const {opsPort, untilFiring, untilQuiet, query, said} = await startWatched(t, env);
  while ((await query('redis_replicas == 1')).length === 0) await wait(1000);

  const index = `${prefix}vehicles`;
  await client.indices.putSettings({index, settings: {number_of_replicas: 1}});
  const {memory} = await redisState(redis);
  const maxmemory = Math.round(memory.used * 1.15);
  await redis.config('SET', 'maxmemory', maxmemory, 'appendonly', 'no');
  await replica.stop();
  const all = ['RedisAlmostFull', 'RedisCanLoseData', 'RedisReplicaLost', 'ShardsMissing'];
  for (const alert of all) await untilFiring(alert);
  t.regex(said(), /"fields":\["aof_enabled"\],"msg":"Redis can lose keys and counts\."/);
  t.is((await fetch(`http://127.0.0.1:${opsPort}/health/ready`)).status, 200);

  await client.indices.putSettings({index, settings: {number_of_replicas: 0}});
  await redis.config('SET', 'maxmemory', '0', 'appendonly', 'yes');
  await replica.start();
  for (const alert of all) await untilQuiet(alert);
});

onSmallDisk(test)('a disk that is full alerts', async t => {
  patient(t);
  fullDisk(t);
  const {untilFiring} = await watch(t, {node: [await startNodeExporter(t)]});
  t.true((await untilFiring('DiskAlmostFull')).includes('ApiDown'), 'no copy is known');
});
