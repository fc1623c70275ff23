import {once} from 'node:events';
import {connect} from 'node:net';
import {text} from 'node:stream/consumers';
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

const isMalformed = test.macro({
  title: (_, what: string) => `${what} is answered as a malformed request, and the next is served`,
  async exec(t, _: string, bytes: string) {
    const api = await startApi(t, servicesWith(aVehicleDocument()));
    const refused = await api.sendRaw(bytes);
    t.false('errors' in assertProblem(t, refused, 'ValidationFailed'));
    t.is(refused.headers.connection, 'close');
    t.is((await api.get('/v1/vehicles/1')).status, 200);
  },
});

const head = 'GET /v1/dataset HTTP/1.1\r\nHost: a\r\n';
test(isMalformed, 'a request line without a protocol', 'GARBAGE\r\n\r\n');
test(isMalformed, 'an unknown method', 'FROB /v1/dataset HTTP/1.1\r\nHost: a\r\n\r\n');
test(
  isMalformed,
  'a repeated Content-Length',
  `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
);
test(
  isMalformed,
  'a Content-Length with a chunked body',
  `${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
);
test(isMalformed, 'a header line that ends in a bare line feed', `${head}A: b\nC: d\r\n\r\n`);
test(isMalformed, 'a header name with a space', `${head}A B: c\r\n\r\n`);
test(isMalformed, 'a key with a control character', `${head}X-Api-Key: a\x01b\r\n\r\n`);

for (const hosts of ['', 'Host: a\r\nHost: b\r\n']) {
  test(`a request with ${hosts === '' ? 'no Host' : 'two Hosts'} is rejected`, async t => {
    const api = await startApi(t, servicesWith(aVehicleDocument()));
    const refused = await api.sendRaw(
      `GET /v1/dataset HTTP/1.1\r\n${hosts}X-Api-Key: a\r\nConnection: close\r\n\r\n`,
    );
    const {detail} = assertProblem(t, refused, 'ValidationFailed');
    t.is(detail, 'There must be exactly one Host header.');
  });
}

test('CONNECT is answered 405, and the client may reset the connection', async t => {
  const api = await startApi(t, servicesWith(aVehicleDocument()));
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

test('HTTP/1.0 needs no Host', async t => {
  const api = await startApi(t, servicesWith(aVehicleDocument()));
  t.is((await api.sendRaw('GET /v1/dataset HTTP/1.0\r\nX-Api-Key: a\r\n\r\n')).status, 200);
});

const isTooLarge = test.macro({
  title: (_, what: string) => `${what} is rejected with a request id`,
  async exec(t, _: string, bytes: string) {
    const api = await startApi(t, fakeServices());
    const problem = assertProblem(t, await api.sendRaw(bytes), 'RequestHeadersTooLarge');
    t.like(JSON.parse(api.lines[0] ?? ''), {status: 431, requestId: problem.requestId});
  },
});

const large = 'x'.repeat(17 * 1024);
test(isTooLarge, 'a path of 17 KB', `GET /v1/vehicles/vin/${large} HTTP/1.1\r\nHost: a\r\n\r\n`);
test(isTooLarge, 'a query of 17 KB', `GET /v1/vehicles?page=${large} HTTP/1.1\r\nHost: a\r\n\r\n`);
test(isTooLarge, 'a header of 17 KB', `${head}X-Api-Key: ${large}\r\n\r\n`);
test(isTooLarge, 'the 1,001st header', `${head}${'A: b\r\n'.repeat(1000)}\r\n`);

test('1,000 headers are read, including the last', async t => {
  const api = await startApi(t, fakeServices());
  const headers = `${'A: b\r\n'.repeat(997)}X-Api-Key: a\r\nConnection: close\r\n`;
  t.is((await api.sendRaw(`${head}${headers}\r\n`)).status, 200);
});

test('a key of 8 KB, or of bytes beyond ASCII, is a key like any other', async t => {
  const api = await startApi(t, fakeServices({callers: {admit: async () => unknown}}));
  const key = 'æ'.repeat(8 * 1024);
  const refused = await api.sendRaw(`${head}Connection: close\r\nX-Api-Key: ${key}\r\n\r\n`);
  assertProblem(t, refused, 'ApiKeyInvalid');
});

for (const expectation of ['100-continue', 'a-miracle']) {
  test(`a request that expects ${expectation} is answered at once, without a 100`, async t => {
    const api = await startApi(t, fakeServices());
    const refused = await api.sendRaw(
      'POST /v1/dataset HTTP/1.1\r\nHost: a\r\nConnection: close\r\n' +
        `Expect: ${expectation}\r\nContent-Length: 99000000\r\n\r\n`,
    );
    assertProblem(t, refused, 'MethodNotAllowed');
  });
}

const isReadByPath = test.macro({
  title: (_, target: string) => `the target ${target} is read by its path`,
  async exec(t, target: string, instance: string) {
    const api = await startApi(t, fakeServices());
    const refused = await api.sendRaw(
      `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    t.is(assertProblem(t, refused, 'RouteNotFound').instance, instance);
  },
});

test(isReadByPath, 'http://api.example/v2?page=1', '/v2');
test(isReadByPath, 'http://[/v2', '/v2');
test(isReadByPath, 'http://a:99999/v2', '/v2');
test(isReadByPath, '/v2#a', '/v2');
test(isReadByPath, '//a@[/v2#', '//a@[/v2');

for (const target of ['http://api.example', 'http://api.example?page=1']) {
  test(`the target ${target} is read as the root`, async t => {
    const api = await startApi(t, fakeServices());
    const {headers} = await api.sendRaw(
      `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    t.is(headers.location, 'llms.txt');
    t.like(JSON.parse(api.lines[0] ?? ''), {route: '/site', status: 302});
  });
}

test('a target that is an absolute URL reaches its endpoint', async t => {
  const api = await startApi(t, fakeServices());
  const {status} = await api.sendRaw(
    'GET http://api.example/v1/dataset?a#b HTTP/1.1\r\nHost: a\r\nX-Api-Key: a\r\nConnection: close\r\n\r\n',
  );
  t.is(status, 200);
});

test('garbage after a request is rejected once, after that request is answered', async t => {
  const {services, asked, answer} = heldServices();
  const api = await startApi(t, services);
  const socket = connect(api.port, '127.0.0.1');
  socket.write('GET /v1/vehicles/1 HTTP/1.1\r\nHost: a\r\nX-Api-Key: a\r\n\r\n');
  await asked;
  for (const garbage of ['GARBAGE\r\n\r\n', 'MORE GARBAGE\r\n\r\n']) {
    socket.write(garbage);
    await wait(20);
  }
  answer();
  const statusLines = (await text(socket)).match(/HTTP\/1\.1 \d{3}/g);
  t.deepEqual(statusLines, ['HTTP/1.1 200', 'HTTP/1.1 400']);
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
  for (const id of [1, 2]) {
    connection.write(`GET /v1/vehicles/${id} HTTP/1.1\r\nHost: a\r\nX-Api-Key: a\r\n\r\n`);
  }
  await connection.receive(/\r\n\r\n\{/);
  while (api.lines.length === 0) await wait(5);
  connection.write('GARBAGE\r\n\r\n');
  await wait(20);
  proceed.resolve();
  const {text} = await connection.end();
  t.deepEqual(text.match(/HTTP\/1\.1 \d{3}/g), ['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
});

test('a body found malformed after its request is answered gets no second response', async t => {
  const api = await startApi(t, servicesWith(aVehicleDocument()));
  const connection = await openConnection(t, api.port);
  const chunked = 'X-Api-Key: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n';
  connection.write(`GET /v1/vehicles/1 HTTP/1.1\r\nHost: a\r\n${chunked}`);
  await connection.receive(/\r\n\r\n\{/);
  connection.write('no chunk\r\n');
  const {text} = await connection.end();
  t.deepEqual(text.match(/HTTP\/1\.1 \d{3}/g), ['HTTP/1.1 200']);
  while (api.lines.length === 0) await wait(5);
  t.deepEqual(
    api.lines.map(line => JSON.parse(line).status),
    [200],
  );
});

test('a client that leaves before two compressed responses causes no error in the log', async t => {
  const large = aVehicleDocument({bodyType: 'x'.repeat(2000)});
  const {services, asked, answer} = heldServices(large);
  const api = await startApi(t, services);
  const socket = connect(api.port, '127.0.0.1');
  const head = 'Host: a\r\nX-Api-Key: a\r\nAccept-Encoding: gzip\r\n\r\n';
  for (const id of [1, 2]) socket.write(`GET /v1/vehicles/${id} HTTP/1.1\r\n${head}`);
  await asked;
  socket.destroy();
  await once(socket, 'close');
  while (api.lines.length === 0) await wait(5);
  answer();
  t.is((await api.get('/v1/dataset')).status, 200);
  t.notRegex(api.lines.join('\n'), /"level":"(?:error|fatal)"/);
});
