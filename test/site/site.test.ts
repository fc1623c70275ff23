import test from 'ava';
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
      `curl -H "X-Api-Key: $KEY" https://api.example/v1/vehicles/plate/${plate}<`,
    ),
  );
});

test('the reference runs no script but its own files, and calls no one but the service', async t => {
  const api = await startApi(t, fakeServices());
  const {headers, body} = await api.get('/docs', noKey);
  const policy = String(headers['content-security-policy']);
  t.regex(policy, /^default-src 'none'; /);
  t.regex(policy, /; script-src 'self'; /);
  t.regex(policy, /; connect-src 'self'; /);
  t.regex(policy, /; frame-ancestors 'none'$/);
  t.notRegex(policy, /unsafe|\*|http/);
  t.notRegex(String(body), /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
});

test('a page is not at any other spelling of its path, nor for any other method', async t => {
  const api = await startApi(t, fakeServices());
  for (const path of ['/docs/', '/Docs', '//docs', '/problems/', '/site/', '/favicon.ico']) {
    assertProblem(t, await api.get(path), 'RouteNotFound');
  }
  for (const path of ['/', '/docs', '/problems', '/problems/VehicleNotFound']) {
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

test('Swagger UI is passed on with its licences', async t => {
  const api = await startApi(t, fakeServices());
  const page = String((await api.get('/docs', noKey)).body);
  const [, script = ''] = /src="\.\/(site\/[^"]+swagger-ui-bundle\.js)"/.exec(page) ?? [];
  const bundle = await api.get(`/${script}`, {headers: {'Accept-Encoding': 'br'}});
  t.is(bundle.headers['content-encoding'], 'br');
  const [, licences = ''] = /license information please see (\S+)/.exec(String(bundle.body)) ?? [];
  t.is(licences, 'swagger-ui-bundle.js.LICENSE.txt');
  for (const name of [licences, 'LICENSE', 'NOTICE']) {
    const path = new URL(name, `https://api.example/${script}`).pathname;
    t.is((await api.get(path, noKey)).status, 200, name);
  }
});
