import {once} from 'node:events';
import type {RequestListener} from 'node:http';
import {connect} from 'node:net';
import test from 'ava';
import {createHttpServer} from '#src/http/server/server.ts';
import type {Scope} from '../../helpers/scope.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';
import {openConnection} from '../../helpers/servers/open-connection.ts';

/** A connection to a server that handles requests like this, by default with an empty response. */
const start = async (
  t: Scope,
  handle: RequestListener = (_, response) => void response.end(),
  holdMs = 0,
) => {
  let handled = 0;
  const count: RequestListener = (message, response) => {
    handled += 1;
    handle(message, response);
  };
  const port = await onLoopback(t, createHttpServer(count, {maxWaiting: 4, holdMs}));
  return {...(await openConnection(t, port)), handled: () => handled};
};

const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n';

const statusesIn = (text: string) => text.match(/HTTP\/1\.1 \d{3}/g) ?? [];

test('pipelined requests are handled one after the other, and answered in order', async t => {
  let underWay = 0;
  let most = 0;
  const connection = await start(t, async ({url}, response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    response.end(url);
  });
  connection.write(['/1', '/2', '/3'].map(path => request.replace('/', path)).join(''));
  const text = await connection.receive(/\/3/);
  t.deepEqual(text.match(/\/\d$|\/\d(?=HTTP)/g), ['/1', '/2', '/3']);
  t.is(most, 1);
});

test('one request of a connection is handled in an iteration of the event loop', async t => {
  let inThisTurn = 0;
  let most = 0;
  const connection = await start(t, (_, response) => {
    if (inThisTurn === 0) {
      setImmediate(() => {
        inThisTurn = 0;
      });
    }
    inThisTurn += 1;
    most = Math.max(most, inThisTurn);
    response.end();
  });
  connection.write(request.repeat(5));
  await connection.receive(/(?:HTTP.+?\r\n\r\n){5}/s);
  t.is(most, 1);
});

for (const sent of [6, 20_000]) {
  test(`of ${sent} requests at once, those beyond what may wait are not read`, async t => {
    const connection = await start(t);
    connection.write(request.repeat(sent));
    const {text, lost} = await connection.end();
    t.is(lost, undefined, 'the connection is not reset');
    t.is(connection.handled(), 5);
    t.is(statusesIn(text).length, 5);
    const [, last = ''] = text.split(/^(?:.+?\r\n\r\n){4}/s);
    t.regex(last, /^Connection: close\r$/m);
    t.is(text.match(/^Connection: close\r$/gm)?.length, 1);
  });
}

test('of too many requests at once the last one waits', async t => {
  const {write, receive, handled} = await start(t, undefined, 60_000);
  write(request.repeat(6));
  await receive(/(?:HTTP.+?\r\n\r\n){4}/s);
  for (let turns = 0; turns < 10; turns += 1) await new Promise(setImmediate);
  t.is(handled(), 4);
});

test('of a flood, no more is parsed than is answered', async t => {
  const flood = request.repeat(20_000);
  let parsed = 0;
  const handle: RequestListener = async ({socket}, response) => {
    while (socket.bytesRead < flood.length && !socket.destroyed) await new Promise(setImmediate);
    response.end();
  };
  const server = createHttpServer(handle, {maxWaiting: 4, holdMs: 0});
  server.on('request', () => {
    parsed += 1;
  });
  const connection = await openConnection(t, await onLoopback(t, server));
  connection.write(flood);
  const {text} = await connection.end();
  t.is(statusesIn(text).length, 5);
  t.is(parsed, 5);
});

test('a server that stops cuts a flood off that is not answered in time', async t => {
  const server = createHttpServer(() => {}, {maxWaiting: 4, timeout: 600_000});
  const {write, end} = await openConnection(t, await onLoopback(t, server));
  const begun = once(server, 'upgrade');
  write(request.repeat(20_000));
  await begun;
  await server.stop({drainMs: 0, graceMs: 10});
  t.is((await end()).text, '');
});

test('who leaves a flood behind ends the request that is handled', async t => {
  const {promise: left, resolve} = Promise.withResolvers<void>();
  const server = createHttpServer((_, response) => response.once('close', resolve), {
    maxWaiting: 4,
  });
  const socket = connect(await onLoopback(t, server), '127.0.0.1');
  socket.on('error', () => {});
  server.once('upgrade', () => socket.resetAndDestroy());
  socket.write(request.repeat(20_000));
  await t.notThrowsAsync(left);
});

test('a client that sends on after the last response does not lose it', async t => {
  const connection = await start(t, (_, response) => {
    response.setHeader('Connection', 'close').end('last');
  });
  const body = 'x'.repeat(8_000_000);
  connection.write(
    `${request}POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const {text, lost} = await connection.end();
  t.is(lost, undefined, 'the connection is not reset');
  t.regex(text, /^HTTP\/1\.1 200 .*last$/s);
});

test('who floods a connection that is closed has to wait', async t => {
  const server = createHttpServer((_, response) => {
    response.setHeader('Connection', 'close').end('last');
  });
  const discarded = new Promise<number>(resolve => {
    server.on('connection', socket => socket.once('close', () => resolve(socket.bytesRead)));
  });
  const socket = connect({port: await onLoopback(t, server), allowHalfOpen: true});
  socket.on('error', () => {});
  t.teardown(() => socket.destroy());
  const flood = Buffer.alloc(1024 * 1024);
  const send = () => {
    while (!socket.destroyed && socket.write(flood));
  };
  socket.on('drain', send).resume();
  socket.write(`${request}POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000000\r\n\r\n`);
  send();
  // For a second; without a pause it would be some gigabytes.
  t.true((await discarded) < 64 * flood.length);
});

test('a request behind one whose body is still sent waits for both', async t => {
  const paths: string[] = [];
  const connection = await start(t, async (message, response) => {
    paths.push(`${message.method}`);
    for await (const _ of message);
    response.end();
  });
  connection.write(`${post}[`);
  connection.write(`]${request}`);
  await connection.receive(/(?:HTTP.+?\r\n\r\n){2}/s);
  t.deepEqual(paths, ['POST', 'GET']);
});

test('what waits when the client leaves is not handled', async t => {
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const {socket, write, handled} = await start(t, (_, response) => {
    response.once('close', left.resolve);
    asked.resolve();
  });
  write(request.repeat(3));
  await asked.promise;
  socket.destroy();
  await left.promise;
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  t.is(handled(), 1);
});

test('what waits behind a response with Connection: close is not handled', async t => {
  const {write, end, handled} = await start(t, (_, response) => {
    response.setHeader('Connection', 'close').end();
  });
  write(request.repeat(3));
  const {text} = await end();
  t.is(statusesIn(text).length, 1);
  t.is(handled(), 1);
});
