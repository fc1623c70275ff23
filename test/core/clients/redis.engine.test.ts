import {once} from 'node:events';
import {createServer} from 'node:http';
import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {callers} from '#core/access/callers.ts';
import {createRedisClient} from '#core/clients/redis.ts';
import {KeysUnavailable} from '#core/domain/outages.ts';
import {createLog} from '#core/log/log.ts';
import {readConfig} from '#src/config.ts';
import {anAccount} from '../../helpers/engines/account.ts';
import {anOperator, next, servingRedis} from '../../helpers/engines/redis.ts';
import {startRedisProxy} from '../../helpers/engines/redis-proxy.ts';
import {startRedisServer} from '../../helpers/engines/redis-server.ts';
import {redisUrl} from '../../helpers/environment.ts';
import {runAdmin, startAdminProcess} from '../../helpers/processes/run-admin.ts';
import {startServing} from '../../helpers/processes/start-main.ts';
import {sharedFixture} from '../../helpers/scope.ts';
import {certificateAuthority} from '../../helpers/servers/certificates.ts';
import {freePort} from '../../helpers/servers/free-port.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';

/** A key that is good, and a check of keys over a way that can fail. */
const startCheck = async (t: ExecutionContext) => {
  const {redis, way} = await startRedisProxy(t);
  const {key} = await anAccount(redis);
  const lines: string[] = [];
  const log = createLog('info', {write: line => void lines.push(line)});
  const client = await servingRedis(t, way.url, {}, log);
  return {way, client, lines, check: () => callers(client, 'live').admit(key, 1)};
};

test('a Redis that hangs leaves the key unchecked in the time a command has', async t => {
  const {way, check} = await startCheck(t);
  t.is((await check()).outcome, 'admitted');
  way.swallow();
  const error = await t.throwsAsync(check(), {instanceOf: KeysUnavailable});
  t.regex(String(error?.cause), /timed out/);
});

test('a Redis that is gone is said once, and once more when it is back', async t => {
  const {way, client, lines, check} = await startCheck(t);
  way.cut();
  await once(client, 'error');
  await once(client, 'error');
  const error = await t.throwsAsync(check(), {instanceOf: KeysUnavailable});
  t.notRegex(String(error?.cause), /timed out/, 'nobody waits for a connection that is not there');
  const ready = next(client, 'ready');
  await way.mend();
  await ready;
  t.is((await check()).outcome, 'admitted');
  t.deepEqual(
    lines.map(line => JSON.parse(line).msg),
    ['Redis cannot be reached at REDIS_URL; reconnecting.', 'Redis answers again.'],
  );
});

/** Nothing tells when a replica has taken over for good, so keys are tried until one is let in. */
const untilAdmitted = async (admit: () => Promise<{readonly outcome: string}>) => {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await admit().then(
      ({outcome}) => outcome,
      () => 'unavailable',
    );
    if (outcome !== 'unavailable' || attempt === 300) return outcome;
    await wait(100);
  }
};

test('the master that Sentinels name is used, and after a failover the new one', async t => {
  const master = await startRedisServer(t, ['save ""', 'repl-diskless-sync-delay 0']);
  const replica = await startRedisServer(t, ['save ""', `replicaof 127.0.0.1 ${master.port}`]);
  const sentinel = await startRedisServer(
    t,
    [
      `sentinel monitor mymaster 127.0.0.1 ${master.port} 1`,
      'sentinel down-after-milliseconds mymaster 1000',
      'sentinel failover-timeout mymaster 5000',
    ],
    ['--sentinel'],
  );
  const REDIS_URL = `redis+sentinel://127.0.0.1:${sentinel.port}/mymaster`;
  const redis = await servingRedis(t, REDIS_URL, {commandTimeout: 5000});
  const {key} = await anAccount(redis);
  const {admit} = callers(redis, 'live');
  t.is((await admit(key, 1)).outcome, 'admitted');

  const [original, copy] = [await anOperator(t, master.url), await anOperator(t, replica.url)];
  await original.incr('written');
  t.is(await original.wait(1, 30_000), 1, 'the replica has it all');
  await master.stop();
  t.is(await untilAdmitted(() => admit(key, 1)), 'admitted');
  t.is(redis.stream?.remotePort, replica.port);
  t.is((await copy.role())[0], 'master');
});

const password = 'p@ss:w/rd';
const encoded = encodeURIComponent(password);

/** Redis that takes the named user alone, and TLS on a port of its own. */
const secured = sharedFixture(test, async t => {
  const authority = await certificateAuthority(t);
  const {key, cert} = await authority.issue();
  const tlsPort = await freePort();
  const {port} = await startRedisServer(t, [
    ...['save ""', 'user default off', `user ops on >${password} ~* &* +@all`],
    ...[`tls-port ${tlsPort}`, 'tls-auth-clients no'],
    ...[`tls-cert-file ${cert}`, `tls-key-file ${key}`, `tls-ca-cert-file ${authority.ca}`],
  ]);
  return {port, url: `rediss://ops:${encoded}@127.0.0.1:${tlsPort}`, ca: authority.ca};
});

const setPlan = ['plans', 'set', 'small', '--monthly-requests', '10'];

test('a Redis with TLS, a user and a password is used', async t => {
  const {url, ca} = await secured();
  const env = {REDIS_URL: url, NODE_EXTRA_CA_CERTS: ca};
  const {code, stderr} = await startAdminProcess(env, ...setPlan);
  t.is(code, 0, stderr);
  const api = await startServing(t, {...env, LOG_LEVEL: 'info'});
  t.notRegex(api.said(), /Redis cannot be reached/);
});

const isNamed = test.macro({
  title: (_, what: string) => `${what} is named with REDIS_URL, and no password`,
  async exec(t, _what: string, words: RegExp, user?: string) {
    const {url, port} = await secured();
    const REDIS_URL = user === undefined ? url : `redis://${user}@127.0.0.1:${port}`;
    const {code, stderr} = await runAdmin({REDIS_URL}, ...setPlan);
    t.not(code, 0);
    t.regex(stderr, /REDIS_URL/);
    t.regex(stderr, words);
    t.notRegex(stderr, /p@ss|p%40ss/);
  },
});

test(isNamed, 'a private CA that is not configured', /certificate/);
test(isNamed, 'a wrong password', /WRONGPASS/, 'ops:wrong');
test(isNamed, 'a password that is missing', /NOAUTH|WRONGPASS|Authentication/, 'ops');

const isTold = test.macro({
  title: (_, what: string) => `${what} is one sentence with REDIS_URL`,
  async exec(
    t,
    _what: string,
    address: string | ((t: ExecutionContext) => Promise<string>),
    code: number,
    words: RegExp,
  ) {
    const REDIS_URL = typeof address === 'string' ? address : await address(t);
    const said = await runAdmin({REDIS_URL}, ...setPlan);
    t.is(said.code, code, said.stderr);
    t.regex(said.stderr, words);
    t.regex(said.stderr, /^.*REDIS_URL.*\n$/);
  },
});

const ofWebServer =
  (scheme: string, path = '') =>
  async (t: ExecutionContext) => {
    const port = await onLoopback(t, createServer());
    return `${scheme}://127.0.0.1:${port}${path}`;
  };

/** Of which no node has any data. */
const emptyCluster = async (t: ExecutionContext) => {
  const ownPort = `cluster-port ${await freePort()}`;
  const {port} = await startRedisServer(t, ['save ""', 'cluster-enabled yes', ownPort]);
  return `redis+cluster://127.0.0.1:${port}`;
};

/** A connection of ours is its most. */
const fullRedis = async (t: ExecutionContext) => {
  const {url} = await startRedisServer(t, ['save ""', 'maxclients 1']);
  await (await anOperator(t, url)).ping();
  return url;
};

test(isTold, 'a Redis with its most clients', fullRedis, 75, /; has it reached its maxclients\?\)/);
test(isTold, 'another server', ofWebServer('redis'), 2, /is not Redis/);
test(
  isTold,
  'another server than a Sentinel',
  ofWebServer('redis+sentinel', '/m'),
  2,
  /is not Redis/,
);
test(
  isTold,
  'one Redis in place of a cluster',
  redisUrl.replace(':', '+cluster:'),
  2,
  /cluster support disabled/,
);
test(isTold, 'a cluster that lacks data', emptyCluster, 75, /not ready within 8 s/);

test('a database that Redis does not have is none, and no other one is used', async t => {
  const redis = createRedisClient(readConfig({REDIS_URL: `${redisUrl}/9999`}), createLog('silent'));
  t.teardown(() => redis.disconnect());
  const happens = async (event: 'ready' | 'close') => next(redis, event).then(() => event);
  t.is(await Promise.race([happens('ready'), happens('close')]), 'close');
  t.is(await Promise.race([happens('ready'), happens('close')]), 'close', 'it tries again');
});

test('what the nodes of a cluster say is logged', async t => {
  const lines: string[] = [];
  const REDIS_URL = redisUrl.replace(':', '+cluster:');
  const log = createLog('info', {write: line => void lines.push(line)});
  await t.throwsAsync(servingRedis(t, REDIS_URL, {}, log));
  t.regex(lines.join(''), /cluster support disabled/);
});

test('Sentinels with a password of their own name the master, which has another', async t => {
  const master = await startRedisServer(t, ['save ""', `requirepass ${password}`]);
  const sentinel = await startRedisServer(
    t,
    [
      'requirepass watched',
      `sentinel monitor mymaster 127.0.0.1 ${master.port} 1`,
      `sentinel auth-pass mymaster ${password}`,
    ],
    ['--sentinel'],
  );
  const address = `redis+sentinel://:${encoded}@127.0.0.1:${sentinel.port}/mymaster`;
  const known = await runAdmin({REDIS_URL: `${address}?sentinelPassword=watched`}, ...setPlan);
  t.is(known.code, 0, known.stderr);
  const unknown = await runAdmin({REDIS_URL: address}, ...setPlan);
  t.not(unknown.code, 0);
  t.regex(unknown.stderr, /REDIS_URL/);
});
