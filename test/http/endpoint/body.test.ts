import {setTimeout as wait} from 'node:timers/promises';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import type {Decision} from '#core/domain/caller.ts';
import type {Services} from '#src/services.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {admitted, fakeServices, servicesWith, unknown} from '../../helpers/fakes/services.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {openConnection} from '../../helpers/servers/open-connection.ts';

const services = servicesWith(aVehicleDocument());

const batch = (...headers: readonly string[]) =>
  ['POST /v1/vehicles/plates HTTP/1.1', 'Host: a', 'X-Api-Key: a', ...headers, '', ''].join('\r\n');

const body = '{"plates":["A1"]}';
const length = `Content-Length: ${body.length}`;
const expects = 'Expect: 100-continue';
const continues = 'HTTP/1.1 100 Continue\r\n\r\n';

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
  const api = await startApi(t, services);
  const connection = await openConnection(t, api.port);
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
  const api = await startApi(t, services);
  const connection = await openConnection(t, api.port);
  for (const _ of [1, 2]) connection.write(batch(length, expects) + body);
  const text = await connection.receive(/"data":.*"data":/s);
  const statuses = ['100', '200', '100', '200'].map(status => `HTTP/1.1 ${status}`);
  t.deepEqual(text.match(/HTTP\/1\.1 \d{3}/g), statuses);
});

const isNeverAsked = test.macro({
  title: (_, what: string) => `there is no 100 Continue for ${what}`,
  async exec(t, _: string, status: number, ...headers: readonly string[]) {
    const admit = async (key: string) => (key === 'a' ? admitted : unknown);
    const api = await startApi(t, fakeServices({callers: {admit}}));
    const connection = await openConnection(t, api.port);
    connection.write(batch(expects, ...headers));
    const {text} = await connection.end();
    t.deepEqual(text.match(/HTTP\/1\.1 \d{3}/g), [`HTTP/1.1 ${status}`]);
    t.regex(text, /^Connection: close$/im);
  },
});

test(isNeverAsked, 'a body that is too large', 413, 'Content-Length: 65537');
test(isNeverAsked, 'a body too large for a number', 413, `Content-Length: ${'9'.repeat(17)}`);
test(isNeverAsked, 'a body with a second key', 401, length, 'X-Api-Key: b');

test('a chunked body may have 65,536 bytes and not one more', async t => {
  const api = await startApi(t, services);
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  const filled = body.padEnd(65_536);
  for (const [last, status] of [
    [`${chunk(filled)}0\r\n\r\n`, 200],
    [`${chunk(filled)}${chunk(' ')}`, 413],
    [`10001\r\n${filled} `, 413],
  ] as const) {
    const connection = await openConnection(t, api.port);
    connection.write(batch('Transfer-Encoding: chunked'));
    connection.write(last);
    t.regex(await connection.receive(/\r\n\r\n/), new RegExp(`^HTTP/1\\.1 ${status} `));
  }
});

const compressed = (bytes: Uint8Array) => [
  batch('Content-Encoding: gzip', `Content-Length: ${bytes.length}`),
  Buffer.from(bytes).toString('latin1'),
];

test('a body that inflates beyond the limit is 413, and the next request is read', async t => {
  const api = await startApi(t, services);
  const connection = await openConnection(t, api.port);
  for (const inflated of [65_537, 1_000_000, 50_000_000]) {
    connection.write(compressed(gzipSync(body.padEnd(inflated))).join(''));
  }
  connection.write(batch(length) + body);
  const text = await connection.receive(/"data":/);
  const statuses = ['413', '413', '413', '200'].map(status => `HTTP/1.1 ${status}`);
  t.deepEqual(text.match(/HTTP\/1\.1 \d{3}/g), statuses);
});

test('a body that is corrupt beyond the limit is answered, and the process lives on', async t => {
  const api = await startApi(t, services);
  for (const inflated of [66_000, 80_000, 90_000, 131_072]) {
    const whole = gzipSync(body.padEnd(inflated));
    const corrupt = whole.fill(0, whole.length - 8);
    const connection = await openConnection(t, api.port);
    connection.write(compressed(corrupt).join(''));
    t.regex(await connection.receive(/\r\n\r\n\{/), /^HTTP\/1\.1 4(00|13) /);
  }
  // Long enough for what inflates to come to the end.
  await wait(50);
  t.is((await api.post('/v1/vehicles/plates', body)).status, 200);
});

test('a body longer than its Content-Length is 400, and so is the rest of it', async t => {
  const api = await startApi(t, services);
  const connection = await openConnection(t, api.port);
  connection.write(batch('Content-Length: 10') + body);
  const {text} = await connection.end();
  t.deepEqual(text.match(/HTTP\/1\.1 \d{3}/g), ['HTTP/1.1 400', 'HTTP/1.1 400']);
  t.regex(text, /"Plates":\["The body must be JSON in UTF-8\."\]/);
});

test('malformed chunks are a malformed request', async t => {
  const api = await startApi(t, services);
  const connection = await openConnection(t, api.port);
  connection.write(batch('Transfer-Encoding: chunked'));
  connection.write('5\r\n{"pla\r\nhello\r\n');
  const {text} = await connection.end();
  t.deepEqual(text.match(/HTTP\/1\.1 \d{3}/g), ['HTTP/1.1 400']);
  t.regex(text, /not well-formed/);
});

/** The log line of the aborted request, once it is written. */
const abortedLine = async (lines: readonly string[]) => {
  while (!lines.some(line => line.includes('"aborted"'))) await new Promise(setImmediate);
  return JSON.parse(lines.find(line => line.includes('"aborted"')) ?? '');
};

const isHarmless = test.macro({
  title: (_, what: string) => `a client that ${what} causes no error in the log`,
  async exec(
    t,
    _: string,
    sent: string,
    leave: 'destroy' | 'resetAndDestroy' | 'end',
    ...headers: readonly string[]
  ) {
    const charges: number[] = [];
    const charge: Services['callers']['charge'] = async (_caller, cost) => {
      charges.push(cost);
      return admitted;
    };
    const api = await startApi(t, {...services, callers: {...services.callers, charge}});
    const connection = await openConnection(t, api.port);
    connection.write(batch(expects, 'Content-Length: 1000', ...headers));
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
  },
});

test(isHarmless, 'leaves before its body', '', 'destroy');
test(isHarmless, 'leaves within its body', body, 'destroy');
test(isHarmless, 'resets the connection within its body', body, 'resetAndDestroy');
test(isHarmless, 'ends what it sends within its body', body, 'end');
const part = gzipSync(body).subarray(0, 20).toString('latin1');
test(isHarmless, 'leaves within its compressed body', part, 'destroy', 'Content-Encoding: gzip');

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
