import {once} from 'node:events';
import {createServer, type IncomingMessage, request} from 'node:http';
import {buffer} from 'node:stream/consumers';
import {brotliDecompressSync, gunzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import Koa from 'koa';
import {keyStart} from '#src/api/admission.ts';
import {errors, toProblem} from '#src/api/errors.ts';
import {compression} from '#src/http/middleware/response-body.ts';
import {requestId} from '#src/http/middleware/telemetry.ts';
import {errorHandler} from '#src/http/problem.ts';
import type {RequestState} from '#src/http/request-context.ts';
import {staticDocuments} from '#src/http/static-documents.ts';
import {onLoopback} from '../helpers/servers/on-loopback.ts';

const large = 'Everything that can be said. '.repeat(100);
const site = [
  {path: '/large', contentType: 'text/plain; charset=utf-8', body: large},
  {
    path: '/small',
    contentType: 'text/html; charset=utf-8',
    body: 'small',
    headers: {'Cache-Control': 'public, immutable', 'X-Own': 'a'},
  },
  {path: '/', location: 'large'},
];

type Call = {readonly method?: string; readonly headers?: Record<string, string>};

const startPages = async (t: ExecutionContext) => {
  const routes: (string | undefined)[] = [];
  const app = new Koa<RequestState, object>();
  app.use(requestId(keyStart));
  app.use(compression);
  app.use(errorHandler({publicUrl: 'https://api.example', toProblem, report: () => undefined}));
  app.use(async (ctx, next) => {
    await next().finally(() => routes.push(ctx.state.route));
  });
  app.use(staticDocuments(site, errors.MethodNotAllowed));
  app.use(ctx => {
    ctx.body = 'not a page';
  });
  const port = await onLoopback(t, createServer(app.callback()));

  const ask = async (path: string, {method = 'GET', headers = {}}: Call = {}) => {
    const sent = request({port, path, method, headers, agent: false}).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return {status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer)};
  };
  return {ask, routes};
};

test('a document is served without a key, and is cacheable', async t => {
  const {ask, routes} = await startPages(t);
  const {status, headers, bytes} = await ask('/large?any=thing');
  t.is(status, 200);
  t.is(bytes.toString(), large);
  t.is(headers['content-type'], 'text/plain; charset=utf-8');
  t.is(headers['content-length'], String(large.length));
  t.is(headers['cache-control'], 'public, max-age=300');
  t.is(headers['x-content-type-options'], 'nosniff');
  t.is(headers.vary, 'Accept-Encoding');
  t.truthy(headers['x-request-id']);
  t.deepEqual(routes, ['/site']);
});

test("a page's own headers stand above the usual ones", async t => {
  const {ask} = await startPages(t);
  const {headers} = await ask('/small');
  t.is(headers['cache-control'], 'public, immutable');
  t.is(headers['x-own'], 'a');
});

test('HEAD answers like GET, without the body', async t => {
  const {ask} = await startPages(t);
  const [got, head] = [await ask('/large'), await ask('/large', {method: 'HEAD'})];
  t.is(head.status, 200);
  t.is(head.bytes.length, 0);
  for (const name of ['content-length', 'content-type', 'etag', 'cache-control', 'vary']) {
    t.is(head.headers[name], got.headers[name], name);
  }
});

test('a current copy is answered 304, any other 200', async t => {
  const {ask} = await startPages(t);
  const etag = String((await ask('/large')).headers.etag);
  t.regex(etag, /^W\/"[\w-]{22}"$/);
  t.not((await ask('/small')).headers.etag, etag);
  for (const tags of [etag, etag.slice(2), `"a", ${etag}`, '*']) {
    for (const method of ['GET', 'HEAD']) {
      const known = await ask('/large', {method, headers: {'If-None-Match': tags}});
      t.is(known.status, 304, tags);
      t.is(known.bytes.length, 0);
      t.is(known.headers.etag, etag);
      t.is(known.headers['cache-control'], 'public, max-age=300');
      t.is(known.headers.vary, 'Accept-Encoding');
      t.false('content-type' in known.headers);
    }
  }
  t.is((await ask('/large', {headers: {'If-None-Match': 'W/"a"'}})).status, 200);
});

const isSentAs = test.macro({
  title: (_, accepted: string, coding = 'identity') =>
    `Accept-Encoding: ${accepted} gets ${coding}`,
  async exec(t, accepted: string, coding?: 'br' | 'gzip') {
    const {ask} = await startPages(t);
    const {headers, bytes} = await ask('/large', {headers: {'Accept-Encoding': accepted}});
    t.is(headers['content-encoding'], coding);
    t.is(headers['content-length'], String(bytes.length));
    t.is(headers.vary, 'Accept-Encoding');
    const decoded = {br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body};
    t.is(decoded[coding ?? 'identity'](bytes).toString(), large);
  },
});

test(isSentAs, 'br', 'br');
test(isSentAs, 'gzip', 'gzip');
test(isSentAs, 'gzip, deflate, br, zstd', 'br');
test(isSentAs, 'gzip, br;q=0', 'gzip');
test(isSentAs, '*', 'gzip');
test(isSentAs, 'deflate, zstd');
test(isSentAs, 'identity');
test(isSentAs, 'identity;q=0');
test(isSentAs, '*;q=0');
test(isSentAs, '');

test('a small document is never compressed', async t => {
  const {ask} = await startPages(t);
  const {headers, bytes} = await ask('/small', {headers: {'Accept-Encoding': 'br, gzip'}});
  t.false('content-encoding' in headers);
  t.is(bytes.toString(), 'small');
});

test('every method but GET and HEAD is answered 405', async t => {
  const {ask} = await startPages(t);
  for (const method of ['POST', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    const refused = await ask('/large', {method});
    t.is(refused.status, 405, method);
    t.is(refused.headers.allow, 'GET, HEAD');
    t.is(refused.headers['content-type'], 'application/problem+json');
    t.like(JSON.parse(refused.bytes.toString()), {code: 'MethodNotAllowed', instance: '/large'});
  }
});

test('a path must match exactly', async t => {
  const {ask, routes} = await startPages(t);
  for (const path of ['/Large', '/large/', '//large', '/%6Carge', '/larg', '/__proto__']) {
    t.is((await ask(path)).bytes.toString(), 'not a page', path);
  }
  t.deepEqual(new Set(routes), new Set([undefined]));
});

test('a redirect is answered 302', async t => {
  const {ask, routes} = await startPages(t);
  const {status, headers, bytes} = await ask('/');
  t.is(status, 302);
  t.is(headers.location, 'large');
  t.is(bytes.length, 0);
  t.is((await ask('/', {method: 'POST'})).status, 405);
  t.deepEqual(routes, ['/site', '/site']);
});
