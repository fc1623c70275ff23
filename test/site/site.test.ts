import test from 'ava';
import {filterNames} from '#core/domain/vehicle-filters.ts';
import {errors} from '#src/api/errors.ts';
import {endpoints} from '#src/api/index.ts';
import {exampleOf} from '#src/openapi/example.ts';
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
  for (const path of [
    '/docs/',
    '/explore/',
    '/Docs',
    '//docs',
    '/problems/',
    '/site/',
    '/favicon.ico',
  ]) {
    assertProblem(t, await api.get(path), 'RouteNotFound');
  }
  for (const path of ['/', '/docs', '/explore', '/problems', '/problems/VehicleNotFound']) {
    const refused = await api.get(path, {method: 'POST'});
    assertProblem(t, refused, 'MethodNotAllowed');
    t.is(refused.headers.allow, 'GET, HEAD');
  }
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
