import {once} from 'node:events';
import {connect} from 'node:net';
import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {
  fakeServices,
  heldServices,
  servicesWith,
  unknown,
  versioned,
} from '../../helpers/fakes/services.ts';
import {aVehicleDocument, jsonOf} from '../../helpers/fakes/vehicle-document.ts';
import {openConnection} from '../../helpers/servers/open-connection.ts';

const services = servicesWith(aVehicleDocument());
const host = 'Host: a\r\n';
const key = `${host}X-Api-Key: a\r\n`;
const close = 'Connection: close\r\n';
const head = `GET /v1/dataset HTTP/1.1\r\n${host}`;
const batch = `POST /v1/vehicles/plates HTTP/1.1\r\n${key}`;
const lookup = 'GET /v1/vehicles/1';
const chunked = 'Transfer-Encoding: chunked\r\n\r\n';

for (const [what, bytes] of [
  ['a request line without a protocol', 'GARBAGE\r\n\r\n'],
  ['an unknown method', `FROB /v1/dataset HTTP/1.1\r\n${host}\r\n`],
  ['a repeated Content-Length', `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
  ['a Content-Length with a chunked body', `${head}Content-Length: 1\r\n${chunked}`],
  ['a chunk that is longer than it says', `${batch}${chunked}5\r\n{"pla\r\nhello\r\n`],
  ['a request line that ends in a bare line feed', `${lookup} HTTP/1.1\n${host}\r\n`],
  ['a header line that ends in a bare line feed', `${head}A: b\nC: d\r\n\r\n`],
  ['a header name with a space', `${head}A B: c\r\n\r\n`],
  ['a key with a control character', `${head}X-Api-Key: a\x01b\r\n\r\n`],
] as const) {
  test(`${what} is answered as a malformed request, and the next is served`, async t => {
    const api = await startApi(t, services);
    const refused = await api.sendRaw(bytes);
    const problem = assertProblem(t, refused, 'ValidationFailed');
    t.is(problem.detail, 'The request is not well-formed HTTP/1.1.');
    t.false('errors' in problem);
    t.is(refused.headers.connection, 'close');
    t.is((await api.get('/v1/vehicles/1')).status, 200);
  });
}

for (const [what, hosts] of [
  ['no Host', ''],
  ['two Hosts', 'Host: a\r\nHost: b\r\n'],
] as const) {
  test(`a request with ${what} is rejected`, async t => {
    const api = await startApi(t, services);
    const asked = `GET /v1/dataset HTTP/1.1\r\n${hosts}X-Api-Key: a\r\n${close}\r\n`;
    const {detail} = assertProblem(t, await api.sendRaw(asked), 'ValidationFailed');
    t.is(detail, 'There must be exactly one Host header.');
  });
}

const details = {
  400: 'Transfer-Encoding must be chunked, in HTTP/1.1.',
  505: 'The request must use HTTP/1.1 or HTTP/1.0.',
};

for (const [what, status, version, rest] of [
  ['a coding besides chunked', 400, '1.1', 'Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
  [
    'an empty element in the list of codings',
    400,
    '1.1',
    `Transfer-Encoding: , chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['Transfer-Encoding in HTTP/1.0', 400, '1.0', `${chunked}0\r\n\r\n`],
  ['HTTP/2.0', 505, '2.0', '\r\n'],
  ['HTTP/3.0', 505, '3.0', '\r\n'],
  ['HTTP/0.9', 505, '0.9', '\r\n'],
  ['HTTP/1.2', 505, '1.2', '\r\n'],
] as const) {
  test(`${what} is answered ${status}, and the connection closed`, async t => {
    const api = await startApi(t, services);
    const keptAlive = `${key}Connection: keep-alive\r\n`;
    const refused = await api.sendRaw(`${lookup} HTTP/${version}\r\n${keptAlive}${rest}`);
    const code = status === 400 ? 'ValidationFailed' : 'HttpVersionNotSupported';
    const {detail, requestId} = assertProblem(t, refused, code);
    t.is(detail, details[status]);
    t.is(refused.headers.connection, 'close');
    t.like(JSON.parse(api.lines[0] ?? ''), {status, requestId});
    t.is((await api.get('/v1/vehicles/1')).status, 200);
  });
}

for (const [what, bytes] of [
  ['HTTP/1.0 needs no Host', 'GET /v1/dataset HTTP/1.0\r\nX-Api-Key: a\r\n\r\n'],
  [
    'chunked is a coding in any case',
    `${lookup} HTTP/1.1\r\n${key}${close}Transfer-Encoding: Chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    '1,000 headers are read, including the last',
    `${head}${'A: b\r\n'.repeat(997)}X-Api-Key: a\r\n${close}\r\n`,
  ],
  [
    'a target that is an absolute URL reaches its endpoint',
    `GET http://api.example/v1/dataset?a#b HTTP/1.1\r\n${key}${close}\r\n`,
  ],
] as const) {
  test(what, async t => {
    const api = await startApi(t, services);
    t.is((await api.sendRaw(bytes)).status, 200);
  });
}

test('CONNECT is answered 405, and the client may reset the connection', async t => {
  const api = await startApi(t, services);
  const tunnel = 'CONNECT db.example:443 HTTP/1.1\r\nHost: db.example:443\r\n\r\n';
  const refused = await api.sendRaw(tunnel);
  const {requestId} = assertProblem(t, refused, 'MethodNotAllowed');
  t.is(refused.headers.allow, 'GET, HEAD');
  t.like(JSON.parse(api.lines[0] ?? ''), {status: 405, requestId});

  const socket = connect(api.port, '127.0.0.1');
  socket.write(tunnel);
  await once(socket, 'data');
  socket.resetAndDestroy();
  t.is((await api.get('/v1/vehicles/1')).status, 200);
});

const large = 'x'.repeat(17 * 1024);

for (const [what, bytes] of [
  ['a path of 17 KB', `GET /v1/vehicles/vin/${large} HTTP/1.1\r\n${host}\r\n`],
  ['a query of 17 KB', `GET /v1/vehicles?page=${large} HTTP/1.1\r\n${host}\r\n`],
  ['a header of 17 KB', `${head}X-Api-Key: ${large}\r\n\r\n`],
  ['the 1,001st header', `${head}${'A: b\r\n'.repeat(1000)}\r\n`],
] as const) {
  test(`${what} is rejected with a request id`, async t => {
    const api = await startApi(t, fakeServices());
    const problem = assertProblem(t, await api.sendRaw(bytes), 'RequestHeadersTooLarge');
    t.like(JSON.parse(api.lines[0] ?? ''), {status: 431, requestId: problem.requestId});
  });
}

test('a key of 8 KB, or of bytes beyond ASCII, is a key like any other', async t => {
  const api = await startApi(t, fakeServices({callers: {admit: async () => unknown}}));
  const key = 'æ'.repeat(8 * 1024);
  const refused = await api.sendRaw(`${head}${close}X-Api-Key: ${key}\r\n\r\n`);
  assertProblem(t, refused, 'ApiKeyInvalid');
});

for (const expectation of ['100-continue', 'a-miracle']) {
  test(`a request that expects ${expectation} is answered at once, without a 100`, async t => {
    const api = await startApi(t, fakeServices());
    const refused = await api.sendRaw(
      `POST /v1/dataset HTTP/1.1\r\n${host}${close}` +
        `Expect: ${expectation}\r\nContent-Length: 99000000\r\n\r\n`,
    );
    assertProblem(t, refused, 'MethodNotAllowed');
  });
}

for (const [target, instance] of [
  ['http://api.example/v2?page=1', '/v2'],
  ['http://[/v2', '/v2'],
  ['http://a:99999/v2', '/v2'],
  ['/v2#a', '/v2'],
  ['//a@[/v2#', '//a@[/v2'],
] as const) {
  test(`the target ${target} is read by its path`, async t => {
    const api = await startApi(t, fakeServices());
    const refused = await api.sendRaw(`GET ${target} HTTP/1.1\r\n${host}${close}\r\n`);
    t.is(assertProblem(t, refused, 'RouteNotFound').instance, instance);
  });
}

for (const target of ['http://api.example', 'http://api.example?page=1']) {
  test(`the target ${target} is read as the root`, async t => {
    const api = await startApi(t, fakeServices());
    const {headers} = await api.sendRaw(`GET ${target} HTTP/1.1\r\n${host}${close}\r\n`);
    t.is(headers.location, 'llms.txt');
    t.like(JSON.parse(api.lines[0] ?? ''), {route: '/site', status: 302});
  });
}

const statusesIn = (text: string) => text.match(/HTTP\/1\.1 \d{3}/g);

test('garbage after a request is rejected once, after that request is answered', async t => {
  const {services, asked, answer} = heldServices();
  const api = await startApi(t, services);
  const connection = await openConnection(t, api.port);
  connection.write(`${lookup} HTTP/1.1\r\n${key}\r\n`);
  await asked;
  for (const garbage of ['GARBAGE\r\n\r\n', 'MORE GARBAGE\r\n\r\n']) {
    connection.write(garbage);
    await wait(20);
  }
  answer();
  const {text} = await connection.end();
  t.deepEqual(statusesIn(text), ['HTTP/1.1 200', 'HTTP/1.1 400']);
  t.is(api.lines.length, 2);
});

test('garbage after two pipelined requests is rejected after the second is answered', async t => {
  const proceed = Promise.withResolvers<void>();
  const byId = async (id: string) => {
    if (id === '2') await proceed.promise;
    return versioned(jsonOf(aVehicleDocument()));
  };
  const api = await startApi(t, fakeServices({vehicles: {byId}}));
  const connection = await openConnection(t, api.port);
  for (const id of [1, 2]) connection.write(`GET /v1/vehicles/${id} HTTP/1.1\r\n${key}\r\n`);
  await connection.receive(/\r\n\r\n\{/);
  while (api.lines.length === 0) await wait(5);
  connection.write('GARBAGE\r\n\r\n');
  await wait(20);
  proceed.resolve();
  const {text} = await connection.end();
  t.deepEqual(statusesIn(text), ['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
});

test('a body found malformed after its request is answered gets no second response', async t => {
  const api = await startApi(t, services);
  const connection = await openConnection(t, api.port);
  connection.write(`${lookup} HTTP/1.1\r\n${key}${chunked}1\r\nx\r\n`);
  await connection.receive(/\r\n\r\n\{/);
  connection.write('no chunk\r\n');
  const {text} = await connection.end();
  t.deepEqual(statusesIn(text), ['HTTP/1.1 200']);
  while (api.lines.length === 0) await wait(5);
  t.deepEqual(
    api.lines.map(line => JSON.parse(line).status),
    [200],
  );
});

test('a client that leaves before two compressed responses causes no error in the log', async t => {
  const {services, asked, answer} = heldServices(aVehicleDocument({bodyType: 'x'.repeat(2000)}));
  const api = await startApi(t, services);
  const {socket, write} = await openConnection(t, api.port);
  for (const id of [1, 2]) {
    write(`GET /v1/vehicles/${id} HTTP/1.1\r\n${key}Accept-Encoding: gzip\r\n\r\n`);
  }
  await asked;
  socket.destroy();
  await once(socket, 'close');
  while (api.lines.length === 0) await wait(5);
  answer();
  t.is((await api.get('/v1/dataset')).status, 200);
  t.notRegex(api.lines.join('\n'), /"level":"(?:error|fatal)"/);
});
