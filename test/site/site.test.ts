import {readFile} from 'node:fs/promises';
import test from 'ava';
import {filterNames} from '#core/domain/vehicle-filters.ts';
import {errors} from '#src/api/errors.ts';
import {endpoints} from '#src/api/index.ts';
import {rules} from '#src/api/rules.ts';
import {openApiDocument} from '#src/openapi/document.ts';
import {exampleOf} from '#src/openapi/examples.ts';
import {explorerPage} from '#src/site/explorer-page.ts';
import {readDescription} from '#src/site/reference/description.ts';
import {site} from '#src/site/site.ts';
import {assertProblem} from '../helpers/api/assert-problem.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {fakeServices} from '../helpers/fakes/services.ts';

const noKey = {headers: {'X-Api-Key': undefined}};

const noEngine = fakeServices({
  callers: {
    admit: async () => {
      throw new Error('No page asks for a key.');
    },
  },
});

test('the root is a page for browsers, and leads everything else to the text', async t => {
  const api = await startApi(t, fakeServices());
  for (const accept of [undefined, '*/*', 'application/json']) {
    const {status, headers} = await api.get('/', {headers: {...noKey.headers, Accept: accept}});
    t.is(status, 302);
    t.is(headers.location, 'llms.txt');
    t.regex(String(headers.vary), /\bAccept(?:,|$)/);
  }
  const first = await api.get('/', {headers: {...noKey.headers, Accept: chromium}});
  t.is(first.status, 200);
  t.regex(String(first.headers.vary), /\bAccept(?:,|$)/);
  const plate = exampleOf('getVehicleByPlate').params?.['plate'];
  t.true(
    String(first.body).includes(
      `curl -H &quot;X-Api-Key: $KEY&quot; https://api.example/v1/vehicles/plate/${plate}<`,
    ),
  );
});

const chromium = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8';
const browsing = {headers: {...noKey.headers, Accept: chromium}};

const documents = site('https://api.example', openApiDocument('https://api.example'));
const reference = documents
  .map(({path}) => path)
  .filter(path => /^\/docs(?:\/[\w-]+)?$/.test(path));

const pages = [
  '/',
  ...reference,
  '/explore',
  '/releases',
  '/problems',
  ...Object.keys(errors).map(code => `/problems/${code}`),
];

test('a page loads nothing from elsewhere, runs its own script alone, and is shown as a whole', async t => {
  const api = await startApi(t, noEngine);
  for (const path of pages) {
    const {headers, body} = await api.get(path, browsing);
    const isScripted = !path.startsWith('/problems');
    t.is(
      headers['content-security-policy'],
      `default-src 'none'; style-src 'self'; img-src 'self'; ${isScripted ? "script-src 'self'; connect-src 'self'; " : ''}base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    t.is(headers['referrer-policy'], 'no-referrer');
    t.is(headers['x-content-type-options'], 'nosniff');
    t.notRegex(String(body), /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
    t.regex(
      String(body),
      /<link rel="expect" href="#(\w+)" blocking="render">.*<span id="\1"><\/span>\s*<\/body>/s,
    );
  }
});

test('the explorer has a field for every filter of the search and of the statistics, with its label', async t => {
  const api = await startApi(t, fakeServices());
  const body = String((await api.get('/explore', noKey)).body);
  for (const name of filterNames) {
    const field = new RegExp(` (?:name|data-(?:id|ids|name))="${name}"`, 'g');
    t.is(body.match(field)?.length, 2, name);
  }
  t.notRegex(body, /data-label="(?:|[a-z][^"]*|[^"]*[a-z][A-Z][^"]*)"|="undefined"/);
});

test('the explorer has the key that the service offers, and none by default', async t => {
  const description = readDescription(openApiDocument('https://api.example'));
  t.regex(
    explorerPage(description, 'vdl_live_"x').body,
    /<input id="key"[^>]* value="vdl_live_&quot;x">/,
  );
  t.regex(explorerPage(description).body, /<input id="key"[^>]* value="">/);
});

test('a browser finds the icon at the address that it tries by itself', async t => {
  const api = await startApi(t, fakeServices());
  const {status, headers} = await api.get('/favicon.ico', noKey);
  t.is(status, 302);
  const icon = await api.get(`/${headers.location}`, noKey);
  t.is(icon.status, 200);
  t.is(icon.headers['content-type'], 'image/svg+xml');
});

test('a browser that finds nothing gets the problem as a page that leads on', async t => {
  const api = await startApi(t, fakeServices());
  const headers = {'X-Api-Key': undefined, 'X-Request-Id': 'a-request', Accept: chromium};
  for (const path of ['/nothing', '/v2/<b>/nothing', '/docs/nothing']) {
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
    for (const [, link = ''] of page.matchAll(/href="([^#"]+)"/g)) {
      const {pathname} = new URL(link, `http://server${path}`);
      t.is((await api.get(pathname, browsing)).status, 200, link);
    }
  }
  t.like(JSON.parse(api.lines[0] ?? ''), {status: 404, code: 'RouteNotFound'});
});

test('a slash too much is taken off for a browser', async t => {
  const api = await startApi(t, fakeServices());
  for (const path of [
    '/docs/',
    '/explore/',
    '/docs/searchVehicles/',
    '/explore//',
    '//other.example/',
  ]) {
    const {status, headers} = await api.get(path, browsing);
    t.is(status, 302);
    const {origin, pathname} = new URL(String(headers.location), `https://api.example${path}`);
    t.is(`${origin}${pathname}`, `https://api.example${path.slice(0, -1)}`);
    assertProblem(t, await api.get(path, noKey), 'RouteNotFound');
  }
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
  t.deepEqual(links, ['/docs.md', '/problems.md', '/openapi.json', '/explore', '/releases']);
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

/** Where the links and the loaded files of a page lead to on this service, as a browser would see them. */
const links = (page: string, path: string): readonly URL[] =>
  Array.from(
    page.matchAll(/(?:href|src)="([^"]+)"/g),
    ([, link = '']) => new URL(link, `https://api.example${path}`),
  ).filter(({origin}) => origin === 'https://api.example');

const targets = (page: string, path: string): readonly string[] =>
  links(page, path).map(({pathname}) => decodeURI(pathname));

test("a problem's type leads to a page that needs no key", async t => {
  const api = await startApi(t, noEngine);
  for (const {code, status, title} of Object.values(errors)) {
    const page = await api.get(`/problems/${code}`, noKey);
    const text = String(page.body);
    t.is(page.status, 200, code);
    t.is(page.headers['content-type'], 'text/html; charset=utf-8');
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

test('a list in a description is a list in the reference', async t => {
  const api = await startApi(t, noEngine);
  t.regex(String((await api.get('/docs/listChanges', noKey)).body), /<li><code>Added<\/code>/);
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
  for (const path of pages) {
    const page = String((await api.get(path, browsing)).body);
    for (const target of new Set(targets(page, path))) {
      t.is((await api.get(target, browsing)).status, 200, `${path} → ${target}`);
    }
  }
});

test('whatever the reference links to by its anchor is there, and so is all that its search finds', async t => {
  const api = await startApi(t, noEngine);
  const bodies = new Map<string, string>();
  for (const path of pages) bodies.set(path, String((await api.get(path, browsing)).body));
  const entries = (await api.get('/docs/search.json', noKey)).body as readonly {url: string}[];
  const found = entries.map(({url}) => new URL(url, 'https://api.example/docs/search.json'));
  const linked = reference.flatMap(path => links(bodies.get(path) ?? '', path));
  for (const {pathname, hash, href} of [...found, ...linked]) {
    if (hash === '' || pathname === '/explore') continue;
    t.true(bodies.get(pathname)?.includes(` id="${decodeURIComponent(hash.slice(1))}"`), href);
  }
  t.true(found.length > 300);
  t.regex(`${bodies.get('/docs/clients')}`, /href="exports".*href="exactly-what-you-need"/s);
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
