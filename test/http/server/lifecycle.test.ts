import {once} from 'node:events';
import {createServer, type RequestListener} from 'node:http';
import {type AddressInfo, connect} from 'node:net';
import {text} from 'node:stream/consumers';
import {setImmediate, setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {ListenError, listen} from '#src/http/server/lifecycle.ts';
import {createHttpServer} from '#src/http/server/server.ts';

const startServer = async (t: ExecutionContext, handle: RequestListener) => {
  const server = createHttpServer(handle, {keepAliveTimeout: 600_000});
  await listen(server, 0, '127.0.0.1');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return {stop: server.stop, port: (server.address() as AddressInfo).port};
};

const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

/** A client that has sent these bytes. */
const send = (port: number, bytes = request) => {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return socket;
};

const unhurried = {drainMs: 0, graceMs: 600_000};

test('a request in progress is answered before the server stops', async t => {
  const asked = Promise.withResolvers<void>();
  const proceed = Promise.withResolvers<void>();
  const {stop, port} = await startServer(t, async (_, response) => {
    asked.resolve();
    await proceed.promise;
    response.end('done');
  });
  const socket = send(port);
  await asked.promise;
  const stopped = stop(unhurried);
  proceed.resolve();
  const answer = await text(socket);
  t.regex(answer, /^HTTP\/1\.1 200/);
  t.regex(answer, /Connection: close/i);
  t.regex(answer, /done/);
  await stopped;
});

test('a connection whose response has begun is closed after it', async t => {
  const begun = Promise.withResolvers<void>();
  const proceed = Promise.withResolvers<void>();
  const {stop, port} = await startServer(t, async (_, response) => {
    response.write('begun ');
    begun.resolve();
    await proceed.promise;
    response.end('and done');
  });
  const socket = send(port);
  await begun.promise;
  const stopped = stop(unhurried);
  proceed.resolve();
  t.regex(await text(socket), /and done/);
  await stopped;
});

test('a response that its client has not read yet is not cut off', async t => {
  const ended = Promise.withResolvers<void>();
  const body = 'x'.repeat(10 * 1024 * 1024);
  const {stop, port} = await startServer(t, (_, response) => {
    response.end(body);
    ended.resolve();
  });
  const socket = send(port).pause();
  await ended.promise;
  const stopped = stop(unhurried);
  await setImmediate();
  t.true((await text(socket)).endsWith(`\r\n\r\n${body}`));
  await stopped;
});

test('a request that was answered before its whole body came is not cut off', async t => {
  const {stop, port} = await startServer(t, (_, response) => void response.end());
  const socket = send(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345');
  await once(socket, 'data');
  const stopped = stop(unhurried);
  const closed = once(socket, 'close').then(() => 'closed');
  t.is(await Promise.race([closed, wait(50, 'open')]), 'open');
  socket.write('67890');
  await closed;
  await stopped;
});

test('an idle connection does not keep the server from stopping', async t => {
  const {stop, port} = await startServer(t, (_, response) => void response.end());
  const socket = send(port);
  await once(socket, 'data');
  await stop(unhurried);
  await once(socket, 'close');
  t.pass();
});

test('requests that arrive while clients are told to close are answered', async t => {
  const {stop, port} = await startServer(t, (_, response) => void response.end('done'));
  const socket = send(port);
  await once(socket, 'data');
  const stopped = stop({drainMs: 50, graceMs: 600_000});
  socket.write(request);
  const answer = await text(socket);
  t.regex(answer, /^HTTP\/1\.1 200/);
  t.regex(answer, /Connection: close/i);
  await stopped;
});

test('a request that exceeds the grace period is cut off', async t => {
  const asked = Promise.withResolvers<void>();
  const {stop, port} = await startServer(t, () => asked.resolve());
  const socket = send(port);
  await asked.promise;
  await stop({drainMs: 0, graceMs: 10});
  t.is(await text(socket), '');
});

test('a port in use is reported in one sentence', async t => {
  const {port} = await startServer(t, () => undefined);
  const error = await t.throwsAsync(listen(createServer(), port, '127.0.0.1'), {
    instanceOf: ListenError,
  });
  t.is(
    error?.message,
    `Cannot listen on 127.0.0.1:${port}: the port is in use. Stop the program that uses it, or choose another port.`,
  );
});
