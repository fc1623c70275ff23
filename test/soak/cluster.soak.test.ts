import {setTimeout as wait} from 'node:timers/promises';
import {Client} from '@elastic/elasticsearch';
import test, {type ExecutionContext, type TestFn} from 'ava';
import {NodePool} from '#core/clients/elasticsearch.ts';
import {waitUntil} from '#local/processes/wait.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {type Random, randomFor} from '#sample/random.ts';
import {startAccount} from '../helpers/engines/account.ts';
import {startCluster} from '../helpers/engines/elasticsearch-cluster.ts';
import {storedReferences, storedVehicles} from '../helpers/engines/stored-documents.ts';
import {anExtractFile, extractZip, someRecords} from '../helpers/extracts/extract-files.ts';
import {runIndexer, sentencesOf, startIndexer} from '../helpers/processes/run-indexer.ts';
import {startServing} from '../helpers/processes/start-main.ts';
import {soakOnly, soakSeed} from '../helpers/soak.ts';
import {constantRate, type JudgedRequest, percentile, type Reply} from './http-client.ts';
import {isAsExpected} from './judge.ts';
import {type Ask, byId, byPlate, search} from './questions.ts';

const alone = soakOnly(test.serial as TestFn);

const lookups = [byId, byPlate];

/** Requests about a fleet, of several kinds in turn. */
const requestsAbout = (
  documents: readonly VehicleDocument[],
  random: Random,
  kinds: readonly Ask[],
): JudgedRequest[] =>
  Array.from({length: 3000}, () => kinds).flatMap(each =>
    each.map(ask => {
      const dataset = {version: '', documents, references: []};
      const question = ask(random, dataset);
      const expected = question.expected?.(dataset);
      const isRight = (reply: Reply) => !!expected && isAsExpected(question, reply, expected);
      return {path: question.path, isRight};
    }),
  );

/** 300 requests a second in all. */
const rate = {clients: 60, everyMs: 200};

const summary = (times: readonly number[]) => {
  const p = (share: number) => Math.round(percentile(times, share));
  return {answers: times.length, p50: p(0.5), p99: p(0.99), max: p(1 - 1e-9)};
};

const masterOf = async (client: Client): Promise<string> => {
  const state = await client.cluster.state({metric: ['master_node', 'nodes']});
  const {master_node: id, nodes} = state as unknown as {
    readonly master_node: string;
    readonly nodes: Readonly<Record<string, {readonly name: string}>>;
  };
  return nodes[id]?.name ?? '';
};

/** Three nodes, an extract, and the environment of an installation on them. */
const startWorld = async (t: ExecutionContext, vehicles: number) => {
  const cluster = await startCluster(t);
  const client = new Client({nodes: cluster.urls, ConnectionPool: NodePool, maxRetries: 5});
  t.teardown(() => client.close());
  const file = await anExtractFile(t, await extractZip(someRecords(vehicles)));
  const env = {
    ELASTICSEARCH_NODES: cluster.addresses,
    INDEX_PREFIX: 'cluster-',
    INDEX_SHARDS: '3',
    INDEX_REPLICAS: '1',
  };
  const isWhole = async () => {
    const found = await client.cluster.health({}).catch(() => undefined);
    return found?.number_of_nodes === 3 && found.status === 'green';
  };
  const becomesWhole = async () => t.true(await waitUntil(isWhole, {seconds: 300}));
  return {...cluster, client, file, env, becomesWhole};
};

/** A cluster with a generation, the API over it, and requests that are judged. */
const startServed = async (t: ExecutionContext, kinds: readonly Ask[] = [...lookups, search]) => {
  t.timeout(1_200_000);
  const world = await startWorld(t, 3000);
  const {client, file, env} = world;
  const imported = await runIndexer(t, ['import', file], env);
  t.is(imported.code, 0, imported.stderr);
  const fleet = await storedVehicles(client, env.INDEX_PREFIX);
  const seed = soakSeed(1);
  t.log(`SOAK_SEED=${seed}`);
  const requests = requestsAbout(fleet, randomFor({seed, number: 1}, 'record'), kinds);
  const unlimited = {monthlyRequests: 1_000_000_000, requestsPerMinute: 1_000_000_000};
  const {url, key} = await startAccount(t, unlimited);
  const api = await startServing(t, {
    ...env,
    REDIS_URL: url,
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
  });
  return {...world, ask: () => constantRate(t, {port: api.port, key, requests, ...rate})};
};

alone('a node that dies under load, and then the master, cost no answer', async t => {
  const {nodes, client, becomesWhole, ask} = await startServed(t);
  for (const isMaster of [false, true]) {
    const master = await masterOf(client);
    const victim = nodes.find(({name}) => (name === master) === isMaster);
    const asking = ask();
    await wait(8_000);
    t.log(`${victim?.name}${isMaster ? ', the master,' : ''} killed at ${asking.seconds()} s`);
    await victim?.kill();
    await wait(20_000);
    victim?.restart();
    await becomesWhole();
    t.log(`all back at ${asking.seconds()} s`);
    await wait(5_000);
    const {faults, times} = await asking.end();
    t.log(summary(times), faults.length, faults.slice(0, 20));
    t.deepEqual(faults, []);
  }
});

type Nodes = Awaited<ReturnType<typeof startCluster>>['nodes'];

/** Stops and continues a node in turn, so that what it is asked takes up to 200 ms longer. */
const slowDown = async ({signal}: Nodes[number], seconds: number) => {
  for (let turn = 0; turn < seconds * 4; turn += 1) {
    signal('SIGSTOP');
    await wait(200);
    signal('SIGCONT');
    await wait(50);
  }
};

const standStill = async ({signal}: Nodes[number], seconds: number) => {
  signal('SIGSTOP');
  await wait(seconds * 1000);
  signal('SIGCONT');
};

const fewFail = test.macro({
  title: name => `a node that ${name} costs at most one lookup in a hundred`,
  async exec(t, disturb: typeof standStill) {
    const {nodes, client, becomesWhole, ask} = await startServed(t, lookups);
    const master = await masterOf(client);
    const victim = nodes.find(({name}) => name !== master);
    if (!victim) throw new Error('The cluster has one node.');
    const asking = ask();
    await wait(8_000);
    const before = [...asking.times];
    t.log(`${victim.name} disturbed at ${asking.seconds()} s`);
    await disturb(victim, 60);
    const during = asking.times.slice(before.length);
    t.log(`${victim.name} goes on at ${asking.seconds()} s`);
    await becomesWhole();
    await wait(10_000);
    const {times, faults} = await asking.end();
    t.log('before', summary(before));
    t.log('meanwhile', summary(during));
    t.log(`${times.length} answers, ${faults.length} faults`, faults.slice(0, 20));
    t.deepEqual(
      faults.filter(({status}) => status !== 503),
      [],
    );
    t.true(faults.length <= during.length / 100);
  },
});

alone('stands still', fewFail, standStill);
alone('is slow', fewFail, slowDown);

/** The nodes that hold a primary of the candidate. */
const holders = async (client: Client): Promise<readonly string[]> => {
  const {shards} = await client.searchShards({index: 'cluster-*-build-*'});
  const {nodes} = await client.nodes.info();
  return shards.flat().flatMap(({node}) => (node ? [nodes[node]?.name ?? ''] : []));
};

const killedWhileFilling = async (t: ExecutionContext, isHolder: boolean) => {
  const {nodes, client, file, env, becomesWhole} = await startWorld(t, 40_000);
  const impatient = {...env, INDEX_SHARDS: '1', BUILD_PATIENCE_SECONDS: '20'};
  const build = startIndexer(t, ['import', file], impatient);
  build.child.stdin.end();
  const isFilling = async () => (await holders(client).catch(() => [])).length === 2;
  t.true(await waitUntil(isFilling, {seconds: 120}));
  const held = await holders(client);
  const victim = nodes.find(({name}) => held.includes(name) === isHolder);
  await victim?.kill();
  const first = await build.ended;
  t.log(`${victim?.name} killed, which held ${isHolder ? 'a shard' : 'none'}:`, first.code);
  return {nodes, client, file, impatient, victim, becomesWhole, first};
};

const isLiveWithReplicas = async (t: ExecutionContext, client: Client) => {
  const index = ['cluster-vehicles', 'cluster-references'];
  const {status, active_shards: copies} = await client.cluster.health({index});
  t.deepEqual([status, copies], ['green', 4]);
};

alone('a build goes live with its replicas though a node dies', async t => {
  t.timeout(1_200_000);
  const {client, first} = await killedWhileFilling(t, false);
  t.is(first.code, 0, first.stderr);
  await isLiveWithReplicas(t, client);
});

alone('a build that loses a shard with its node is repeated, and then goes live', async t => {
  t.timeout(1_200_000);
  const {client, file, impatient, first} = await killedWhileFilling(t, true);
  t.is(first.code, 75, first.stderr);
  t.log(sentencesOf(first.stderr));
  const again = await runIndexer(t, ['import', file], impatient);
  t.is(again.code, 0, again.stderr);
  await isLiveWithReplicas(t, client);
});

/** The extract of a week in which one vehicle in fifty was given another color, and one in a hundred went. */
const weekAfter = (records: readonly string[], week: number): Promise<Buffer> =>
  extractZip(
    records
      .filter((_, at) => (at + week) % 100 !== 0)
      .map((record, at) =>
        (at + week) % 50 === 0
          ? record.replace(/(FarveTypeNavn>)[^<]*/, `$1Lilla ${week}`)
          : record,
      ),
  );

alone(
  'on three nodes an import by difference leaves what a full one does, though a node dies meanwhile',
  async t => {
    t.timeout(1_200_000);
    const {nodes, client, env, becomesWhole} = await startWorld(t, 1);
    const records = someRecords(3_000);
    const inFull = {...env, INDEX_PREFIX: 'full-'};
    const live = async (prefix: string) => ({
      vehicles: await storedVehicles(client, prefix),
      references: await storedReferences(client, prefix),
    });
    for (const week of [0, 1, 2, 3]) {
      const file = await anExtractFile(t, await weekAfter(records, week), 15 + week);
      const args = ['import', file, '--force', 'a test', '--json'];
      const build = startIndexer(t, args, env);
      build.child.stdin.end();
      const victim = week === 2 ? nodes[1] : undefined;
      if (victim) {
        const isCopied = async () => (await holders(client).catch(() => [])).length > 3;
        t.true(await waitUntil(isCopied, {seconds: 60}));
        await victim.kill();
      }
      let result = await build.ended;
      t.log(week, result.code, sentencesOf(result.stderr));
      if (victim) {
        t.true([0, 75].includes(result.code));
        victim.restart();
        await becomesWhole();
        if (result.code === 75) result = await runIndexer(t, args, env);
      }
      t.is(result.code, 0, result.stderr);
      const {way, because} = JSON.parse(result.stdout);
      t.log(way, because);
      t.is(way, week === 0 ? 'full' : 'difference');
      const full = await runIndexer(t, [...args, '--full'], inFull);
      t.is(full.code, 0, full.stderr);
      t.deepEqual(await live(env.INDEX_PREFIX), await live('full-'));
      const {status} = await client.cluster.health({index: 'cluster-*'});
      t.is(status, 'green');
    }
  },
);
