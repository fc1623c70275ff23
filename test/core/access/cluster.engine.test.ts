import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import type {Cluster, Redis} from 'ioredis';
import {newAccountId, newApiKey} from '#core/access/api-key.ts';
import {callers} from '#core/access/callers.ts';
import {redisState, writeCheck} from '#core/access/durability.ts';
import {type Delivery, webhooks} from '#core/access/webhooks.ts';
import {KeysUnavailable} from '#core/domain/outages.ts';
import {anAccount} from '../../helpers/engines/account.ts';
import {anOperator, next, servingRedis} from '../../helpers/engines/redis.ts';
import {startRedisServer} from '../../helpers/engines/redis-server.ts';
import {runAdmin} from '../../helpers/processes/run-admin.ts';
import {type Scope, sharedFixture} from '../../helpers/scope.ts';
import {freePort} from '../../helpers/servers/free-port.ts';

const slots = 16_384;
const size = 3;

/** Nothing tells when the nodes of a cluster agree, so they are asked. */
const untilReady = async (nodes: readonly Redis[]): Promise<void> => {
  for (let attempt = 0; ; attempt += 1) {
    const infos = await Promise.all(nodes.map(node => node.cluster('INFO')));
    const agree = new RegExp(`cluster_state:ok[^]*cluster_known_nodes:${size}\\r`);
    if (infos.every(info => agree.test(String(info)))) return;
    if (attempt === 200) throw new Error(`The cluster does not form: ${infos[0]}`);
    await wait(100);
  }
};

/** Masters that share the hash slots; the client of the API for them. `stop` ends all of them. */
const startCluster = async (t: Scope) => {
  const servers = await Promise.all(
    Array.from({length: size}, async () => {
      const clusterPort = await freePort();
      const settings = ['save ""', 'cluster-enabled yes', `cluster-port ${clusterPort}`];
      return {...(await startRedisServer(t, settings)), clusterPort};
    }),
  );
  const nodes = await Promise.all(servers.map(({url}) => anOperator(t, url)));
  for (const [index, node] of nodes.entries()) {
    const first = Math.ceil((index * slots) / size);
    const last = Math.ceil(((index + 1) * slots) / size) - 1;
    await node.call('CLUSTER', 'ADDSLOTSRANGE', first, last);
    const {port = 0, clusterPort = 0} = servers[index] ?? {};
    await nodes[0]?.call('CLUSTER', 'MEET', '127.0.0.1', port, clusterPort);
  }
  await untilReady(nodes);
  for (const node of nodes) node.disconnect();
  const REDIS_URL = `redis+cluster://${servers.map(({port}) => `127.0.0.1:${port}`).join(',')}`;
  // A busy machine must not decide what a test finds.
  const patient = {commandTimeout: 30_000, socketTimeout: 30_000};
  const redis = await servingRedis<Cluster>(t, REDIS_URL, patient);
  const stop = () => Promise.all(servers.map(server => server.stop()));
  return {REDIS_URL, redis, servers, stop, callers: callers(redis, 'live')};
};

/** One for all of these tests, one after the other: the first finds it empty, the last stops it. */
const cluster = sharedFixture(test, startCluster);

test.serial(
  'on a cluster every admin command works, and keys are held to their limits',
  async t => {
    const {REDIS_URL, redis, callers} = await cluster();
    const json = async (...args: readonly string[]) => {
      const {code, stdout, stderr} = await runAdmin({REDIS_URL}, ...args, '--json');
      t.is(code, 0, stderr);
      return JSON.parse(stdout);
    };
    await t.throwsAsync(callers.admit(newApiKey('live', newAccountId()), 1), {
      instanceOf: KeysUnavailable,
      message: /empty/,
    });

    await json('plans', 'set', 'basic', '--monthly-requests', '70');
    const ids: string[] = [];
    for (const name of ['A', 'B', 'C', 'D']) {
      ids.push((await json('accounts', 'create', '--name', name, '--plan', 'basic')).accountId);
    }
    const accountId = ids[0] ?? '';
    const old = await json('keys', 'issue', accountId, '--expires-in', '30d');
    const {keyId, key} = await json('keys', 'rotate', old.keyId);
    t.is((await callers.admit(old.key, 1)).outcome, 'admitted');
    t.is((await callers.admit(newApiKey('live', accountId), 1)).outcome, 'unknown');

    const decisions = await Promise.all(Array.from({length: 200}, () => callers.admit(key, 1)));
    t.is(decisions.filter(({outcome}) => outcome === 'admitted').length, 60);
    const decision = await callers.admit(old.key, 0);
    if (decision.outcome !== 'admitted') return t.fail(decision.outcome);
    const {caller, limits} = decision;
    t.is((await callers.charge(caller, 10)).outcome, 'quotaExceeded');
    t.is((await callers.charge(caller, 9)).outcome, 'admitted');
    await callers.refund(caller, {cost: 9, month: limits.month});
    t.is((await callers.usage(caller, limits.month)).used, 61);

    t.is((await json('plans', 'set', 'basic', '--monthly-requests', '5')).accounts, 4);
    await json('accounts', 'set-plan', ids[1] ?? '', 'none');
    t.is((await json('accounts', 'list')).length, 4);
    t.is((await json('keys', 'list')).length, 2);
    t.like(await json('usage', accountId), {used: 61, monthlyRequests: 5});
    await json('keys', 'revoke', keyId, '--yes');
    t.is((await callers.admit(key, 0)).outcome, 'unknown');

    const {webhookId} = await json('webhooks', 'add', accountId, 'https://example.org/');
    await json('webhooks', 'rotate', webhookId);
    const stored = webhooks(redis, 'live');
    await stored.announce({serial: 1, name: 'changes-1', body: '{}'}, [webhookId], Date.now());
    await json('webhooks', 'test', webhookId);
    const [taken, other] = await stored.take(Date.now(), 60_000, 10);
    if (!taken || !other) return t.fail();
    await stored.settle(taken, {...taken, state: 'delivered'});
    const {deliveryId} = await json('webhooks', 'send-again', other.deliveryId);
    const listed = await json('webhooks', 'deliveries', webhookId);
    t.is(listed.length, 2);
    t.like(
      listed.find((each: Delivery) => each.deliveryId === deliveryId),
      {state: 'pending'},
    );
    await json('webhooks', 'remove', webhookId);
    t.deepEqual(await json('webhooks', 'list'), []);

    const {replicas, keeps} = await redisState(redis);
    t.is(replicas, 0);
    t.like(keeps, {aof_enabled: false, maxmemory_policy: true});
  },
);

test.serial('whether a cluster writes is checked with a script, as requests need it', async t => {
  const {redis} = await cluster();
  const limitMemory = (limit: string) =>
    Promise.all(redis.nodes('master').map(node => node.config('SET', 'maxmemory', limit)));
  const check = writeCheck(redis);
  t.is(await check(), 'writes');
  await limitMemory('1mb');
  await t.throwsAsync(check(), {
    instanceOf: KeysUnavailable,
    message: 'The key store refused to write: OOM.',
  });
  await limitMemory('0');
});

test.serial('a shard that was emptied alone makes none of its keys a wrong one', async t => {
  const {redis, callers} = await cluster();
  const ownerOf = async (key: string) => {
    for (const node of redis.nodes('master')) {
      // Others answer with an error that names it.
      const found = await node.exists(key).catch(() => undefined);
      if (found !== undefined) return node;
    }
    throw new Error(`No node holds ${key}.`);
  };
  const others = await Promise.all(['accounts', 'access:initialised'].map(ownerOf));
  let lost: Awaited<ReturnType<typeof anAccount>>;
  let shard: Redis;
  do {
    lost = await anAccount(redis);
    shard = await ownerOf(`account:{${lost.accountId}}`);
  } while (others.includes(shard));
  t.is((await callers.admit(lost.key, 1)).outcome, 'admitted');

  await shard.flushall();
  await t.throwsAsync(callers.admit(lost.key, 1), {
    instanceOf: KeysUnavailable,
    message: 'The key store has lost an account. Restore its data.',
  });
  t.is((await callers.admit(newApiKey('live', newAccountId()), 1)).outcome, 'unknown');
});

test('a command that needs the node that a cluster has just lost is one sentence', async t => {
  const {REDIS_URL, redis, servers} = await startCluster(t);
  const slot = await redis.cluster('KEYSLOT', 'accounts');
  await servers[Math.floor((slot * size) / slots)]?.stop();
  const {code, stderr} = await runAdmin({REDIS_URL}, 'accounts', 'list');
  t.is(code, 75);
  t.regex(stderr, /^Redis did not answer \(Connection is closed\.\)\. .+\n$/);
});

test.serial(
  'a cluster that is gone leaves keys unchecked, at once and not when it is back',
  async t => {
    const {redis, stop, callers} = await cluster();
    const {key} = await anAccount(redis);
    t.is((await callers.admit(key, 1)).outcome, 'admitted');
    await Promise.all(redis.nodes().map(node => node.ping()));
    const lost = next(redis, 'close');
    await stop();
    await t.throwsAsync(callers.admit(key, 1), {instanceOf: KeysUnavailable});
    await lost;
    const error = await t.throwsAsync(callers.admit(key, 1), {instanceOf: KeysUnavailable});
    t.regex(String(error?.cause), /The Redis Cluster cannot be reached/);
  },
);
