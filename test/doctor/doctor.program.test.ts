import {writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';
import type {Client} from '@elastic/elasticsearch';
import test, {type ExecutionContext} from 'ava';
import type {RedisClient} from '#core/access/redis.ts';
import type {Finding} from '../../doctor/finding.ts';
import {redisChecks} from '../../doctor/redis.ts';
import {releasesAfter} from '../../webhooks/releases.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {startCluster} from '../helpers/engines/elasticsearch-cluster.ts';
import {anOperator} from '../helpers/engines/redis.ts';
import {startRedisServer} from '../helpers/engines/redis-server.ts';
import {loginOf, password, roles, startSecured} from '../helpers/engines/secured-elasticsearch.ts';
import {anExtractFile, extractZip, someRecords} from '../helpers/extracts/extract-files.ts';
import {aFolder} from '../helpers/extracts/files.ts';
import {runInProcess, type Variables} from '../helpers/processes/run-in-process.ts';
import {runIndexer} from '../helpers/processes/run-indexer.ts';
import {startServing} from '../helpers/processes/start-main.ts';
import {sharedFixture} from '../helpers/scope.ts';
import {httpFiles} from '../helpers/servers/http-files.ts';
import {onLoopback} from '../helpers/servers/on-loopback.ts';

const main = new URL('../../doctor/main.ts', import.meta.url);

/** All that a service is made of, healthy: two imports, the second by difference, a key and an API. */
const system = sharedFixture(test, async t => {
  const {client, clientOf, url} = await startSecured(t);
  const server = await startRedisServer(t, ['save ""', 'appendonly yes']);
  const redis = await anOperator(t, server.url);
  await anAccount(redis);
  const records = someRecords(50);
  const zip = await extractZip(records);
  const files = await httpFiles(t, zip);
  const engines = {ELASTICSEARCH_NODES: url, REDIS_URL: server.url};
  const env = {
    ...engines,
    ...loginOf('indexer'),
    INDEXER_DIRECTORY: aFolder(t),
    EXTRACT_URL: files.url,
  };
  for (const [day, content] of [
    [15, zip],
    [22, await extractZip(records.slice(1))],
  ] as const) {
    const args = ['import', await anExtractFile(t, content, day)];
    const {code, stderr} = await runIndexer(t, args, env);
    if (code !== 0) throw new Error(stderr);
  }
  const api = await startServing(t, {...engines, ...loginOf('api')});
  return {client, clientOf, redis, env: {...env, OPS_PORT: String(api.opsPort)}};
});

type System = Awaited<ReturnType<typeof system>>;

const examine = async (t: ExecutionContext, env: Variables) => {
  const {code, stdout, stderr} = await runInProcess(main, env, ['--json']);
  t.false((stdout + stderr).includes(password));
  const {findings} = JSON.parse(stdout) as {readonly findings: readonly Finding[]};
  const lines = findings.map(({level, check, found}) => `${level} ${check}: ${found}`);
  return {code, lines, wrong: lines.filter(line => !line.startsWith('ok '))};
};

const isQuiet = async (t: ExecutionContext, env: Variables) => {
  const {code, lines, wrong} = await examine(t, env);
  t.deepEqual(wrong, []);
  t.is(code, 0);
  return lines.join('\n');
};

test.serial('a healthy system on one node has nothing to tell, as text neither', async t => {
  t.timeout(300_000);
  const {env} = await system();
  t.regex(await isQuiet(t, env), /^ok hard links: used by imports$/m);
  const {stdout} = await runInProcess(main, env, []);
  t.regex(stdout, /^ok +generations +20261122-031500-0002 is live, rollback target: 20261115-/m);
});

test.serial('watermarks that Elasticsearch does not keep to are no fault', async t => {
  const all = await system();
  await withWatermarks('900tb', '900tb', false)(all, t);
  t.regex(await isQuiet(t, all.env), /^ok disk: [\d,]+ MB free on the disk, and an import needs/m);
});

/** Makes a fault, which the test undoes, and returns the variables that the doctor is run with. */
type Fault = (system: System, t: ExecutionContext) => Promise<Variables | undefined>;

const finds = test.macro({
  title: (_, line: string) => `a fault is found: ${line}`,
  async exec(t, line: string, fault: Fault) {
    t.timeout(300_000);
    const all = await system();
    const {code, lines, wrong} = await examine(t, {...all.env, ...(await fault(all, t))});
    t.true(
      wrong.some(each => new RegExp(line).test(each)),
      lines.join('\n'),
    );
    t.is(code, wrong.some(each => each.startsWith('bad ')) ? 75 : 0);
  },
});

const sets =
  (env: Variables): Fault =>
  async () =>
    env;
const live = '20261122-031500-0002';
const nowhere = '127.0.0.1:1';

const withSettings =
  (index: string, setting: string, value: unknown, undone: unknown = null): Fault =>
  async ({client}, t) => {
    t.teardown(() => client.indices.putSettings({index, settings: {[setting]: undone}}));
    await client.indices.putSettings({index, settings: {[setting]: value}});
  };

const withBlock = (block: string, index = `vehicles-${live}`): Fault =>
  withSettings(index, `index.blocks.${block}`, true);

const withCluster =
  (settings: Readonly<Record<string, unknown>>): Fault =>
  async ({client}, t) => {
    const none = Object.fromEntries(Object.keys(settings).map(name => [name, null]));
    t.teardown(() => client.cluster.putSettings({persistent: none}));
    await client.cluster.putSettings({persistent: settings});
  };

const withWatermarks = (low: string, high: string, areKept = true): Fault =>
  withCluster({
    'cluster.routing.allocation.disk.threshold_enabled': areKept,
    'cluster.routing.allocation.disk.watermark.low': low,
    'cluster.routing.allocation.disk.watermark.high': high,
    'cluster.routing.allocation.disk.watermark.flood_stage': '1mb',
  });

const withoutAliases =
  (...names: readonly string[]): Fault =>
  async ({client}, t) => {
    const found = await client.indices.getAlias({name: [...names]});
    const pairs = Object.entries(found).flatMap(([index, {aliases}]) =>
      Object.keys(aliases).map(alias => ({index, alias})),
    );
    t.teardown(() => client.indices.updateAliases({actions: pairs.map(add => ({add}))}));
    await client.indices.updateAliases({actions: pairs.map(remove => ({remove}))});
  };

const withRedis =
  (setting: string, value: string, undone: string, env: Variables = {}): Fault =>
  async ({redis}, t) => {
    t.teardown(() => redis.config('SET', setting, undone));
    await redis.config('SET', setting, value);
    return env;
  };

const withApi =
  (metrics: string, checks: object): Fault =>
  async (_, t) => {
    const server = createServer(({url}, response) =>
      response.end(url === '/metrics' ? metrics : JSON.stringify({checks})),
    );
    return {OPS_PORT: String(await onLoopback(t, server))};
  };

const served =
  (...[content, faults]: [content?: string, faults?: Parameters<typeof httpFiles>[2]]): Fault =>
  async (_, t) => ({EXTRACT_URL: (await httpFiles(t, Buffer.from(content ?? ''), faults)).url});

const faults: Readonly<Record<string, Fault>> = {
  '^bad elasticsearch: .* does not answer .*ECONNREFUSED': sets({
    ELASTICSEARCH_NODES: `http://${nowhere}`,
  }),
  '^bad elasticsearch: .* begins with https:.* does not use TLS': async ({env}) => ({
    ELASTICSEARCH_NODES: env.ELASTICSEARCH_NODES.replace('http', 'https'),
  }),
  '^bad elasticsearch: .* is not Elasticsearch': async ({env}) => ({
    ELASTICSEARCH_NODES: new URL(env.EXTRACT_URL).origin,
  }),
  '^bad elasticsearch: .* Check ELASTICSEARCH_API_KEY': sets({ELASTICSEARCH_PASSWORD: 'wrong'}),
  '^bad elasticsearch: The login lacks monitor .*manage on vehicles-\\*': sets(loginOf('api')),
  '^bad nodes: 1 data node; needed: at least 2 .* lower INDEX_REPLICAS': sets({
    INDEX_REPLICAS: '1',
  }),
  '^bad nodes: cluster.routing.allocation.enable is none': withCluster({
    'cluster.routing.allocation.enable': 'none',
  }),
  '^warning nodes: Unassigned replicas: 1': withSettings(
    `references-${live}`,
    'number_of_replicas',
    1,
    0,
  ),
  '^bad nodes: Unassigned primary shards: 1 \\(red\\)\\. Start': async ({client}, t) => {
    const index = 'index-builds-2020.01';
    t.teardown(() => client.indices.delete({index}));
    const settings = {'index.routing.allocation.require._name': 'a node that is lost'};
    await client.indices.create({index, settings, wait_for_active_shards: 0});
  },
  '^bad blocks: index.blocks.read_only_allow_delete of vehicles-':
    withBlock('read_only_allow_delete'),
  '^bad blocks: index.blocks.read of vehicles-\\S+ is set\\. Set it to null': withBlock('read'),
  '^bad blocks: index.blocks.write of indexer-state is set': withBlock('write', 'indexer-state'),
  '^bad blocks: cluster.blocks.read_only is set\\. Set it to null': withCluster({
    'cluster.blocks.read_only': true,
  }),
  '^bad generations: The aliases do not point at one generation: .*references is missing':
    withoutAliases('references'),
  '^bad generations: None is live\\. Promote 20261115-': withoutAliases('vehicles', 'references'),
  '^warning generations: The alias "release" is lost': withoutAliases('release'),
  '^warning generations: There is no generation\\. Import': sets({
    ...loginOf('superuser'),
    INDEX_PREFIX: 'empty-',
  }),
  '^bad generations: other-vehicles is an index, but must be an alias': async ({client}, t) => {
    t.teardown(() => client.indices.delete({index: 'other-vehicles'}));
    await client.indices.create({index: 'other-vehicles'});
    return {...loginOf('superuser'), INDEX_PREFIX: 'other-'};
  },
  '^bad generations: .* was written by another release.* Import the extract again': async (
    {client},
    t,
  ) => {
    const index = `vehicles-${live}`;
    const {[index]: found} = await client.indices.getMapping({index});
    const meta = found?.mappings._meta ?? {};
    t.teardown(() => client.indices.putMapping({index, _meta: meta}));
    await client.indices.putMapping({index, _meta: {...meta, mappingVersion: 1}});
  },
  '^bad generations: .* does not hold the test data': sets({API_ENVIRONMENT: 'test'}),
  '^warning generations: 20261101-000000-0009 is unfinished': async ({client}, t) => {
    const index = 'vehicles-20261101-000000-0009';
    t.teardown(() => client.indices.delete({index}));
    await client.indices.create({index});
  },
  '^bad redis: Redis cannot be reached .*ECONNREFUSED': sets({REDIS_URL: `redis://${nowhere}`}),
  '^bad redis: Redis cannot be reached .*ETIMEDOUT': async ({env}) => ({
    REDIS_URL: env.REDIS_URL.replace('redis', 'rediss'),
  }),
  '^bad redis: Redis cannot be reached .*NOAUTH': withRedis('requirepass', 'other', ''),
  '^bad persistence: maxmemory_policy .* Set maxmemory-policy to noeviction': withRedis(
    'maxmemory-policy',
    'allkeys-lru',
    'noeviction',
  ),
  '^bad persistence: aof_enabled .* Set appendonly': withRedis('appendonly', 'no', 'yes'),
  '^bad writes: The key store refused to write: OOM': withRedis('maxmemory', '1', '0'),
  '^bad writes: The key store refused to write: READONLY': async ({redis}, t) => {
    t.teardown(() => redis.replicaof('NO', 'ONE'));
    await redis.replicaof('127.0.0.1', 1);
  },
  '^warning keys: No key is valid for API_ENVIRONMENT=live\\. Issue one': async ({env}) => ({
    REDIS_URL: `${env.REDIS_URL}/1`,
  }),
  '^warning extract: EXTRACT_URL is not set': sets({EXTRACT_URL: ''}),
  '^bad extract: Cannot reach .*connection refused\\. Check': sets({
    EXTRACT_URL: `http://${nowhere}/x.zip`,
  }),
  '^bad extract: .* has no such file \\(404\\)': served('', {
    instead: (_, response) => Boolean(response.writeHead(404).end()),
  }),
  '^bad extract: .* denied access \\(401\\)': served('', {
    instead: (_, response) => Boolean(response.writeHead(401).end()),
  }),
  '^bad extract: No response within 10 s': served('', {instead: () => true}),
  '^warning extract: latest.zip .* is empty': served(''),
  '^bad extract: latest.zip has [\\d,]+ bytes. Raise EXTRACT_MAX_BYTES': sets({
    EXTRACT_MAX_BYTES: '1',
  }),
  '^bad folder: Cannot write to /dev/null\\. Set INDEXER_DIRECTORY': sets({
    EXTRACT_URL: `http://${nowhere}/x.zip`,
    INDEXER_DIRECTORY: '/dev/null/none',
  }),
  '^bad exports: EXPORTS_DIRECTORY, /dev/null, is not a folder .* can write to\\. Create it': sets({
    EXPORTS_DIRECTORY: '/dev/null',
  }),
  '^bad folder: Cannot write to /.*/extracts\\. Set INDEXER_DIRECTORY': async (_, t) => {
    const INDEXER_DIRECTORY = aFolder(t);
    writeFileSync(join(INDEXER_DIRECTORY, 'extracts'), '');
    return {INDEXER_DIRECTORY};
  },
  '^warning api: No API responds at OPS_HOST and OPS_PORT': sets({OPS_PORT: '1'}),
  '^bad api: It is no API that responds .* Correct OPS_HOST and OPS_PORT': async ({env}) => ({
    OPS_PORT: new URL(env.ELASTICSEARCH_NODES).port,
  }),
  '^bad api: Not ready: The key store is empty\\. See its log': withApi('', {
    redis: {healthy: false, found: 'The key store is empty.'},
  }),
  '^warning api: No metric begins with dataset_ or index_': withApi(
    'api_build_info 1\nelasticsearch_x 1\nextract_x 1\nredis_x 1',
    {},
  ),
  '^warning disk: .* no replica would be allocated\\. Prune': withWatermarks('900tb', '1mb'),
  '^bad disk: .* no new index would be allocated\\. Prune': withWatermarks('900tb', '900tb'),
};

for (const [line, fault] of Object.entries(faults)) test.serial(finds, line, fault);

test.serial('the doctor warns of closed or missing fingerprints, and of nothing else', async t => {
  const {client, env} = await system();
  const index = `fingerprints-${live}`;
  const expected = `warning generations: ${index} is missing or closed. The next import is a full one.`;
  await client.indices.close({index});
  t.deepEqual((await examine(t, env)).wrong, [expected]);
  await client.indices.delete({index});
  t.deepEqual((await examine(t, env)).wrong, [expected]);
});

test.serial('Elasticsearch takes the files of the roles', async t => {
  const {client} = await system();
  for (const {name, role} of roles) {
    // The reduced distribution reads them, and then cannot store them.
    await t.throwsAsync(client.security.putRole({name, ...role}), {message: /pattern_capture/});
  }
});

/** What a login must not do. */
const forbidden: Readonly<Record<string, (client: Client) => readonly Promise<unknown>[]>> = {
  api: client => [
    ...['vehicles', `vehicles-${live}`, 'changes', 'release'].flatMap(index => [
      client.index({index, document: {}}),
      client.delete({index, id: 'one'}),
      client.indices.delete({index}),
      client.indices.putAlias({index, name: 'vehicles'}),
    ]),
    ...['indexer-state', `fingerprints-${live}`].map(index => client.search({index})),
  ],
  indexer: client => [
    client.search({index: 'others'}),
    client.index({index: 'others', document: {}}),
    client.indices.delete({index: 'others'}),
    client.indices.putAlias({index: 'others', name: 'vehicles'}),
    client.indices.create({index: 'more'}),
    client.cluster.putSettings({persistent: {'action.auto_create_index': true}}),
  ],
  webhooks: client => [
    client.search({index: 'changes'}),
    client.indices.getMapping({index: 'vehicles'}),
  ],
};

for (const [login, attempts] of Object.entries(forbidden)) {
  test.serial(`the role ${login} allows no more than its work`, async t => {
    const {client, clientOf} = await system();
    t.teardown(() => client.indices.delete({index: 'others'}));
    await client.indices.create({index: 'others'});
    const refused = {message: /is unauthorized/};
    await Promise.all(attempts(clientOf(login)).map(each => t.throwsAsync(each, refused)));
  });
}

test.serial('the roles allow the sender of webhooks and the commands of the indexer', async t => {
  const {clientOf, env} = await system();
  const releases = releasesAfter(clientOf('webhooks'), '', 'http://localhost');
  t.is((await releases({serial: 0, name: '', body: ''})).length, 2);
  const commands = [
    'rollback --yes',
    `promote ${live}`,
    'builds 2',
    'export',
    'prune --keep 1 --yes',
  ];
  for (const command of [...commands, 'status']) {
    const variables = {...env, EXPORTS_DIRECTORY: aFolder(t)};
    const {code, stderr} = await runIndexer(t, command.split(' '), variables);
    t.is(code, 0, stderr);
  }
});

test('a clock that differs is found', async t => {
  const redis = {time: async () => ['1', '0']} as unknown as RedisClient;
  const [found] = (await redisChecks(redis, 'live')['clock']?.(AbortSignal.abort())) ?? [];
  t.is(found?.level, 'warning');
});

test.serial('a healthy system on three nodes has nothing to tell', async t => {
  t.timeout(600_000);
  const {env} = await system();
  const {addresses: ELASTICSEARCH_NODES} = await startCluster(t);
  const three = {
    ...env,
    ...loginOf(''),
    ELASTICSEARCH_PASSWORD: '',
    ELASTICSEARCH_NODES,
    INDEX_REPLICAS: '1',
  };
  const file = await anExtractFile(t, await extractZip(someRecords(50)));
  const {code, stderr} = await runIndexer(t, ['import', file], three);
  t.is(code, 0, stderr);
  t.regex(await isQuiet(t, three), /^ok nodes: version 9\.\S+, 3 data nodes$/m);
});

test.serial('a closed index is a fault of the generations, and else of the API alone', async t => {
  const {client, env} = await system();
  const index = `vehicles-${live}`;
  t.teardown(() => client.indices.open({index}));
  await client.indices.close({index});
  const {wrong} = await examine(t, env);
  // For a second the API shares what its last check found.
  const others = wrong.filter(line => !line.startsWith('bad api: '));
  t.regex(others.join(), /^bad generations: .* is closed in Elasticsearch.* Open it: [^,]*$/);
});
