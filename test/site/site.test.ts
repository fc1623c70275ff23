import test from 'ava';
import {filterNames} from '#core/domain/vehicle-filters.ts';
import {errors} from '#src/api/errors.ts';
import {endpoints} from '#src/api/index.ts';
import {exampleOf} from '#src/openapi/examples.ts';
import {assertProblem} from '../helpers/api/assert-problem.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {fakeServices} from '../helpers/fakes/services.ts';

const noKey = {headers: {'X-Api-Key': undefined}};

test('the root leads to the reference, wherever the service is mounted', async t => {
  const api = await startApi(t, fakeServices());
  const {status, headers} = await api.get('/', noKey);
  t.is(status, 302);
  t.is(headers.location, 'docs');
});

test('the reference introduces itself with a call that finds the example vehicle', async t => {
  const api = await startApi(t, fakeServices());
  const {status, headers, body} = await api.get('/docs', noKey);
  t.is(status, 200);
  t.is(headers['content-type'], 'text/html; charset=utf-8');
  const plate = exampleOf('getVehicleByPlate').params?.['plate'];
  t.true(
    String(body).includes(
      `curl -H &quot;X-Api-Key: $KEY&quot; https://api.example/v1/vehicles/plate/${plate}<`,
    ),
  );
});

const runsOwnScripts = test.macro(async (t, path: string) => {
  const api = await startApi(t, fakeServices());
  const {headers, body} = await api.get(path, noKey);
  const policy = String(headers['content-security-policy']);
  t.regex(policy, /^default-src 'none'; /);
  t.regex(policy, /; script-src 'self'; /);
  t.regex(policy, /; connect-src 'self'; /);
  t.regex(policy, /; frame-ancestors 'none'$/);
  t.notRegex(policy, /unsafe|\*|http/);
  t.notRegex(String(body), /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
});

for (const path of ['/docs', '/explore'])
  test(
    `${path} runs no script but its own files, and calls no one but the service`,
    runsOwnScripts,
    path,
  );

test('the explorer has a field for every filter of the search and of the statistics', async t => {
  const api = await startApi(t, fakeServices());
  const body = String((await api.get('/explore', noKey)).body);
  for (const name of filterNames) {
    t.is(body.split(` name="${name}"`).length - 1, 2, name);
  }
  t.notRegex(body, /data-filter="(?:sortBy|page|pageSize|expand|fields)"/);
});

test('a page is not at any other spelling of its path, nor for any other method', async t => {
  const api = await startApi(t, fakeServices());
  for (const path of ['/docs/', '/explore/', '/Docs', '//docs', '/problems/', '/site/']) {
    assertProblem(t, await api.get(path), 'RouteNotFound');
  }
  for (const path of ['/', '/docs', '/explore', '/problems', '/problems/VehicleNotFound']) {
    const refused = await api.get(path, {method: 'POST'});
    assertProblem(t, refused, 'MethodNotAllowed');
    t.is(refused.headers.allow, 'GET, HEAD');
  }
});

test('a browser finds the icon at the address that it tries by itself', async t => {
  const api = await startApi(t, fakeServices());
  const {status, headers} = await api.get('/favicon.ico', noKey);
  t.is(status, 302);
  const icon = await api.get(`/${headers.location}`, noKey);
  t.is(icon.status, 200);
  t.is(icon.headers['content-type'], 'image/svg+xml');
});

const chromium = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8';

test('a browser that finds nothing gets the problem as a page that leads on', async t => {
  const api = await startApi(t, fakeServices());
  const headers = {'X-Api-Key': undefined, 'X-Request-Id': 'a-request', Accept: chromium};
  for (const path of ['/nothing', '/v2/<b>/nothing/', '/docs/']) {
    const {status, headers: answered, body} = await api.get(path, {headers});
    t.is(status, 404);
    t.is(answered['content-type'], 'text/html; charset=utf-8');
    t.regex(String(answered['vary']), /\bAccept(?:,|$)/);
    t.is(answered['x-request-id'], 'a-request');
    t.is(answered['x-content-type-options'], 'nosniff');
    t.regex(String(answered['content-security-policy']), /^default-src 'none'; /);
    const page = String(body);
    for (const told of ['404', 'RouteNotFound', errors.RouteNotFound.title, 'a-request']) {
      t.true(page.includes(told), told);
    }
    t.notRegex(page, /<b>|nothing/);
    for (const [, link = ''] of page.matchAll(/href="([^"]+)"/g)) {
      const {pathname} = new URL(link, `http://server${path}`);
      t.is((await api.get(pathname)).status, 200, link);
    }
  }
  t.like(JSON.parse(api.lines[0] ?? ''), {status: 404, code: 'RouteNotFound'});
});

test('whoever does not ask for a page first gets a problem document', async t => {
  const api = await startApi(t, fakeServices());
  for (const accept of [undefined, '*/*', 'application/json, text/html', 'text/htmlx', '']) {
    const answer = await api.get('/nothing', {headers: {Accept: accept}});
    assertProblem(t, answer, 'RouteNotFound');
    t.regex(String(answer.headers.vary), /\bAccept(?:,|$)/);
  }
  const ofContract = await api.get('/v1/nothing', {headers: {Accept: chromium}});
  assertProblem(t, ofContract, 'RouteNotFound');
  const known = await api.get('/v1/vehicles/1', {headers: {Accept: chromium}});
  assertProblem(t, known, 'VehicleNotFound');
  const deep = await api.get('/x'.repeat(500), {headers: {Accept: chromium}});
  t.is(assertProblem(t, deep, 'RouteNotFound').instance, '/x'.repeat(500));
});

test('a page is logged as one of the site, without a key', async t => {
  const api = await startApi(t, fakeServices());
  await api.get('/docs?key=SECRET');
  const line = JSON.parse(api.lines[0] ?? '');
  t.like(line, {route: '/site', status: 200});
  t.false('keyId' in line);
  t.notRegex(api.lines.join(), /SECRET/);
});

test('the reference, the problems and a list of both are served as text', async t => {
  const api = await startApi(t, fakeServices());
  const listed = await api.get('/llms.txt', noKey);
  t.is(listed.headers['content-type'], 'text/plain; charset=utf-8');
  const list = String(listed.body);
  t.regex(list, /^# Vehicle Data Lookup API\n\n> /);
  const links = Array.from(
    list.matchAll(/\(https:\/\/api\.example(\S+)\)/g),
    ([, path]) => `${path}`,
  );
  t.deepEqual(links, ['/docs.md', '/problems.md', '/openapi.json', '/explore']);
  for (const path of links) t.is((await api.get(path, noKey)).status, 200, path);

  const reference = await api.get('/docs.md', noKey);
  t.is(reference.headers['content-type'], 'text/markdown; charset=utf-8');
  for (const {method = 'GET', path} of endpoints) {
    t.true(String(reference.body).includes(`\n### ${method} ${path}\n`), path);
  }
  const problems = String((await api.get('/problems.md', noKey)).body);
  for (const {status, code} of Object.values(errors)) {
    t.true(problems.includes(`\n## ${status} ${code}\n`), code);
  }
});
