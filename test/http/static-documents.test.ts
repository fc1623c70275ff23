import test, {type ExecutionContext} from 'ava';
import {errors} from '#src/api/errors.ts';
import type {RequestContext} from '#src/http/request-context.ts';
import {staticDocuments} from '#src/http/static-documents.ts';
import {assertProblem} from '../helpers/api/assert-problem.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {fakeServices} from '../helpers/fakes/services.ts';

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

const startPages = (t: ExecutionContext) => {
  const serve = staticDocuments(site, errors.MethodNotAllowed);
  return startApi(t, fakeServices(), {documents: {serve, contractVersion: '1'}});
};

/** The route of each request that was logged. */
const routesIn = (lines: readonly string[]) => lines.map(line => JSON.parse(line).route);

test('a document is served without a key, and is cacheable', async t => {
  const {get, lines} = await startPages(t);
  const {status, headers, body} = await get('/large?any=SECRET');
  t.is(status, 200);
  t.is(body, large);
  t.is(headers['content-type'], 'text/plain; charset=utf-8');
  t.is(headers['content-length'], String(large.length));
  t.is(headers['cache-control'], 'public, max-age=300');
  t.is(headers['x-content-type-options'], 'nosniff');
  t.is(headers.vary, 'Accept-Encoding');
  t.truthy(headers['x-request-id']);
  t.deepEqual(routesIn(lines), ['/site']);
  t.notRegex(lines.join(), /SECRET|keyId/);
});

test("a page's own headers stand above the usual ones", async t => {
  const {get} = await startPages(t);
  const {headers} = await get('/small');
  t.is(headers['cache-control'], 'public, immutable');
  t.is(headers['x-own'], 'a');
});

test('HEAD answers like GET, compressed or not, without the body', async t => {
  const {get} = await startPages(t);
  for (const coding of ['identity', 'br', 'gzip']) {
    const headers = {'Accept-Encoding': coding};
    const got = await get('/large', {headers});
    const head = await get('/large', {headers, method: 'HEAD'});
    const own = {'x-request-id': '', date: ''};
    t.deepEqual({...head.headers, ...own}, {...got.headers, ...own});
    t.is(got.headers['content-encoding'] ?? 'identity', coding);
    t.is(got.headers['content-length'], String(got.bytes.length));
    t.is(got.headers.vary, 'Accept-Encoding');
    t.is(got.body, large);
    t.is(head.bytes.length, 0);
  }
});

test('a current copy is answered 304, any other 200', async t => {
  const {get} = await startPages(t);
  const etag = String((await get('/large')).headers.etag);
  t.regex(etag, /^W\/"[\w-]{22}"$/);
  t.not((await get('/small')).headers.etag, etag);
  for (const tags of [etag, etag.slice(2), `"a", ${etag}`, '*']) {
    for (const method of ['GET', 'HEAD']) {
      const known = await get('/large', {method, headers: {'If-None-Match': tags}});
      t.is(known.status, 304, tags);
      t.is(known.bytes.length, 0);
      t.is(known.headers.etag, etag);
      t.is(known.headers['cache-control'], 'public, max-age=300');
      t.is(known.headers.vary, 'Accept-Encoding');
      t.false('content-type' in known.headers);
    }
  }
  t.is((await get('/large', {headers: {'If-None-Match': 'W/"a"'}})).status, 200);
});

test('every method but GET and HEAD is answered 405', async t => {
  const {get} = await startPages(t);
  for (const method of ['POST', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    const refused = await get('/large', {method});
    t.is(assertProblem(t, refused, 'MethodNotAllowed').instance, '/large');
    t.is(refused.headers.allow, 'GET, HEAD');
  }
});

test('a path must match exactly', async t => {
  const {get, lines} = await startPages(t);
  for (const path of ['/Large', '/large/', '//large', '/%6Carge', '/larg', '/__proto__']) {
    assertProblem(t, await get(path), 'RouteNotFound');
  }
  t.deepEqual(new Set(routesIn(lines)), new Set([undefined]));
});

test('a redirect is answered 302', async t => {
  const {get, lines} = await startPages(t);
  const {status, headers, bytes} = await get('/');
  t.is(status, 302);
  t.is(headers.location, 'large');
  t.is(bytes.length, 0);
  assertProblem(t, await get('/', {method: 'POST'}), 'MethodNotAllowed');
  t.deepEqual(routesIn(lines), ['/site', '/site']);
});

test('an error outside any middleware is answered with a problem document, and reported', async t => {
  const serve = (ctx: RequestContext) => {
    ctx.body = {a: 1n};
  };
  const {get, lines} = await startApi(t, fakeServices(), {
    documents: {serve, contractVersion: '1'},
  });
  const failed = await get('/a');
  const {instance, requestId} = assertProblem(t, failed, 'InternalError');
  t.is(instance, '/a');
  const reported = lines.map(line => JSON.parse(line)).filter(({err}) => err !== undefined);
  t.like(reported, [{level: 'error', code: 'InternalError', requestId}]);
});
