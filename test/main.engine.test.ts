import {once} from 'node:events';
import {createServer} from 'node:http';
import {type AddressInfo, connect, createServer as createTcpServer} from 'node:net';
import {createInterface} from 'node:readline';
import {text} from 'node:stream/consumers';
import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {startAccount} from './helpers/engines/account.ts';
import {startRedis} from './helpers/engines/redis.ts';
import {runAsProcess} from './helpers/processes/run-in-process.ts';
import {readinessWithRedis, startMain} from './helpers/processes/start-main.ts';
import {freePort} from './helpers/servers/free-port.ts';

test('the process serves until a stop signal and exits with 0', async t => {
  const {url} = await startRedis(t);
  const [PORT, OPS_PORT] = [String(await freePort()), String(await freePort())];
  const INDEX_PREFIX = `test-main-${PORT}-`;
  const child = startMain(t, {PORT, OPS_PORT, REDIS_URL: url, INDEX_PREFIX});
  const exit = once(child, 'exit');
  const output = createInterface(child.stdout);
  const lines: string[] = [];
  output.on('line', line => lines.push(line));
  await once(output, 'line');

  const live = await fetch(`http://127.0.0.1:${OPS_PORT}/health/live`);
  t.is(live.status, 200);
  await t.throwsAsync(fetch(`http://127.0.0.2:${OPS_PORT}/health/live`), undefined, 'nowhere else');
  const ready = await readinessWithRedis(OPS_PORT);
  t.is(ready.status, 503, 'nothing has been imported');
  t.like(ready.body, {checks: {elasticsearch: {healthy: false}, redis: {healthy: true}}});
  const refused = await fetch(`http://127.0.0.1:${PORT}/v1/dataset`);
  t.like(await refused.json(), {
    code: 'ApiKeyMissing',
    type: `http://localhost:${PORT}/problems/ApiKeyMissing`,
  });

  child.kill('SIGTERM');
  const [end] = await Promise.all([exit, once(output, 'close')]);
  t.deepEqual(end, [0, null]);
  const said = lines.map(line => JSON.parse(line).msg);
  t.true(said.includes('request'));
  t.is(said.at(-1), 'Stopped.', 'everything is logged to the last line');
});

test('the port opens once Redis is connected, so that no first request fails', async t => {
  const {key, url} = await startAccount(t);
  const redis = new URL(url);
  const late = createTcpServer(async client => {
    await wait(200);
    const onward = connect(Number(redis.port), redis.hostname);
    client.on('error', () => onward.destroy()).pipe(onward);
    onward.on('error', () => client.destroy()).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(late, 'listening');
  t.teardown(() => late.close());
  const REDIS_URL = url.replace(redis.host, `127.0.0.1:${(late.address() as AddressInfo).port}`);
  const [PORT, OPS_PORT] = [String(await freePort()), String(await freePort())];
  const child = startMain(t, {PORT, OPS_PORT, REDIS_URL});
  const ask = () => fetch(`http://127.0.0.1:${PORT}/v1/usage`, {headers: {'X-Api-Key': key}});
  let first: Response | undefined;
  while (child.exitCode === null && first === undefined) {
    first = await ask().catch(() => undefined);
    await wait(5);
  }
  t.is(first?.status, 200);
});

for (const [port, host] of [
  ['PORT', 'HOST'],
  ['OPS_PORT', 'OPS_HOST'],
] as const) {
  test(`a port in use at the address that ${host} names ends the process with one sentence`, async t => {
    const server = createServer().listen(0, '127.0.0.2');
    await once(server, 'listening');
    t.teardown(() => server.close());
    const taken = String((server.address() as AddressInfo).port);
    const free = {PORT: String(await freePort()), OPS_PORT: String(await freePort())};
    const child = startMain(t, {...free, [port]: taken, [host]: '127.0.0.2'});
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    t.is(code, 1);
    t.regex(said, /^Cannot listen on 127\.0\.0\.2:\d+: the port is in use\. [^\n]+\n$/);
  });
}

test('the process starts with no argument', async t => {
  const main = new URL('../src/main.ts', import.meta.url);
  const {code, stderr} = await runAsProcess(main, {PORT: 'eighty'}, ['--port', '80']);
  t.is(code, 2);
  t.regex(stderr, /^The API takes no arguments\. .*docs\/configuration\.md/);
});

test('an invalid configuration ends the process with exit code 2', async t => {
  const child = startMain(t, {PORT: 'eighty', LOG_LEVEL: 'loud'});
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  t.is(code, 2);
  t.regex(said, /PORT must be a port number.+LOG_LEVEL must be/s);
});
