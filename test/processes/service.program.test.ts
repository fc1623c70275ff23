import {execFile} from 'node:child_process';
import {once} from 'node:events';
import {readdir, readFile} from 'node:fs/promises';
import {Agent, createServer, get, type IncomingMessage} from 'node:http';
import {text} from 'node:stream/consumers';
import {setTimeout as wait} from 'node:timers/promises';
import {promisify} from 'node:util';
import test from 'ava';
import {startRedis} from '../helpers/engines/redis.ts';
import {startMain, startServing} from '../helpers/processes/start-main.ts';
import {type Scope, sharedFixture} from '../helpers/scope.ts';
import {freePort} from '../helpers/servers/free-port.ts';
import {onLoopback} from '../helpers/servers/on-loopback.ts';
import {openConnection} from '../helpers/servers/open-connection.ts';

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await wait(20);
};

/** The processes that a process has started and that live, by their ids. */
const childrenOf = async (pid: number): Promise<readonly number[]> => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return (children.match(/\d+/g) ?? []).map(Number);
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The API in two processes, over an index that was never filled: what it serves needs no key. */
const startTwo = async (t: Scope) => {
  const {url: REDIS_URL} = await startRedis(t);
  const service = await startServing(t, {
    REDIS_URL,
    API_PROCESSES: '2',
    INDEX_PREFIX: 'test-none-',
  });
  const ops = async (path: string) => fetch(`http://127.0.0.1:${service.opsPort}${path}`);
  const readiness = async () => JSON.parse(await (await ops('/health/ready')).text());
  const bothAnswer = () =>
    until(async () => (await readiness()).checks.processes.found === '2 of 2 answer');
  await bothAnswer();
  return {
    ...service,
    readiness,
    bothAnswer,
    isLive: async () => (await ops('/health/live')).status,
    processes: () => childrenOf(service.pid),
    metrics: async () => (await ops('/metrics')).text(),
    /** How many requests the metrics have counted. */
    counted: async () => {
      const counts = (await (await ops('/metrics')).text()).matchAll(
        /^http_request_duration_seconds_count\{.*\} (\d+)/gm,
      );
      return counts.reduce((sum, [, count]) => sum + Number(count), 0);
    },
  };
};

/** One that the tests up to its stop share, in this order. */
const service = sharedFixture(test, startTwo);

test.serial('a process that stands still makes the service neither ready nor live', async t => {
  const {opsPort, processes, readiness, isLive, bothAnswer, metrics, said} = await service();
  t.is(await isLive(), 200);
  await t.throwsAsync(fetch(`http://127.0.0.2:${opsPort}/health/live`), undefined, 'nowhere else');
  const [still = Number.NaN] = await processes();
  process.kill(still, 'SIGSTOP');
  t.like(await readiness(), {
    status: 'not ready',
    checks: {processes: {healthy: false, found: '1 of 2 answer'}},
  });
  t.is(await isLive(), 503);
  t.true((await metrics()).includes('api_build_info{'), 'another tells what all share');
  await Promise.all(Array.from({length: 11}, readiness));
  t.notRegex(said(), /Warning/);
  process.kill(still, 'SIGCONT');
  await bothAnswer();
  t.is(await isLive(), 200);
});

/** The number in the only line of this metric. */
const sampleOf = (metrics: string, name: string): number => {
  const lines = [...metrics.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))];
  return lines.length === 1 ? Number(lines[0]?.[1]) : Number.NaN;
};

test.serial('what all processes share is in the metrics once', async t => {
  const metrics = await (await service()).metrics();
  t.is(sampleOf(metrics, 'api_build_info'), 1);
  t.is(sampleOf(metrics, 'nodejs_version_info'), 1);
  t.true(metrics.includes('readiness_check_passing{check="processes"} 1'));
});

const request = 'GET /v1/nothing HTTP/1.1\r\nHost: a\r\n\r\n';

/** How many complete responses these bytes are. */
const responsesIn = (bytes: string): number => bytes.split('"code":"RouteNotFound"').length - 1;

test.serial(
  'two processes serve one port; one that is killed is replaced, and nothing but its memory is lost from the metrics',
  async t => {
    const {port, processes, bothAnswer, counted, readiness, said, metrics} = await service();
    const memory = async () => sampleOf(await metrics(), 'process_resident_memory_bytes');
    const connections: Awaited<ReturnType<typeof openConnection>>[] = [];
    // One after the other: of those at once one process may get all.
    for (let count = 1; count <= 4; count += 1) {
      const connection = await openConnection(t, port);
      connection.write(request);
      await connection.receive(/RouteNotFound/);
      connections.push(connection);
    }
    await until(async () => (await counted()) === 4);

    const memoryOfBoth = await memory();
    const before = await processes();
    t.is(before.length, 2);
    const [killed = Number.NaN] = before;
    process.kill(killed, 'SIGKILL');
    await until(async () => connections.some(({socket}) => socket.destroyed));
    await until(async () => {
      const now = await processes();
      return now.length === 2 && !now.includes(killed);
    });
    await bothAnswer();
    t.deepEqual(await Promise.all([counted(), counted(), counted()]), [4, 4, 4]);
    t.true((await memory()) < 1.25 * memoryOfBoth);
    const others = connections.filter(({socket}) => !socket.destroyed);
    t.true(others.length > 0, 'the other process has kept its connections');
    for (const {write} of others) write(request);
    await until(async () => others.every(({received}) => responsesIn(received()) === 2));
    await until(async () => (await counted()) === 4 + others.length);
    // What a process has found before its connection was made is shared for a second.
    await until(async () => (await readiness()).checks.redis.healthy);
    t.like(await readiness(), {checks: {elasticsearch: {healthy: false}}});

    t.regex(said(), /"signal":"SIGKILL","msg":"A process of the API died\."/);
  },
);

test('a connection that a process dies with before it has taken it is closed', async t => {
  const {port, processes} = await startTwo(t);
  const [still = Number.NaN] = await processes();
  process.kill(still, 'SIGSTOP');
  const connections = await Promise.all([1, 2, 3].map(() => openConnection(t, port)));
  for (const {write} of connections) write(request);
  const unanswered = () => connections.filter(({received}) => responsesIn(received()) === 0);
  await until(async () => unanswered().length === 1);
  process.kill(still, 'SIGKILL');
  await until(async () => unanswered().every(({socket}) => socket.destroyed));
  t.is(unanswered().length, 1);
});

test('the others serve while a process cannot be started again', async t => {
  const {pid, processes, readiness, bothAnswer, said} = await startTwo(t);
  const filesUpTo = (most: number) =>
    promisify(execFile)('prlimit', [`--pid=${pid}`, `--nofile=${most}:`]);
  await filesUpTo((await readdir(`/proc/${pid}/fd`)).length);
  const [killed = Number.NaN] = await processes();
  process.kill(killed, 'SIGKILL');
  await until(async () => said().includes('"msg":"A process of the API cannot be started."'));
  t.like(await readiness(), {checks: {processes: {healthy: true, found: '1 of 2 answer'}}});
  await filesUpTo(1_000);
  await bothAnswer();
});

/** Asks on one connection until it is told to close it; a request without a response throws. */
const askUntilClosed = async (port: number, answered: () => void): Promise<void> => {
  const agent = new Agent({keepAlive: true, maxSockets: 1});
  for (let isClosing = false; !isClosing; ) {
    const sent = get({port, host: '127.0.0.1', path: '/v1/nothing', agent});
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    if (responsesIn(await text(response)) !== 1) throw new Error('A response is incomplete.');
    isClosing = response.headers.connection === 'close';
    answered();
  }
  agent.destroy();
};

const stops = test.macro(
  async (
    t,
    start: (t: Scope) => ReturnType<typeof startTwo>,
    signalled: (pid: number) => Promise<readonly number[]>,
  ) => {
    const {port, opsPort, pid, ended, said} = await start(t);
    const enough = Promise.withResolvers<void>();
    let answers = 0;
    const clients = Array.from({length: 12}, () =>
      askUntilClosed(port, () => {
        answers += 1;
        if (answers === 200) enough.resolve();
      }),
    );
    await enough.promise;
    for (const each of await signalled(pid)) process.kill(each, 'SIGTERM');
    await Promise.all(clients);
    t.is(await ended, 0);
    t.is(said().match(/The API is listening/g)?.length, 1);
    t.is(said().match(/"Stopped\."/g)?.length, 1);
    t.true(said().endsWith('"msg":"Stopped."}\n'));
    await t.throwsAsync(childrenOf(pid), {code: 'ENOENT'});
    await t.throwsAsync(fetch(`http://127.0.0.1:${opsPort}/health/live`));
  },
);

test.serial(
  'a stop signal costs no request, whichever process has it',
  stops,
  service,
  async pid => [pid],
);
test('nor does one that reaches every process', stops, startTwo, async pid => [
  ...(await childrenOf(pid)),
  pid,
]);

test('a second stop signal ends all processes at once, whatever is under way', async t => {
  const {pid, port, processes, ended} = await startTwo(t);
  const {write} = await openConnection(t, port);
  write('GET /v1/nothing HTTP/1.1\r\n');
  const workers = await processes();
  process.kill(pid, 'SIGTERM');
  await wait(100);
  process.kill(pid, 'SIGTERM');
  t.is(await ended, 'SIGTERM');
  await until(async () => !workers.some(isAlive));
  t.pass();
});

/** One that has died meanwhile need not be killed. */
const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

test('processes that die again and again end the service', async t => {
  const {processes, said, ended} = await startTwo(t);
  const [spared] = await processes();
  let exitCode: unknown;
  const end = ended.then(code => {
    exitCode = code;
  });
  while (exitCode === undefined) {
    const living = await processes().catch(() => []);
    for (const one of living.filter(pid => pid !== spared)) kill(one);
    await wait(20);
  }
  await end;
  t.is(exitCode, 1);
  t.is(said().match(/A process of the API died\./g)?.length, 10);
  t.regex(said(), /"10 processes of the API died within a minute\."/);
});

test('what keeps a service from starting is said once, with the exit code of one process', async t => {
  const PORT = String(await onLoopback(t, createServer()));
  const child = startMain(t, {PORT, OPS_PORT: String(await freePort()), API_PROCESSES: '3'});
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  t.is(code, 1);
  t.regex(said, /^Cannot listen on 127\.0\.0\.1:\d+: the port is in use\. [^\n]+\n$/);
});
