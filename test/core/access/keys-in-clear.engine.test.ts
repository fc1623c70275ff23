import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {anOperator} from '../../helpers/engines/redis.ts';
import {startRedisServer} from '../../helpers/engines/redis-server.ts';
import {createTestGeneration} from '../../helpers/engines/test-index.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {runAdmin} from '../../helpers/processes/run-admin.ts';
import {startServing} from '../../helpers/processes/start-main.ts';
import {openConnection} from '../../helpers/servers/open-connection.ts';

/** Where the secret of a key lies in it: after `vdl_live_` and the id of the account. */
const secretOf = (key: string): string => key.slice(19, 41);

const filesIn = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, {withFileTypes: true, recursive: true});
  const files = entries.filter(entry => entry.isFile());
  return Promise.all(files.map(({parentPath, name}) => readFile(join(parentPath, name), 'latin1')));
};

/** Everything that a server answers to bytes, until it closes. */
const exchanged = async (t: ExecutionContext, port: number, bytes: string): Promise<string> => {
  const connection = await openConnection(t, port);
  connection.write(bytes);
  return (await connection.end()).text;
};

const headersOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

test('a key is seen when it is issued, and then nowhere, whatever happens', async t => {
  const {prefix} = await createTestGeneration(t, [aVehicleDocument()]);
  const server = await startRedisServer(t, ['appendonly yes', 'appendfsync always']);
  const env = {REDIS_URL: server.url, INDEX_PREFIX: prefix, LOG_LEVEL: 'trace'};
  // Once it is ready: a command of its own that Redis tells the watcher of too early breaks ioredis.
  const redis = await anOperator(t, server.url);
  const watcher = await redis.monitor();
  t.teardown(() => watcher.disconnect());
  const heard: string[] = [];
  watcher.on('monitor', (_, args: readonly string[]) => heard.push(args.join(' ')));

  const issuedBy = async (...args: readonly string[]) =>
    JSON.parse((await runAdmin(env, ...args, '--json')).stdout);
  const said: string[] = [];
  const admin = async (...args: readonly string[]) => {
    const {stdout, stderr} = await runAdmin(env, ...args);
    said.push(stdout, stderr);
  };
  await admin('plans', 'set', 'basic', '--monthly-requests', '1000');
  const {accountId} = await issuedBy('accounts', 'create', '--name', 'A', '--plan', 'basic');
  const {keyId, key} = await issuedBy('keys', 'issue', accountId, '--name', 'laptop');
  const rotated = await issuedBy('keys', 'rotate', keyId);

  const api = await startServing(t, env);
  const ask = async (path: string, more: Readonly<Record<string, string>> = {}, body = '') => {
    const headers = headersOf({Host: 'x', 'X-Api-Key': key, Connection: 'close', ...more});
    const method = body === '' ? 'GET' : 'POST';
    const length = body === '' ? '' : `Content-Length: ${body.length}\r\n`;
    const request = `${method} ${path} HTTP/1.1\r\n${headers}${length}\r\n${body}`;
    const answer = await exchanged(t, api.port, request);
    said.push(answer);
    return Number(answer.split(' ')[1]);
  };

  t.is(await ask('/v1/vehicles/9000000009000001'), 200);
  t.is(await ask('/v1/vehicles/9000000009000001', {'X-Api-Key': rotated.key}), 200);
  t.is(await ask('/v1/vehicles/1'), 404);
  t.is(await ask('/v1/vehicles/abc'), 400);
  t.is(await ask('/v1/nothing'), 404);
  t.is(await ask('/v1/usage'), 200);
  t.is(await ask('/v1/vehicles/plates', {}, '{"plates": ["AB12345"]}'), 200);
  t.is(await ask('/v1/vehicles/plates', {}, '{"plates": 1}'), 400);
  for (const near of [key.slice(0, -1), `${key}0`, `${key}, ${key}`, key.toLowerCase()]) {
    t.is(await ask('/v1/vehicles/1', {'X-Api-Key': near}), 401);
  }
  t.is(await ask('/v1/vehicles/1', {'X-Request-Id': key, traceparent: key}), 404);
  t.is(await ask(`/v1/vehicles/1?key=${key}`), 404);
  t.is(await ask('/v1/vehicles/1', {'If-None-Match': key}), 404);
  t.is(await ask('/v1/vehicles/1', {'X-Api-Key': `${key}\u0000`}), 400);
  t.is(await ask('/v1/vehicles/1', {[`No name ${key}`]: 'x'}), 400);
  t.is(await ask('/v1/vehicles/1', {'X-Api-Key': key.repeat(400)}), 431);
  for (const path of ['/metrics', '/health/ready', '/health/live']) {
    said.push(await (await fetch(`http://127.0.0.1:${api.opsPort}${path}`)).text());
  }

  server.pause();
  t.is(await ask('/v1/vehicles/1'), 503);
  server.resume();
  await redis.config('SET', 'maxmemory', '1mb');
  t.is(await ask('/v1/vehicles/1'), 503);
  await admin('keys', 'issue', accountId);
  await redis.config('SET', 'maxmemory', '0');

  await admin('keys', 'list');
  await admin('usage', accountId, '--json');
  for (const command of [
    ['keys', 'revoke', '--yes'],
    ['keys', 'rotate'],
    ['keys', 'issue'],
    ['usage'],
  ]) {
    await admin(...command, key);
  }
  await admin('keys', 'revoke', keyId, '--yes');
  t.is(await ask('/v1/vehicles/1'), 401);

  const process = await Promise.all(
    ['cmdline', 'comm', 'environ'].map(name => readFile(`/proc/${api.pid}/${name}`, 'latin1')),
  );
  const names = await redis.keys('*');
  const dumps = await Promise.all(names.map(name => redis.dumpBuffer(name)));
  watcher.disconnect();
  redis.disconnect();
  await server.stop();
  await ask('/v1/vehicles/1');
  await api.end('SIGTERM');

  const places = {
    answers: said.join('\n'),
    log: api.said(),
    process: process.join('\n'),
    'names in Redis': names.join('\n'),
    'values in Redis': dumps.map(dump => dump?.toString('latin1')).join('\n'),
    'files of Redis': (await filesIn(server.folder)).join('\n'),
    'commands to Redis': heard.join('\n'),
  };
  t.regex(
    places.log,
    new RegExp(`"keyId":"${keyId}"`),
    'requests are logged, with the id of the key',
  );
  t.regex(places.log, /Redis cannot be reached/);
  t.true(places['files of Redis'].includes(keyId) && places['commands to Redis'].includes(keyId));
  for (const [place, text] of Object.entries(places)) {
    for (const issued of [key, rotated.key]) {
      t.false(text.toLowerCase().includes(secretOf(issued).toLowerCase()), place);
    }
  }
});
