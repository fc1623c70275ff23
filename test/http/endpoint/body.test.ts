import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {setTimeout as wait} from 'node:timers/promises';
import {brotliCompressSync, gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import type {Decision} from '#core/domain/caller.ts';
import type {Services} from '#src/services.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {admitted, fakeServices, servicesWith, unknown} from '../../helpers/fakes/services.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {sharedFixture} from '../../helpers/scope.ts';
import {openConnection} from '../../helpers/servers/open-connection.ts';

const services = servicesWith(aVehicleDocument());
const api = sharedFixture(test, t => startApi(t, services));

const connect = async (t: ExecutionContext) => openConnection(t, (await api()).port);

const request = (line: string, ...headers: readonly string[]) =>
  [`${line} HTTP/1.1`, 'Host: a', 'X-Api-Key: a', ...headers, '', ''].join('\r\n');

const batch = (...headers: readonly string[]) => request('POST /v1/vehicles/plates', ...headers);

const body = '{"plates":["A1"]}';
const length = `Content-Length: ${body.length}`;
const expects = 'Expect: 100-continue';
const continues = 'HTTP/1.1 100 Continue\r\n\r\n';
const inChunks = 'Transfer-Encoding: chunked';
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const lastChunk = '0\r\n\r\n';

const statusesIn = (text: string) =>
  Array.from(text.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => Number(status));

/** Services that admit no request before `letIn` is called. */
const hesitant = () => {
  const asked = Promise.withResolvers<void>();
  const decided = Promise.withResolvers<Decision>();
  const admit: Services['callers']['admit'] = () => {
    asked.resolve();
    return decided.promise;
  };
  const callers = {...services.callers, admit};
  const letIn = () => decided.resolve(admitted);
  return {services: {...services, callers}, asked: asked.promise, letIn};
};

test('100 Continue is sent after admission, and not before', async t => {
  const {services, asked, letIn} = hesitant();
  const {port} = await startApi(t, services);
  const connection = await openConnection(t, port);
  connection.write(batch(length, expects));
  await asked;
  t.is(connection.received(), '');
  letIn();
  t.is(await connection.receive(/\r\n\r\n/), continues);
  connection.write(body);
  await connection.receive(/"data":/);
  t.true(connection.received().slice(continues.length).startsWith('HTTP/1.1 200 OK\r\n'));
});

test('a client that does not wait for 100 Continue gets one response per request', async t => {
  const connection = await connect(t);
  for (const _ of [1, 2]) connection.write(batch(length, expects) + body);
  const text = await connection.receive(/"data":.*"data":/s);
  t.deepEqual(statusesIn(text), [100, 200, 100, 200]);
});

for (const [what, status, ...headers] of [
  ['a body that is too large', 413, 'Content-Length: 65537'],
  ['a body too large for a number', 413, `Content-Length: ${'9'.repeat(17)}`],
  ['a body with a second key', 401, length, 'X-Api-Key: b'],
] as const) {
  test(`there is no 100 Continue for ${what}`, async t => {
    const admit = async (key: string) => (key === 'a' ? admitted : unknown);
    const {port} = await startApi(t, fakeServices({callers: {admit}}));
    const connection = await openConnection(t, port);
    connection.write(batch(expects, ...headers));
    const {text} = await connection.end();
    t.deepEqual(statusesIn(text), [status]);
    t.regex(text, /^Connection: close$/im);
  });
}

test('a chunked body may have 65,536 bytes and not one more', async t => {
  const filled = body.padEnd(65_536);
  for (const [sent, status] of [
    [chunk(filled) + lastChunk, 200],
    [chunk(filled) + chunk(' '), 413],
    [`10001\r\n${filled} `, 413],
  ] as const) {
    const connection = await connect(t);
    connection.write(batch(inChunks) + sent);
    t.deepEqual(statusesIn(await connection.receive(/\r\n\r\n/)), [status]);
  }
});

const compressed = (bytes: Uint8Array, coding = 'gzip') =>
  batch(`Content-Encoding: ${coding}`, `Content-Length: ${bytes.length}`) +
  Buffer.from(bytes).toString('latin1');

test('a body that inflates beyond the limit is 413, and the next request is read', async t => {
  const connection = await connect(t);
  for (const inflated of [65_537, 1_000_000, 50_000_000]) {
    connection.write(compressed(gzipSync(body.padEnd(inflated))));
  }
  connection.write(batch(length) + body);
  t.deepEqual(statusesIn(await connection.receive(/"data":/)), [413, 413, 413, 200]);
});

test.serial('a hundred bodies that inflate to 16 MB each are 413, with flat memory', async t => {
  const bomb = compressed(brotliCompressSync(Buffer.alloc(16 * 1024 ** 2)), 'br');
  const before = process.memoryUsage.rss();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() - before);
  }, 5);
  const bombs = Array.from({length: 100}, async () => {
    const connection = await connect(t);
    connection.write(bomb);
    return statusesIn(await connection.receive(/\r\n\r\n\{/));
  });
  t.deepEqual((await Promise.all(bombs)).flat(), Array(100).fill(413));
  clearInterval(watch);
  t.true(most < 200 * 1024 ** 2, `${most} bytes more`);
});

test('a body that is corrupt beyond the limit is answered, and the process lives on', async t => {
  for (const inflated of [66_000, 80_000, 90_000, 131_072]) {
    const whole = gzipSync(body.padEnd(inflated));
    const connection = await connect(t);
    connection.write(compressed(whole.fill(0, whole.length - 8)));
    t.regex(await connection.receive(/\r\n\r\n\{/), /^HTTP\/1\.1 4(00|13) /);
  }
  // Long enough for what inflates to come to the end.
  await wait(50);
  const {post} = await api();
  t.is((await post('/v1/vehicles/plates', body)).status, 200);
});

test('a body longer than its Content-Length is 400, and so is the rest of it', async t => {
  const connection = await connect(t);
  connection.write(batch('Content-Length: 10') + body);
  const {text} = await connection.end();
  t.deepEqual(statusesIn(text), [400, 400]);
  t.regex(text, /"Plates":\["The body must be JSON in UTF-8\."\]/);
});

/** The log line of the aborted request, once it is written. */
const abortedLine = async (lines: readonly string[]) => {
  while (!lines.some(line => line.includes('"aborted"'))) await new Promise(setImmediate);
  return JSON.parse(lines.find(line => line.includes('"aborted"')) ?? '');
};

const part = gzipSync(body).subarray(0, 20).toString('latin1');

for (const [what, sent, leave, header] of [
  ['leaves before its body', '', 'destroy'],
  ['leaves within its body', body, 'destroy'],
  ['resets the connection within its body', body, 'resetAndDestroy'],
  ['ends what it sends within its body', body, 'end'],
  ['leaves within its compressed body', part, 'destroy', 'Content-Encoding: gzip'],
] as const) {
  test(`a client that ${what} causes no error in the log`, async t => {
    const charges: number[] = [];
    const charge: Services['callers']['charge'] = async (_caller, cost) => {
      charges.push(cost);
      return admitted;
    };
    const api = await startApi(t, {...services, callers: {...services.callers, charge}});
    const connection = await openConnection(t, api.port);
    connection.write(batch(expects, 'Content-Length: 1000', header ?? 'A: b'));
    await connection.receive(/100 Continue/);
    connection.write(sent);
    connection.socket[leave]();
    const line = await abortedLine(api.lines);
    t.like(line, {route: '/v1/vehicles/plates', aborted: true, keyId: 'account-key'});
    t.false('status' in line);
    while (charges.length === 0) await wait(5);
    t.deepEqual(charges, [1], 'charged like any malformed body');
    t.is((await api.post('/v1/vehicles/plates', body)).status, 200);
    t.notRegex(api.lines.join('\n'), /"level":"(?:error|fatal)"|InternalError/);
  });
}

test('a client that leaves before it is let in causes no error in the log', async t => {
  const {services, asked, letIn} = hesitant();
  const api = await startApi(t, services);
  const connection = await openConnection(t, api.port);
  connection.write(batch(length) + body.slice(0, 5));
  await asked;
  connection.socket.resetAndDestroy();
  await abortedLine(api.lines);
  letIn();
  t.is((await api.post('/v1/vehicles/plates', body)).status, 200);
  t.notRegex(api.lines.join('\n'), /"level":"(?:error|fatal)"|InternalError/);
});

/** Asserts that a response has as many bytes as its `Content-Length` says. */
const isWhole = (t: ExecutionContext, text: string, status: number) => {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  t.true(head.startsWith(`HTTP/1.1 ${status} `), head);
  t.regex(head, /^Connection: close$/im);
  t.is(body.length, Number(/^Content-Length: (\d+)$/im.exec(head)?.[1]));
};

const large = 512 * 1024;
const announced = `Content-Length: ${large}`;
const pieces = Array<string>(large / 16_384).fill('x'.repeat(16_384));
const chunks = [...pieces.map(chunk), lastChunk];
/** They inflate to random bytes. */
const compressedChunks = [
  ...(
    gzipSync(randomBytes(large))
      .toString('latin1')
      .match(/.{1,16384}/gs) ?? []
  ).map(chunk),
  lastChunk,
];
const get = 'GET /v1/vehicles/1';
const head = 'HEAD /v1/vehicles/1';

for (const [what, status, asked, sent] of [
  ['sends a body although its length was too large', 413, batch(announced), pieces],
  ['sends chunks beyond the limit', 413, batch(inChunks), chunks],
  [
    'sends compressed chunks that inflate beyond the limit',
    413,
    batch(inChunks, 'Content-Encoding: gzip'),
    compressedChunks,
  ],
  ['posts 512 KB to an unknown path', 404, request('POST /nothing', inChunks), chunks],
  ['sends nothing of the body it announced', 413, batch(announced), []],
  ['waits for 100 Continue', 413, batch(announced, expects), []],
  ['sends a GET with chunks', 200, request(get, inChunks), chunks],
] as const) {
  test(`a client that ${what} receives its whole response, and the end of the connection`, async t => {
    const connection = await connect(t);
    connection.write(asked);
    for (const piece of sent) {
      connection.write(piece);
      if (connection.socket.writableNeedDrain) await once(connection.socket, 'drain');
    }
    const {text, lost} = await connection.end();
    t.is(lost, undefined, 'no reset');
    isWhole(t, text, status);
  });
}

for (const [what, status, line, header] of [
  ['HEAD', 200, head],
  ['HEAD of nothing', 404, 'HEAD /nothing'],
  ['204', 204, `${get}/engine`],
  ['304', 304, get, 'If-None-Match: *'],
] as const) {
  test(`${what} with chunks receives its head, and the end of the connection`, async t => {
    const connection = await connect(t);
    connection.write(request(line, inChunks, header ?? 'A: b'));
    await connection.receive(/\r\n\r\n/);
    for (const chunk of chunks) connection.write(chunk);
    const {text, lost} = await connection.end();
    t.is(lost, undefined, 'no reset');
    t.deepEqual(statusesIn(text), [status]);
    t.regex(text, /^Connection: close$/im);
    t.true(text.endsWith('\r\n\r\n'));
  });
}

test('a client that never stops sending is answered, then cut off', async t => {
  const connection = await connect(t);
  connection.write(batch(inChunks));
  const {socket} = connection;
  let sent = 0;
  const whole = 100 * 1024 * 1024;
  while (sent < whole && !socket.destroyed) {
    for (const chunk of chunks.slice(0, -1)) socket.write(chunk);
    sent += large;
    await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
  }
  isWhole(t, connection.received(), 413);
  t.true(sent < whole / 2, `${sent} bytes were taken`);
});

const five = 'Content-Length: 5';

for (const [what, status, asked, sent] of [
  ['a batch', 200, batch(length), body],
  ['a batch in chunks', 200, batch(inChunks), chunk(body) + lastChunk],
  ['a bad batch', 400, batch('Content-Length: 2'), '[]'],
  ['GET with a body', 200, request(get, five), 'hello'],
  ['HEAD with a body', 200, request(head, five), 'hello'],
  ['204 with a body', 204, request(`${get}/engine`, five), 'hello'],
  ['DELETE with 5 bytes', 405, request('DELETE /v1/vehicles/1', five), 'hello'],
  ['POST without a length', 400, batch(), ''],
] as const) {
  test(`${what} keeps the connection open`, async t => {
    for (const isLate of [false, true]) {
      const connection = await connect(t);
      const rest = sent + request('GET /nothing');
      if (isLate) {
        connection.write(asked);
        if (!asked.includes('plates')) await connection.receive(/\r\n\r\n/);
        connection.write(rest);
      } else connection.write(asked + rest);
      const text = await connection.receive(/RouteNotFound/);
      t.deepEqual(statusesIn(text), [status, 404]);
      t.notRegex(text, /^Connection: close$/im);
    }
  });
}
