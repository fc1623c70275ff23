import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {startAccount, usedBy} from './helpers/engines/account.ts';
import {engineProxy} from './helpers/engines/elasticsearch-proxy.ts';
import {createTestGeneration} from './helpers/engines/test-index.ts';
import {aVehicleDocument} from './helpers/fakes/vehicle-document.ts';
import {startServing} from './helpers/processes/start-main.ts';
import {openConnection} from './helpers/servers/open-connection.ts';

/** A page of these is more than the kernel takes for a client that does not read. */
const largeName = 'x'.repeat(1024 * 1024);
const documents = Array.from({length: 20}, (_, at) =>
  aVehicleDocument({
    id: String(at + 1),
    registrationNumber: `AB100${10 + at}`,
    make: {id: '1', name: at < 10 ? largeName : 'VOLVO'},
  }),
);

/** The process of the API over its engines; Elasticsearch answers lookups while `hold` does not tell it to wait. */
const start = async (t: ExecutionContext) => {
  const {redis, url, accountId, key} = await startAccount(t);
  const {prefix} = await createTestGeneration(t, documents);
  let held = Promise.resolve();
  const node = await engineProxy(t, async () => {
    await held;
    return 'pass' as const;
  });
  const api = await startServing(t, {
    REDIS_URL: url,
    ELASTICSEARCH_NODES: node,
    INDEX_PREFIX: prefix,
  });
  const head = `HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n`;
  const ask = async (path: string, times = 1) => {
    const connection = await openConnection(t, api.port);
    connection.write(`GET ${path} ${head}\r\n`.repeat(times));
    return connection;
  };
  return {
    ...api,
    head,
    ask,
    open: () => openConnection(t, api.port),
    hold: () => {
      const {promise, resolve} = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    used: () => usedBy(redis, accountId),
    until: async (holds: () => boolean | Promise<boolean>) => {
      while (!(await holds())) await wait(5);
    },
  };
};

/** The statuses of these bytes, each of a response that is whole: its body is as long as it says. */
const wholeResponses = (bytes: string): readonly string[] => {
  const statuses: string[] = [];
  for (let rest = bytes; rest !== ''; ) {
    const [, status = '', headers = ''] = /^HTTP\/1\.1 (\d+).*?\r\n(.*?\r\n)\r\n/s.exec(rest) ?? [];
    const end =
      rest.indexOf('\r\n\r\n') + 4 + Number(/^Content-Length: (\d+)/im.exec(headers)?.[1]);
    if (Number.isNaN(end) || rest.length < end) throw new Error(`Cut off: ${headers}`);
    statuses.push(status);
    rest = rest.slice(end);
  }
  return statuses;
};

test('a stop signal loses no request that was admitted, whatever its client does', async t => {
  const {head, ask, open, hold, used, until, opsPort, pid, said, ended} = await start(t);
  const idle = await ask('/v1/vehicles/11');
  await idle.receive(/\r\n\r\n\{.*\}/s);
  const slow = await ask('/v1/vehicles?sortBy=id&pageSize=10');
  await slow.receive(/\r\n\r\n\{/);
  slow.socket.pause();

  const release = hold();
  const body = JSON.stringify({plates: ['AB10020', 'ab 10021', 'ab10021', 'none']});
  const batch = await open();
  batch.write(
    `POST /v1/vehicles/plates ${head}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await batch.receive(/100 Continue\r\n\r\n/);
  batch.write(body.slice(0, 9));
  const lookups = await Promise.all([12, 13, 14].map(id => ask(`/v1/vehicles/${id}`)));
  const pipelined = await ask('/v1/vehicles/15', 3);
  await until(async () => (await used()) === 2 + 3 + 1);

  process.kill(pid, 'SIGTERM');
  await until(() => said().includes('Stopping after'));
  // At once, because lookups may wait for 1.8 s alone.
  release();
  const {status} = await fetch(`http://127.0.0.1:${opsPort}/health/ready`);
  t.is(status, 503);
  batch.write(body.slice(9));
  // Closed when the server closes, which must not wait for the slow client.
  await idle.end();
  slow.socket.resume();

  const texts = await Promise.all(
    [idle, slow, ...lookups, pipelined, batch].map(
      async connection => (await connection.end()).text,
    ),
  );
  t.is(await ended, 0);
  const statuses = texts.map(text => wholeResponses(text.replace(/^.*100 Continue\r\n\r\n/, '')));
  const pipelinedAll = ['200', '200', '200'];
  t.deepEqual(statuses, [['200'], ['200'], ['200'], ['200'], ['200'], pipelinedAll, ['200']]);
  for (const text of texts.slice(2)) t.regex(text, /^Connection: close\r$/im);
  t.is(await used(), 8 + 3, 'the batch has three different plates');
  t.true(said().trim().endsWith('"msg":"Stopped."}'));
});

test('a process that stands still for two seconds answers what came meanwhile, and goes on', async t => {
  const {ask, hold, pid, opsPort, used, until} = await start(t);
  const release = hold();
  const before = await Promise.all([11, 12, 13].map(id => ask(`/v1/vehicles/${id}`)));
  await until(async () => (await used()) === 3);
  process.kill(pid, 'SIGSTOP');
  release();
  const during = await Promise.all([14, 15].map(id => ask(`/v1/vehicles/${id}`)));
  const live = fetch(`http://127.0.0.1:${opsPort}/health/live`);
  await wait(2000);
  process.kill(pid, 'SIGCONT');

  for (const {receive} of [...before, ...during]) {
    t.regex(await receive(/\r\n\r\n\{.*\}$/s), /^HTTP\/1\.1 (?:200|503) .*^X-Request-Id: /ms);
  }
  t.is((await live).status, 200);
  // A busy machine may need more than one request.
  await until(async () => {
    const after = await ask('/v1/vehicles/16');
    return (await after.receive(/\r\n\r\n\{.*\}$/s)).startsWith('HTTP/1.1 200 ');
  });
});
