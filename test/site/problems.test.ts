import {readFile} from 'node:fs/promises';
import test from 'ava';
import {errors} from '#src/api/errors.ts';
import {rules} from '#src/api/rules.ts';
import {assertProblem} from '../helpers/api/assert-problem.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {fakeServices} from '../helpers/fakes/services.ts';

const noKey = {headers: {'X-Api-Key': undefined}};
const htmlType = 'text/html; charset=utf-8';

const noEngine = fakeServices({
  callers: {
    admit: async () => {
      throw new Error('No page asks for a key.');
    },
  },
});

/** Where the links and the loaded files of a page lead to, as a browser would see them. */
const targets = (page: string, path: string): readonly string[] =>
  Array.from(page.matchAll(/(?:href|src)="([^"]+)"/g), ([, link = '']) =>
    decodeURI(new URL(link, `https://api.example${path}`).pathname),
  );

test("a problem's type leads to a page that needs no key", async t => {
  const api = await startApi(t, noEngine);
  for (const {code, status, title} of Object.values(errors)) {
    const page = await api.get(`/problems/${code}`, noKey);
    const text = String(page.body);
    t.is(page.status, 200, code);
    t.is(page.headers['content-type'], htmlType);
    t.true(text.includes(`<h1>${code}</h1>`), code);
    t.true(text.includes(String(status)), code);
    t.true(text.includes(title), code);
    t.true(text.includes('<h2>What to do</h2>'), code);
    t.true(text.includes(`https://api.example/problems/${code}`), 'the example has the type');
    t.notRegex(text, /undefined|\[object|NaN/, code);
  }
});

test('the page a problem leads to is one that exists', async t => {
  const api = await startApi(t, fakeServices());
  const {type} = assertProblem(t, await api.get('/v1/vehicles/1'), 'VehicleNotFound');
  t.is((await api.get(new URL(type).pathname, noKey)).status, 200);
});

test('the page of a failed validation lists every rule', async t => {
  const api = await startApi(t, noEngine);
  const page = String((await api.get('/problems/ValidationFailed', noKey)).body);
  const listed = Array.from(page.matchAll(/<dt id="(\w+)">/g), ([, rule]) => rule);
  t.deepEqual(listed, Object.keys(rules));
});

test('an unknown code is no path', async t => {
  const api = await startApi(t, noEngine);
  for (const code of ['Unknown', 'vehiclenotfound', 'constructor', '']) {
    assertProblem(t, await api.get(`/problems/${code}`), 'RouteNotFound');
  }
});

test('the list of problems has every code, in the order of the README', async t => {
  const api = await startApi(t, noEngine);
  const page = String((await api.get('/problems', noKey)).body);
  const listed = Array.from(page.matchAll(/problems\/(\w+)">/g), ([, code]) => code);
  t.deepEqual(listed, Object.keys(errors));
});

test('whatever a page links to or loads exists here', async t => {
  const api = await startApi(t, noEngine);
  const codes = Object.keys(errors);
  for (const path of ['/docs', '/problems', ...codes.map(code => `/problems/${code}`)]) {
    const page = String((await api.get(path, noKey)).body);
    for (const target of new Set(targets(page, path))) {
      t.is((await api.get(target, noKey)).status, 200, `${path} → ${target}`);
    }
  }
});

test('a page may load nothing from elsewhere, nor be framed', async t => {
  const api = await startApi(t, noEngine);
  const {headers} = await api.get('/problems/ApiKeyMissing', noKey);
  t.is(
    headers['content-security-policy'],
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  t.is(headers['referrer-policy'], 'no-referrer');
  t.is(headers['x-content-type-options'], 'nosniff');
});

test('the files of the site may be kept forever, because their paths change with them', async t => {
  const api = await startApi(t, noEngine);
  const page = String((await api.get('/problems', noKey)).body);
  const stylesheet = targets(page, '/problems').find(path => path.endsWith('.css')) ?? '';
  const {status, headers, body} = await api.get(stylesheet, noKey);
  t.is(status, 200);
  t.is(headers['content-type'], 'text/css; charset=utf-8');
  t.is(headers['cache-control'], 'public, max-age=31536000, immutable');
  t.is(body, await readFile(new URL('../../src/site/assets/site.css', import.meta.url), 'utf8'));
});
