import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {anAccount, startAccount} from '../helpers/engines/account.ts';
import {anOperator} from '../helpers/engines/redis.ts';
import {startRedisServer} from '../helpers/engines/redis-server.ts';
import {
  createTestGeneration,
  flipTo,
  testClient,
  testPrefix,
} from '../helpers/engines/test-index.ts';
import {startServing} from '../helpers/processes/start-main.ts';
import {type Scope, sharedFixture} from '../helpers/scope.ts';
import {faultyEngine} from '../search/stand-in-engine.ts';

type Checks = Readonly<
  Record<'elasticsearch' | 'redis', {readonly healthy: boolean; readonly found: string}>
>;

/** The process of the API with these variables, as a caller with this key and its operator see it. */
const startWatched = async (t: Scope, key: string, variables: Readonly<Record<string, string>>) => {
  const api = await startServing(t, variables);
  const ops = (path: string) => fetch(`http://127.0.0.1:${api.opsPort}${path}`);
  return {
    /** Until requests for a path are answered with this code, or without one. */
    answers: async (path: string, code: string | undefined) => {
      const url = `http://127.0.0.1:${api.port}${path}`;
      const codeOf = async () => {
        const answer = await fetch(url, {headers: {'X-Api-Key': key}});
        return ((await answer.json()) as {readonly code?: string}).code;
      };
      while ((await codeOf()) !== code) await wait(50);
    },
    /** Until readiness finds an engine so; the status of its answer. */
    finds: async (engine: keyof Checks, found: string | RegExp) => {
      for (;;) {
        const answer = await ops('/health/ready');
        const {checks} = (await answer.json()) as {readonly checks: Checks};
        if (checks[engine].found.match(found)) return answer.status;
        await wait(50);
      }
    },
    metrics: async () => (await ops('/metrics')).text(),
    /** Waits for a line that is logged from now on. */
    logs: (line: RegExp) => {
      const {length} = api.said();
      return async () => {
        while (!line.test(api.said().slice(length))) await wait(50);
      };
    },
  };
};

/** The process on a Redis of its own, as a user of it, and an operator of that Redis. */
const onRedis = sharedFixture(test, async t => {
  const server = await startRedisServer(t, ['save 3600 1']);
  const operator = await anOperator(t, server.url);
  await operator.acl('SETUSER', 'api', 'on', '>secret', 'allcommands', 'allkeys', 'allchannels');
  const {key} = await anAccount(operator);
  const REDIS_URL = server.url.replace('//', '//api:secret@');
  const api = await startWatched(t, key, {REDIS_URL, INDEX_PREFIX: 'test-none-'});
  return {server, operator, ...api};
});

type OnRedis = Awaited<ReturnType<typeof onRedis>>;

const refuses = test.macro({
  title: (_, what: string, code: string) => `a Redis that ${what} is not ready, and ${code} is why`,
  async exec(
    t,
    _: string,
    code: string,
    spoil: (installation: OnRedis) => Promise<unknown>,
    mend: (installation: OnRedis) => Promise<unknown>,
  ) {
    const installation = await onRedis();
    const {answers, finds, metrics, logs} = installation;
    await answers('/v1/usage', undefined);
    const isLogged = logs(
      new RegExp(`"The key store refused to write: ${code}\\.".*readiness check fails`),
    );
    await spoil(installation);
    await answers('/v1/usage', 'ServiceUnavailable');
    t.is(await finds('redis', `The key store refused to write: ${code}.`), 503);
    t.regex(await metrics(), /^readiness_check_passing\{check="redis"\} 0$/m);
    await isLogged();
    await mend(installation);
    await answers('/v1/usage', undefined);
    await finds('redis', 'writes');
    t.regex(await metrics(), /^readiness_check_passing\{check="redis"\} 1$/m);
  },
});

const setMemory = (bytes: string) => (installation: OnRedis) =>
  installation.operator.config('SET', 'maxmemory', bytes);
const setUser =
  (...rules: readonly string[]) =>
  (installation: OnRedis) =>
    installation.operator.acl('SETUSER', 'api', ...rules);

const follow = ({operator, server}: OnRedis) => operator.replicaof('127.0.0.1', server.port);
const lead = ({operator}: OnRedis) => operator.replicaof('NO', 'ONE');
const [noScripts, noWrites] = [setUser('-evalsha', '-eval'), setUser('-@write')];
const allowAll = setUser('allcommands');
const failToSave = async ({operator, server}: OnRedis) => {
  await mkdir(join(server.folder, 'dump.rdb'));
  await operator.bgsave();
};
const saveNothing = ({operator}: OnRedis) => operator.config('SET', 'save', '');

test.serial(refuses, 'has no memory', 'OOM', setMemory('1mb'), setMemory('0'));
test.serial(refuses, 'has become a replica', 'READONLY', follow, lead);
test.serial(refuses, 'lets its user run no scripts', 'NOPERM', noScripts, allowAll);
test.serial(refuses, 'lets its user write nothing', 'NOPERM', noWrites, allowAll);
test.serial(refuses, 'cannot write its snapshot', 'MISCONF', failToSave, saveNothing);

/** The process where a generation is finished and not live yet. */
const onElasticsearch = sharedFixture(test, async t => {
  const [client, prefix] = [testClient(t), testPrefix()];
  const {url, key} = await startAccount(t);
  const api = await startWatched(t, key, {REDIS_URL: url, INDEX_PREFIX: prefix});
  await api.answers(lookup, 'DatasetNotLoaded');
  const generation = (build: number, meta = {}) =>
    createTestGeneration(t, [], {
      client,
      prefix,
      version: `20261117-120000-000${build}`,
      meta,
      live: false,
    });
  return {...api, client, prefix, generation, sound: await generation(1)};
});

type OnElasticsearch = Awaited<ReturnType<typeof onElasticsearch>>;

/** A lookup, and how it is answered while there is a dataset. */
const [lookup, notFound] = ['/v1/vehicles/1', 'VehicleNotFound'];

const isUnready = test.macro({
  title: (_, what: string) => `while ${what} the process is not ready, and its log says why`,
  async exec(
    t,
    _: string,
    spoil: (installation: OnElasticsearch) => Promise<unknown>,
    found: string,
    cause: RegExp,
    code?: string,
  ) {
    const installation = await onElasticsearch();
    const {client, prefix, sound, answers, finds, logs} = installation;
    const [isLogged, passesAgain] = [logs(cause), logs(/"A readiness check passes again\."/)];
    await spoil(installation);
    await answers(lookup, code ?? 'SearchUnavailable');
    t.is(await finds('elasticsearch', found), 503);
    await isLogged();

    const {vehiclesIndex, referencesIndex} = sound;
    const index = [vehiclesIndex, referencesIndex];
    await client.indices.delete({index: `${prefix}vehicles`}, {ignore: [400, 404]});
    await client.indices.open({index});
    await client.indices.putSettings({index, settings: {'index.blocks.read': false}});
    await flipTo(sound);
    await answers(lookup, notFound);
    t.is(await finds('elasticsearch', /^generation /), 200);
    await passesAgain();
  },
});

const nameAnIndex = ({client, prefix}: OnElasticsearch) =>
  client.indices.create({index: `${prefix}vehicles`});
const nameTwo = async ({client, prefix, generation}: OnElasticsearch) => {
  const {vehiclesIndex: index} = await generation(2);
  await client.indices.putAlias({index, name: `${prefix}vehicles`});
};
const mapAnew = async ({generation}: OnElasticsearch) =>
  flipTo(await generation(3, {mappingVersion: 999}));
const closeVehicles = ({client, sound}: OnElasticsearch) =>
  client.indices.close({index: sound.vehiclesIndex});
const closeReferences = ({client, sound}: OnElasticsearch) =>
  client.indices.close({index: sound.referencesIndex});
const blockVehicles = ({client, sound}: OnElasticsearch) =>
  client.indices.addBlock({index: sound.vehiclesIndex, block: 'read'});

const unusable = 'The search engine did not answer.';
const closed = 'The live index is closed.';
const blocked = 'The search engine blocks the live index.';
const [isIndex, areTwo] = [/must be an alias, but it is an index/, /must name one index, but it/];
const isOther = /has mapping version 999, but this API reads version/;
const fails = /"check":"elasticsearch","err":\{.+(closed|block).+"A readiness check fails\."/;

test.serial(isUnready, 'an index has the name of the alias', nameAnIndex, unusable, isIndex);
test.serial(isUnready, 'the alias names two indices', nameTwo, unusable, areTwo);
test.serial(isUnready, 'what is live has another mapping', mapAnew, unusable, isOther);
test.serial(isUnready, 'the live vehicles are closed', closeVehicles, closed, fails);
test.serial(isUnready, 'the live references are closed', closeReferences, closed, fails, notFound);
test.serial(isUnready, 'the live vehicles are blocked', blockVehicles, blocked, fails);

test('while Elasticsearch rejects the credentials the process is not ready, and says so', async t => {
  const {url, key} = await startAccount(t);
  const error = {type: 'security_exception', reason: 'unable to authenticate user [api]'};
  const node = await faultyEngine(t, 401, {error, status: 401});
  const {finds, answers} = await startWatched(t, key, {REDIS_URL: url, ELASTICSEARCH_NODES: node});
  t.is(await finds('elasticsearch', /rejects the credentials/), 503);
  await answers(lookup, 'SearchUnavailable');
});
