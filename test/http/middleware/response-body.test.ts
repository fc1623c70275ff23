import {once} from 'node:events';
import {createServer, IncomingMessage, ServerResponse} from 'node:http';
import {connect, Socket} from 'node:net';
import {buffer} from 'node:stream/consumers';
import {gunzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import Koa from 'koa';
import {responseBody} from '#src/http/middleware/response-body.ts';
import type {RequestState} from '#src/http/request-context.ts';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {type Call, startApi} from '../../helpers/api/start-api.ts';
import {servicesWith} from '../../helpers/fakes/services.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {sharedFixture} from '../../helpers/scope.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';

/** A vehicle whose response has exactly this many bytes. */
const vehicleOf = (bytes: number) => {
  const empty = aVehicleDocument({vin: ''}).vehicleBytes;
  return aVehicleDocument({vin: 'V'.repeat(bytes - empty)});
};

const path = '/v1/vehicles/1';
const api = sharedFixture(test, t => startApi(t, servicesWith(vehicleOf(5000))));

const get = async (path: string, call?: Call) => (await api()).get(path, call);

const accepting = (codings: string | undefined) => ({headers: {'Accept-Encoding': codings}});

for (const [coding, ...accepted] of [
  ['gzip', 'gzip', 'zstd, gzip', 'br;q=0, *', 'identity;q=0, gzip', '*', 'br;q=0.5, gzip'],
  ['br', 'br', 'gzip, deflate, br, zstd'],
  ['identity', undefined, '', 'identity', 'gzip;q=0.5, identity', 'gzip;q=x, ;,'],
  ['identity', 'deflate', 'zstd', 'deflate, zstd', 'zstd, identity;q=0'],
  ['identity', 'br;q=0', 'identity;q=0', '*;q=0'],
] as const) {
  for (const codings of accepted) {
    test(`Accept-Encoding: ${codings} gets ${coding}`, async t => {
      const plain = await get(path);
      const {status, headers, bytes, body} = await get(path, accepting(codings));
      t.is(status, 200);
      t.is(headers['content-encoding'] ?? 'identity', coding);
      t.deepEqual(body, plain.body);
      t.is(headers.etag, plain.headers.etag, 'the tag is weak: it is about what is said');
      t.is(headers.vary, 'Accept-Encoding, X-Api-Key');
      t.true(coding === 'identity' ? bytes.length === 5000 : bytes.length < 1000);
      t.is(headers['content-length'], String(bytes.length));
    });
  }
}

test('more than 1,000 characters of Accept-Encoding are not read', async t => {
  const padded = (length: number) => accepting('gzip'.padEnd(length, ', zstd'));
  const {headers} = await get(path, padded(1_000));
  t.is(headers['content-encoding'], 'gzip');
  const longer = await get(path, padded(1_001));
  t.is(longer.headers['content-encoding'], undefined);
  t.is(longer.bytes.length, 5000);
});

for (const [size, accepted, coding] of [
  [1023, 'gzip', undefined],
  [1024, 'gzip', 'gzip'],
  [1024, 'identity', undefined],
] as const) {
  test(`${size} bytes for ${accepted} are sent as ${coding ?? 'they are'}, to HEAD by their headers`, async t => {
    const {get} = await startApi(t, servicesWith(vehicleOf(size)));
    const got = await get(path, accepting(accepted));
    t.is(got.headers['content-encoding'], coding);
    t.is(got.headers['content-length'], String(got.bytes.length));
    t.is(got.headers.vary, 'Accept-Encoding, X-Api-Key');
    const head = await get(path, {...accepting(accepted), method: 'HEAD'});
    t.is(head.bytes.length, 0);
    for (const name of ['content-length', 'content-encoding', 'content-type', 'etag', 'vary']) {
      t.is(head.headers[name], got.headers[name], name);
    }
  });
}

test('a large problem is compressed, a small one is not', async t => {
  const small = await get('/nothing', accepting('gzip'));
  t.false('content-encoding' in small.headers);
  t.is(small.headers.vary, 'Accept-Encoding, Accept');

  const path = `/v1/${'nothing-'.repeat(200)}`;
  const large = await get(path, accepting('gzip'));
  t.is(large.headers['content-encoding'], 'gzip');
  t.is(large.headers.vary, 'Accept-Encoding, Accept');
  t.is(assertProblem(t, large, 'RouteNotFound').instance, path);
});

test('compression does not change a 304 or a 204', async t => {
  const {headers} = await get(path, accepting('gzip'));
  const known = await get(path, {
    headers: {'Accept-Encoding': 'gzip', 'If-None-Match': String(headers.etag)},
  });
  t.is(known.status, 304);
  t.false('content-encoding' in known.headers);
  t.is(known.headers.vary, 'Accept-Encoding, X-Api-Key');

  const none = await get(`${path}/engine`, accepting('gzip'));
  t.is(none.status, 204);
  t.false('content-encoding' in none.headers);
  t.is(none.bytes.length, 0);
});

test('a compressed response arrives whole while the request body is still being sent', async t => {
  const socket = connect((await api()).port, '127.0.0.1');
  const key = 'Host: a\r\nX-Api-Key: a\r\n';
  socket.write(
    `GET ${path} HTTP/1.1\r\n${key}Accept-Encoding: gzip\r\nContent-Length: 100000\r\n\r\n`,
  );
  socket.write('x'.repeat(50_000));
  const raw = await buffer(socket);
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.toString('latin1', 0, end);
  t.regex(head, /^HTTP\/1\.1 200 /);
  t.regex(head, /^Content-Encoding: gzip\r?$/m);
  t.regex(head, /^Connection: close\r?$/m);
  t.true(gunzipSync(raw.subarray(end + 4)).includes('"vin":"VVV'));
});

test('a large body that is sent again is compressed once for each coding', async t => {
  const kept = Buffer.from('0123456789'.repeat(10_000));
  const sent = async (body: Buffer, coding: string) => {
    const ctx = new Koa<RequestState>().createContext(
      new IncomingMessage(new Socket()),
      new ServerResponse(new IncomingMessage(new Socket())),
    );
    ctx.req.headers['accept-encoding'] = coding;
    await responseBody()(ctx, async () => {
      ctx.body = body;
    });
    return ctx.body;
  };
  const [first, again, gzipped, other] = await Promise.all([
    sent(kept, 'br'),
    sent(kept, 'br'),
    sent(kept, 'gzip'),
    sent(Buffer.from(kept), 'br'),
  ]);
  t.is(first, again);
  t.is(first, await sent(kept, 'br'));
  t.not(first, other);
  t.deepEqual(first, other);
  t.deepEqual(gunzipSync(gzipped as Buffer), kept);
});

/** Sockets take some of it, so bodies are larger than what may wait. */
const bodyBytes = 20 * 1024 ** 2;

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

  const closed = once(second, 'close');
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
