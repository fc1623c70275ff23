import {once} from 'node:events';
import {createServer} from 'node:http';
import {connect} from 'node:net';
import test, {type ExecutionContext} from 'ava';
import Koa from 'koa';
import {responseBody} from '#src/http/middleware/response-body.ts';
import type {RequestState} from '#src/http/request-context.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';

const mebibyte = 1024 ** 2;

/** Sockets take some of it, so bodies are larger than what may wait. */
const bodyBytes = 20 * mebibyte;

const serve = async (t: ExecutionContext, maxBytes: number, kept?: Buffer) => {
  const app = new Koa<RequestState, object>();
  app.use(responseBody(maxBytes));
  app.use(ctx => {
    ctx.body = kept ?? Buffer.alloc(bodyBytes);
  });
  return await onLoopback(t, createServer(app.callback()));
};

/** A client that reads the head of a response, and no more of it. */
const slowReader = async (t: ExecutionContext, port: number) => {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  t.teardown(() => socket.destroy());
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  socket.pause();
  return socket;
};

const whole = async (port: number) => {
  const headers = {'Accept-Encoding': 'identity'};
  const response = await fetch(`http://127.0.0.1:${port}/`, {headers});
  return (await response.arrayBuffer()).byteLength;
};

test('beyond what may wait to be read, the connection that has waited longest is cut', async t => {
  const port = await serve(t, 2.5 * bodyBytes);
  const [first, second] = [await slowReader(t, port), await slowReader(t, port)];
  const cut = once(first, 'close');
  t.is(await whole(port), bodyBytes, 'who reads gets the whole body');
  first.resume();
  await cut;
  t.true(first.bytesRead < bodyBytes);

  const [closed] = [once(second, 'close')];
  second.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  second.resume();
  await closed;
  t.true(second.bytesRead > 2 * bodyBytes, 'the other one goes on');
});

test('what has been read no longer counts', async t => {
  const port = await serve(t, 1.5 * bodyBytes);
  for (let request = 0; request < 5; request += 1) t.is(await whole(port), bodyBytes);
});

test('a body that is sent to many counts once', async t => {
  const port = await serve(t, 1.5 * bodyBytes, Buffer.alloc(bodyBytes));
  const readers = await Promise.all(Array.from({length: 5}, () => slowReader(t, port)));
  t.is(await whole(port), bodyBytes);
  t.true(readers.every(({destroyed}) => !destroyed));
});
