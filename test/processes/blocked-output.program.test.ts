import {once} from 'node:events';
import {closeSync, constants, openSync, readFileSync, writeSync} from 'node:fs';
import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {startRedis} from '../helpers/engines/redis.ts';
import {aNamedPipe} from '../helpers/extracts/files.ts';
import {fullDisk, onSmallDisk} from '../helpers/processes/small-disk.ts';
import {startMainOn} from '../helpers/processes/start-main.ts';
import {freePort} from '../helpers/servers/free-port.ts';
import {openConnection} from '../helpers/servers/open-connection.ts';

/** The API with this descriptor as standard output, once it is live. */
const startOn = async (t: ExecutionContext, output: number, processes: number) => {
  const {url: REDIS_URL} = await startRedis(t);
  const [PORT, OPS_PORT] = [String(await freePort()), String(await freePort())];
  const child = startMainOn(t, [output, 'inherit'], {
    INDEX_PREFIX: 'test-none-',
    API_PROCESSES: String(processes),
    PORT,
    OPS_PORT,
    REDIS_URL,
  });
  const ended = once(child, 'exit');
  const ops = (path: string) => fetch(`http://127.0.0.1:${OPS_PORT}${path}`);
  const live = async () => (await ops('/health/live')).status;
  const ask = () => fetch(`http://127.0.0.1:${PORT}/v1/dataset`);
  while ((await ask().catch(() => undefined)) === undefined) {
    if (child.exitCode !== null) throw new Error(`It ended at once, with ${child.exitCode}.`);
    await wait(20);
  }

  const requests = async (count: number) => {
    for (let sent = 0; sent < count; sent += 20) {
      const answers = Array.from({length: 20}, async () => {
        const answer = await ask();
        await answer.arrayBuffer();
        return answer.status;
      });
      t.deepEqual(new Set(await Promise.all(answers)), new Set([401]));
    }
  };
  /** As many on each connection as may wait there, until the lines of some were dropped. */
  const requestsUntilDropped = async () => {
    const request = 'GET /v1/dataset HTTP/1.1\r\nHost: a\r\n';
    const last = `${request}Connection: close\r\n\r\n`;
    while (!/^log_lines_dropped_total [1-9]/m.test(await (await ops('/metrics')).text())) {
      const connections = Array.from({length: 20}, async () => {
        const {write, end} = await openConnection(t, Number(PORT));
        write(`${request}\r\n`.repeat(30) + last);
        return (await end()).text.match(/HTTP\/1\.1 401 /g)?.length;
      });
      t.deepEqual(new Set(await Promise.all(connections)), new Set([31]));
    }
  };
  return {
    requests,
    requestsUntilDropped,
    live,
    stop: async () => {
      child.kill('SIGTERM');
      return await ended;
    },
  };
};

/** A named pipe with a reader that reads nothing, and whose buffer is full; and how to close that reader. */
const fullPipe = async (t: ExecutionContext) => {
  const path = await aNamedPipe(t);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const filler = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  t.throws(() => {
    for (;;) writeSync(filler, Buffer.alloc(4096));
  });
  const output = openSync(path, 'w');
  t.teardown(() => {
    closeSync(filler);
    closeSync(output);
  });
  return {output, reader};
};

const linesIn = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap(line => (line === '' ? [] : [JSON.parse(line)]));

const diskTest = onSmallDisk(test);

diskTest(
  'two processes serve and stop while the disk of their log is full, and log again once it has room',
  async t => {
    const disk = fullDisk(t);
    const output = openSync(disk.log, 'a');
    const {requests, live, stop} = await startOn(t, output, 2);
    closeSync(output);
    await requests(200);
    t.is(await live(), 200);
    disk.makeRoom();
    const logged = () => linesIn(disk.log).filter(({msg}) => msg === 'request').length;
    while (logged() < 201) await wait(20);
    t.deepEqual(await stop(), [0, null]);
    t.is(logged(), 201);
    t.is(linesIn(disk.log).at(-1).msg, 'Stopped.');
  },
);

test('two processes serve and stop while nobody reads the pipe of their log', async t => {
  const {output, reader} = await fullPipe(t);
  const {requests, live, stop} = await startOn(t, output, 2);
  await requests(200);
  t.is(await live(), 200);
  t.deepEqual(await stop(), [0, null]);
  closeSync(reader);
});

test('a process serves and stops when the reader of its log is gone', async t => {
  const {output, reader} = await fullPipe(t);
  const {requests, live, stop} = await startOn(t, output, 1);
  closeSync(reader);
  await requests(200);
  t.is(await live(), 200);
  t.deepEqual(await stop(), [0, null]);
});

test('a process serves and stops while the disk of its log stays full', async t => {
  const output = openSync('/dev/full', 'w');
  const {requestsUntilDropped, live, stop} = await startOn(t, output, 1);
  closeSync(output);
  await requestsUntilDropped();
  t.is(await live(), 200);
  t.deepEqual(await stop(), [0, null]);
});

for (const [what, open] of [
  ['is on a full disk', async () => openSync('/dev/full', 'w')],
  ['is a pipe that nobody reads', async (t: ExecutionContext) => (await fullPipe(t)).output],
  [
    'is a pipe whose reader is gone',
    async (t: ExecutionContext) => {
      const {output, reader} = await fullPipe(t);
      closeSync(reader);
      return output;
    },
  ],
] as const) {
  test(`what cannot start ends with its exit code while standard error ${what}`, async t => {
    const child = startMainOn(t, ['pipe', await open(t)], {PORT: 'eighty'});
    t.deepEqual(await once(child, 'exit'), [2, null]);
  });
}
