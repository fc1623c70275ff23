import {IncomingMessage, ServerResponse} from 'node:http';
import {connect, Socket} from 'node:net';
import {buffer} from 'node:stream/consumers';
import {gunzipSync} from 'node:zlib';
import test from 'ava';
import Koa from 'koa';
import {responseBody} from '#src/http/middleware/response-body.ts';
import type {RequestState} from '#src/http/request-context.ts';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {fakeServices, servicesWith} from '../../helpers/fakes/services.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';

/** A vehicle whose response has exactly this many bytes. */
const vehicleOf = (bytes: number) => {
  const empty = aVehicleDocument({vin: ''}).vehicleBytes;
  return aVehicleDocument({vin: 'V'.repeat(bytes - empty)});
};

const large = vehicleOf(5000);
const search = '/v1/vehicles';

const accepting = (codings: string) => ({headers: {'Accept-Encoding': codings}});

const isSentAs = test.macro({
  title: (_, accepted: string, coding = 'identity') =>
    `Accept-Encoding: ${accepted} gets ${coding}`,
  async exec(t, accepted: string, coding?: string) {
    const api = await startApi(t, servicesWith(large));
    const plain = await api.get('/v1/vehicles/1');
    const {status, headers, bytes, body} = await api.get('/v1/vehicles/1', accepting(accepted));
    t.is(status, 200);
    t.is(headers['content-encoding'], coding);
    t.deepEqual(body, plain.body);
    t.is(headers.etag, plain.headers.etag, 'the tag is weak: it is about what is said');
    t.is(headers.vary, 'Accept-Encoding, X-Api-Key');
    t.true(coding === undefined ? bytes.length === 5000 : bytes.length < 1000);
    t.is(headers['content-length'], String(bytes.length));
  },
});

test(isSentAs, 'gzip', 'gzip');
test(isSentAs, 'br', 'br');
test(isSentAs, 'gzip, deflate, br, zstd', 'br');
test(isSentAs, 'zstd, gzip', 'gzip');
test(isSentAs, 'br;q=0, *', 'gzip');
test(isSentAs, 'identity;q=0, gzip', 'gzip');
test(isSentAs, '*', 'gzip');
test(isSentAs, 'br;q=0.5, gzip', 'gzip');
test(isSentAs, 'gzip;q=0.5, identity');
test(isSentAs, 'deflate');
test(isSentAs, 'zstd');
test(isSentAs, 'deflate, zstd');
test(isSentAs, 'identity');
test(isSentAs, 'br;q=0');
test(isSentAs, 'identity;q=0');
test(isSentAs, '*;q=0');
test(isSentAs, 'zstd, identity;q=0');
test(isSentAs, 'gzip;q=x, ;,');
test(isSentAs, '');

test('a response is compressed from 1 KB on', async t => {
  for (const [size, coding] of [
    [1023, undefined],
    [1024, 'gzip'],
  ] as const) {
    const api = await startApi(t, servicesWith(vehicleOf(size)));
    const {headers} = await api.get('/v1/vehicles/1', accepting('gzip'));
    t.is(headers['content-encoding'], coding);
    t.is(headers.vary, 'Accept-Encoding, X-Api-Key');
  }
});

test('a response is not compressed for a client that does not ask, and varies all the same', async t => {
  const api = await startApi(t, servicesWith(vehicleOf(4000)));
  const {headers} = await api.get('/v1/vehicles/1');
  t.false('content-encoding' in headers);
  t.is(headers.vary, 'Accept-Encoding, X-Api-Key');
});

test('a large problem is compressed, a small one is not', async t => {
  const api = await startApi(t, fakeServices());
  const small = await api.get('/nothing', accepting('gzip'));
  t.false('content-encoding' in small.headers);
  t.is(small.headers.vary, 'Accept-Encoding, Accept');

  const path = `/v1/${'nothing-'.repeat(200)}`;
  const large = await api.get(path, accepting('gzip'));
  t.is(large.headers['content-encoding'], 'gzip');
  t.is(large.headers.vary, 'Accept-Encoding, Accept');
  t.is(assertProblem(t, large, 'RouteNotFound').instance, path);
});

test('HEAD has the headers of its GET, compressed or not', async t => {
  const path = '/v1/vehicles/1';
  for (const [size, coding] of [
    [5000, 'gzip'],
    [5000, 'identity'],
    [1023, 'gzip'],
  ] as const) {
    const api = await startApi(t, servicesWith(vehicleOf(size)));
    const head = await api.get(path, {...accepting(coding), method: 'HEAD'});
    const got = await api.get(path, accepting(coding));
    for (const name of ['content-length', 'content-encoding', 'content-type', 'etag', 'vary']) {
      t.is(head.headers[name], got.headers[name]);
    }
    t.is(head.bytes.length, 0);
    t.is(got.headers['content-length'], String(got.bytes.length));
  }
});

test('compression does not change a 304 or a 204', async t => {
  const api = await startApi(t, servicesWith(aVehicleDocument({vin: 'V'.repeat(2000)})));
  const {headers} = await api.get('/v1/vehicles/1', accepting('gzip'));
  const known = await api.get('/v1/vehicles/1', {
    headers: {'Accept-Encoding': 'gzip', 'If-None-Match': String(headers.etag)},
  });
  t.is(known.status, 304);
  t.false('content-encoding' in known.headers);
  t.is(known.headers.vary, 'Accept-Encoding, X-Api-Key');

  const none = await api.get('/v1/vehicles/1/engine', accepting('gzip'));
  t.is(none.status, 204);
  t.false('content-encoding' in none.headers);
  t.is(none.bytes.length, 0);
});

test('a compressed response arrives whole while the request body is still being sent', async t => {
  const api = await startApi(t, servicesWith(large));
  const socket = connect(api.port, '127.0.0.1');
  socket.write(
    `GET ${search} HTTP/1.1\r\nHost: a\r\nX-Api-Key: a\r\nAccept-Encoding: gzip\r\nContent-Length: 100000\r\n\r\n`,
  );
  socket.write('x'.repeat(50_000));
  const raw = await buffer(socket);
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.toString('latin1', 0, end);
  t.regex(head, /^HTTP\/1\.1 200 /);
  t.regex(head, /^Content-Encoding: gzip\r?$/m);
  t.regex(head, /^Connection: close\r?$/m);
  t.true(gunzipSync(raw.subarray(end + 4)).includes('"data":['));
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
