import {once} from 'node:events';
import type {RequestListener} from 'node:http';
import {connect} from 'node:net';
import {text} from 'node:stream/consumers';
import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {protocolProblems} from '#src/api/problems.ts';
import {answerClientErrors} from '#src/http/server/client-errors.ts';
import {createHttpServer, type ServerLimits} from '#src/http/server/server.ts';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {fakeServices, servicesWith, versioned} from '../../helpers/fakes/services.ts';
import {aVehicleDocument, jsonOf} from '../../helpers/fakes/vehicle-document.ts';
import type {Scope} from '../../helpers/scope.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';
import {openConnection} from '../../helpers/servers/open-connection.ts';

const request = 'GET /v1/vehicles/1 HTTP/1.1\r\nHost: a\r\nX-Api-Key: a\r\n\r\n';

/** Connections that ask once and never read, the oldest first. */
const openDeaf = async (t: Scope, port: number, count: number) => {
  const sockets = [];
  for (let opened = 0; opened < count; opened += 1) {
    const socket = connect(port, '127.0.0.1').pause();
    t.teardown(() => socket.destroy());
    // Sent as soon as it is connected, when the timeouts of the server begin.
    socket.write(request);
    await once(socket, 'connect');
    sockets.push(socket);
  }
  return sockets;
};

test('more connections than there may be that ask once and never read leave room for others', async t => {
  const page = Buffer.alloc(100_000, 'a');
  const server = createHttpServer((_, response) => void response.end(page), {maxConnections: 40});
  const port = await onLoopback(t, server);
  await openDeaf(t, port, 60);
  for (let asked = 0; asked < 10; asked += 1) {
    const connection = await openConnection(t, port);
    connection.write(request);
    t.regex(await connection.receive(/\r\n\r\na+$/), /^HTTP\/1\.1 200/);
  }
});

test('in a full house, the connection that was idle for longest is closed', async t => {
  const handle: RequestListener = (_, response) => void response.end('done');
  const port = await onLoopback(t, createHttpServer(handle, {maxConnections: 3}));
  const answered = /done$/;
  const connections = [];
  for (const _ of [1, 2, 3]) {
    const connection = await openConnection(t, port);
    connection.write(request);
    await connection.receive(answered);
    connections.push(connection);
  }
  const [first, second, third] = connections;
  first?.write(request);
  await first?.receive(/done.+done$/s);
  const fourth = await openConnection(t, port);
  fourth.write(request);
  await fourth.receive(answered);
  await second?.end();
  for (const connection of [first, third, fourth]) {
    const before = connection?.received().length ?? 0;
    connection?.write(request);
    await connection?.receive(new RegExp(`^.{${before},}done$`, 's'));
  }
  t.pass();
});

test('fifteen listeners for the end of a response cause no leak warning', async t => {
  const warnings: string[] = [];
  const note = ({name}: Error) => void warnings.push(name);
  process.on('warning', note);
  t.teardown(() => process.off('warning', note));
  const server = createHttpServer((_, response) => {
    for (let many = 0; many < 15; many += 1) response.once('close', () => {});
    response.end('done');
  });
  const connection = await openConnection(t, await onLoopback(t, server));
  connection.write(request);
  await connection.receive(/done$/);
  t.deepEqual(warnings, []);
});

/** An API that answers no lookup before `answer` is called. */
const startBusy = async (t: Scope, limits: Partial<ServerLimits>) => {
  const proceed = Promise.withResolvers<void>();
  let asked = 0;
  const asks = new EventTarget();
  const byId = async () => {
    asked += 1;
    asks.dispatchEvent(new Event('asked'));
    await proceed.promise;
    return versioned(jsonOf(aVehicleDocument()));
  };
  const api = await startApi(t, fakeServices({vehicles: {byId}}), {limits});
  return {
    ...api,
    answer: proceed.resolve,
    asked: async (count: number) => {
      while (asked < count) await once(asks, 'asked');
    },
  };
};

test('where none is idle, a new connection is answered 503, and its client may retry', async t => {
  const api = await startBusy(t, {maxConnections: 2});
  const busy = [await openConnection(t, api.port), await openConnection(t, api.port)];
  for (const connection of busy) connection.write(request);
  await api.asked(2);

  const refused = await api.sendRaw(request);
  const {detail, requestId} = assertProblem(t, refused, 'ServiceUnavailable');
  t.is(detail, 'Too many connections are open, in total or from your address.');
  t.is(refused.headers['retry-after'], '5');
  t.is(refused.headers.connection, 'close');
  t.like(JSON.parse(api.lines[0] ?? ''), {status: 503, code: 'ServiceUnavailable', requestId});

  api.answer();
  for (const connection of busy) await connection.receive(/\r\n\r\n\{/);
  t.is((await api.get('/v1/vehicles/1')).status, 200);
});

test('an address has its own limit, and room is made among its own connections', async t => {
  const api = await startApi(t, servicesWith(aVehicleDocument()), {
    limits: {maxConnectionsPerAddress: 2},
  });
  const open = async (localAddress: string) => {
    const connection = await openConnection(t, api.port, localAddress);
    connection.write(request);
    await connection.receive(/\r\n\r\n\{/);
    return connection;
  };
  const other = await open('127.0.0.2');
  const first = await open('127.0.0.3');
  await open('127.0.0.3');
  await open('127.0.0.3');
  await first.end();
  t.false(other.socket.destroyed);
});

test('an address that holds all it may is refused, and others are served', async t => {
  const api = await startBusy(t, {maxConnectionsPerAddress: 1});
  const [own, other] = ['127.0.0.2', '127.0.0.3'];
  const held = await openConnection(t, api.port, own);
  held.write(request);
  await api.asked(1);
  const refused = await openConnection(t, api.port, own);
  refused.write(request);
  t.regex((await refused.end()).text, /^HTTP\/1\.1 503 /);
  const served = await openConnection(t, api.port, other);
  served.write(request);
  await api.asked(2);
  api.answer();
  await Promise.all([held, served].map(({receive}) => receive(/\r\n\r\n\{/)));
  const again = await openConnection(t, api.port, own);
  again.write(request);
  t.regex(await again.receive(/\r\n\r\n\{/), /^HTTP\/1\.1 200/);
});

/** More than the kernel takes for a client that does not read. */
const large = Buffer.alloc(64 * 1024 * 1024);

for (const [what, first, sent] of [
  ['whose client sends nothing more', '', ''],
  ['whose client sends the next head byte by byte', 'GET / HTTP/1.1\r\nA: ', 'a'],
  ['whose client sends request after request', '', request],
  ['whose client has sent more requests than may wait', request.repeat(100), request],
] as const) {
  test(`a response that makes no progress is cut off, ${what}`, async t => {
    const closed = Promise.withResolvers<boolean>();
    const server = createHttpServer(
      async ({socket}, response) => {
        response.once('close', () => closed.resolve(response.writableFinished));
        // Behind a response that is not read, Node itself stops reading when further requests come.
        do await new Promise(setImmediate);
        while (socket.bytesRead < request.length + first.length);
        response.end(large);
      },
      {timeout: 500, headersTimeout: 500, connectionsCheckingInterval: 20},
    );
    answerClientErrors(server, {publicUrl: '', log: () => {}, ...protocolProblems});
    const [socket] = await openDeaf(t, await onLoopback(t, server), 1);
    socket?.on('error', () => {});
    socket?.write(first);
    const sending = setInterval(() => socket?.write(sent), 10);
    t.false(await closed.promise);
    clearInterval(sending);
  });
}

const post = 'POST /v1/vehicles/plates HTTP/1.1\r\nHost: a\r\nX-Api-Key: a\r\n';

for (const [what, sent] of [
  ['head', 'GET /slow HTTP/1.1\r\nHos'],
  ['body', `${post}Content-Length: 9\r\n\r\n[`],
  ['chunk', `${post}Transfer-Encoding: chunked\r\n\r\n9\r\n[`],
] as const) {
  test(`a request whose ${what} does not arrive in time is answered, and its connection closed`, async t => {
    const server = createHttpServer(asked => void asked.resume(), {
      headersTimeout: 50,
      requestTimeout: 50,
      connectionsCheckingInterval: 10,
    });
    const lines: object[] = [];
    const log = (line: object) => void lines.push(line);
    answerClientErrors(server, {publicUrl: '', log, ...protocolProblems});
    const socket = connect(await onLoopback(t, server), '127.0.0.1');
    socket.write(sent);
    const answer = await text(socket);
    t.regex(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    t.regex(answer, /X-Request-Id: [0-9a-f-]{36}\r\n/);
    t.like(lines, [{status: 408, code: 'RequestTimeout'}]);
  });
}

test('clients that send byte by byte are cut off, and others are answered meanwhile', async t => {
  const api = await startApi(t, servicesWith(aVehicleDocument()), {
    limits: {headersTimeout: 600, requestTimeout: 900, connectionsCheckingInterval: 50},
  });
  const slow = await Promise.all(
    Array.from({length: 50}, async (_, at) => {
      const connection = await openConnection(t, api.port);
      connection.write(at % 2 === 0 ? request.slice(0, -2) : `${post}Content-Length: 2000\r\n\r\n`);
      return connection;
    }),
  );
  const answers = slow.map(({end}) => end());
  const areCutOff = Promise.all(answers).then(() => true);
  let served = 0;
  for (let isOver = false; !isOver; isOver = await Promise.race([areCutOff, wait(10, false)])) {
    for (const {socket, write} of slow) if (socket.writable) write('a');
    t.is((await api.get('/v1/vehicles/1')).status, 200);
    served += 1;
  }
  t.true(served > 1);
  for (const {text} of await Promise.all(answers)) t.regex(text, /^HTTP\/1\.1 408 /);
});
