import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {startApi} from '../../helpers/api/start-api.ts';
import {servicesWith} from '../../helpers/fakes/services.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {openConnection} from '../../helpers/servers/open-connection.ts';

const start = async (t: ExecutionContext) => {
  const api = await startApi(t, servicesWith(aVehicleDocument()));
  return openConnection(t, api.port);
};

const request = (line: string, ...headers: readonly string[]) =>
  [`${line} HTTP/1.1`, 'Host: a', 'X-Api-Key: a', ...headers, '', ''].join('\r\n');

const batch = 'POST /v1/vehicles/plates';
const get = 'GET /v1/vehicles/1';

/** Asserts that a response has as many bytes as its `Content-Length` says. */
const isWhole = (t: ExecutionContext, text: string, status: number) => {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  t.true(head.startsWith(`HTTP/1.1 ${status} `), head);
  t.regex(head, /^Connection: close$/im);
  t.is(body.length, Number(/^Content-Length: (\d+)$/im.exec(head)?.[1]));
};

const isAnsweredWhole = test.macro({
  title: (_, what: string) => `${what} receives its whole response, and the end of the connection`,
  async exec(t, _: string, status: number, head: string, body: readonly string[]) {
    const connection = await start(t);
    connection.write(head);
    for (const piece of body) {
      connection.write(piece);
      if (connection.socket.writableNeedDrain) await once(connection.socket, 'drain');
    }
    const {text, lost} = await connection.end();
    t.is(lost, undefined, 'no reset');
    isWhole(t, text, status);
  },
});

const pieces = (bytes: number) => Array<string>(bytes / 16_384).fill('x'.repeat(16_384));
const chunks = (bytes: number) => [
  ...pieces(bytes).map(piece => `4000\r\n${piece}\r\n`),
  '0\r\n\r\n',
];
const large = 512 * 1024;

/** Gzipped chunks that inflate to 512 KB of random bytes. */
const compressedChunks = () => {
  const bytes = gzipSync(randomBytes(large)).toString('latin1');
  const starts = Array.from(
    {length: Math.ceil(bytes.length / 16_384)},
    (_, index) => index * 16_384,
  );
  const parts = starts.map(start => bytes.slice(start, start + 16_384));
  return [...parts.map(part => `${part.length.toString(16)}\r\n${part}\r\n`), '0\r\n\r\n'];
};

const inChunks = 'Transfer-Encoding: chunked';
const announced = `Content-Length: ${large}`;

for (const [what, status, head, body] of [
  ['that sends a body although its length was too large', 413, [batch, announced], pieces(large)],
  ['that sends chunks beyond the limit', 413, [batch, inChunks], chunks(large)],
  [
    'that sends compressed chunks that inflate beyond the limit',
    413,
    [batch, inChunks, 'Content-Encoding: gzip'],
    compressedChunks(),
  ],
  ['that posts 512 KB to an unknown path', 404, ['POST /nothing', inChunks], chunks(large)],
  ['that sends nothing of the body it announced', 413, [batch, announced], []],
  ['that waits for 100 Continue', 413, [batch, announced, 'Expect: 100-continue'], []],
  ['that sends a GET with chunks', 200, [get, inChunks], chunks(large)],
] as const) {
  const [line, ...headers] = head;
  test(isAnsweredWhole, `a client ${what}`, status, request(line, ...headers), body);
}

const isAnsweredWithoutBody = test.macro({
  title: (_, what: string) => `${what} receives its head, and the end of the connection`,
  async exec(t, _: string, status: number, line: string, header?: string) {
    const connection = await start(t);
    connection.write(request(line, inChunks, header ?? 'A: b'));
    await connection.receive(/\r\n\r\n/);
    for (const chunk of chunks(large)) connection.write(chunk);
    const {text, lost} = await connection.end();
    t.is(lost, undefined, 'no reset');
    t.regex(text, new RegExp(`^HTTP/1\\.1 ${status} `));
    t.regex(text, /^Connection: close$/im);
    t.true(text.endsWith('\r\n\r\n'));
  },
});

test(isAnsweredWithoutBody, 'HEAD with chunks', 200, 'HEAD /v1/vehicles/1');
test(isAnsweredWithoutBody, 'HEAD of nothing with chunks', 404, 'HEAD /nothing');
test(isAnsweredWithoutBody, '204 with chunks', 204, 'GET /v1/vehicles/1/engine');
test(isAnsweredWithoutBody, '304 with chunks', 304, get, 'If-None-Match: *');

test('a client that never stops sending is answered, then cut off', async t => {
  const connection = await start(t);
  connection.write(request(batch, inChunks));
  const {socket} = connection;
  let sent = 0;
  const whole = 100 * 1024 * 1024;
  while (sent < whole && !socket.destroyed) {
    for (const chunk of chunks(large).slice(0, -1)) socket.write(chunk);
    sent += large;
    await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
  }
  isWhole(t, connection.received(), 413);
  t.true(sent < whole / 2, `${sent} bytes were taken`);
});

const keepsConnection = test.macro({
  title: (_, what: string) => `${what} keeps the connection open`,
  async exec(t, _: string, status: number, head: string, body: string) {
    for (const isLate of [false, true]) {
      const connection = await start(t);
      if (isLate) {
        connection.write(head);
        if (!head.includes('plates')) await connection.receive(/\r\n\r\n/);
        connection.write(body);
      } else connection.write(head + body);
      connection.write(request('GET /nothing'));
      const text = await connection.receive(/RouteNotFound/);
      t.deepEqual(text.match(/HTTP\/1\.1 \d{3}/g), [`HTTP/1.1 ${status}`, 'HTTP/1.1 404']);
      t.notRegex(text, /^Connection: close$/im);
    }
  },
});

const five = 'Content-Length: 5';

for (const [what, status, line, header, body] of [
  ['a batch', 200, batch, 'Content-Length: 17', '{"plates":["A1"]}'],
  ['a batch in chunks', 200, batch, inChunks, '11\r\n{"plates":["A1"]}\r\n0\r\n\r\n'],
  ['a bad batch', 400, batch, 'Content-Length: 2', '[]'],
  ['GET with a body', 200, get, five, 'hello'],
  ['HEAD with a body', 200, 'HEAD /v1/vehicles/1', five, 'hello'],
  ['204 with a body', 204, 'GET /v1/vehicles/1/engine', five, 'hello'],
  ['DELETE with 5 bytes', 405, 'DELETE /v1/vehicles/1', five, 'hello'],
  ['POST without a length', 400, batch, 'A: b', ''],
] as const) {
  test(keepsConnection, what, status, request(line, header), body);
}
