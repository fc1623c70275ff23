import {readFile} from 'node:fs/promises';
import test from 'ava';
import {filterNames} from '#core/domain/vehicle-filters.ts';
import {errors} from '#src/api/errors.ts';
import {endpoints} from '#src/api/index.ts';
import {rules} from '#src/api/rules.ts';
import {openApiDocument} from '#src/openapi/document.ts';
import {exampleOf} from '#src/openapi/examples.ts';
import {explorerPage, releasesPage} from '#src/site/explorer-page.ts';
import {html, prose} from '#src/site/html.ts';
import {readDescription} from '#src/site/reference/description.ts';
import {site} from '#src/site/site.ts';
import {assertProblem} from '../helpers/api/assert-problem.ts';
import {type Answer, type Call, startApi} from '../helpers/api/start-api.ts';
import {fakeServices} from '../helpers/fakes/services.ts';
import {sharedFixture} from '../helpers/scope.ts';

const chromium = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8';
const noKey = {headers: {'X-Api-Key': undefined}};
const browsing = {headers: {...noKey.headers, Accept: chromium}};

const description = readDescription(openApiDocument('https://api.example'));
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

/** No page asks for a key. */
const admit = () => Promise.reject(new Error('A key was asked for.'));
const api = sharedFixture(test, t => startApi(t, fakeServices({callers: {admit}})));

const get = async (path: string, call?: Call) => (await api()).get(path, call);

/** Each page, as a browser gets it. */
const shown = new Map<string, Answer>();

test.before(async () => {
  for (const path of pages) shown.set(path, await get(path, browsing));
});

const bodyOf = (path: string): string => String(shown.get(path)?.body);

/** Where the links and the loaded files of a page lead to on this service, as a browser would see them. */
const links = (page: string, path: string): readonly URL[] =>
  Array.from(
    page.matchAll(/(?:href|src)="([^"]+)"/g),
    ([, link = '']) => new URL(link, `https://api.example${path}`),
  ).filter(({origin}) => origin === 'https://api.example');

/** The first group of each match. */
const listed = (page: string, pattern: RegExp): readonly string[] =>
  Array.from(page.matchAll(pattern), ([, first]) => `${first}`);

test('the root is a page for browsers, and leads everything else to the text', async t => {
  for (const accept of [undefined, '*/*', 'application/json']) {
    const {status, headers} = await get('/', {headers: {...noKey.headers, Accept: accept}});
    t.is(status, 302);
    t.is(headers.location, 'llms.txt');
    t.regex(String(headers.vary), /\bAccept(?:,|$)/);
  }
  t.regex(String(shown.get('/')?.headers.vary), /\bAccept(?:,|$)/);
  const plate = exampleOf('getVehicleByPlate').params?.['plate'];
  t.true(
    bodyOf('/').includes(
      `curl -H &quot;X-Api-Key: $KEY&quot; https://api.example/v1/vehicles/plate/${plate}<`,
    ),
  );
});

for (const path of pages) {
  test(`${path} loads nothing from elsewhere, runs its own script alone, and is shown as a whole`, t => {
    const {status, headers = {}, body} = shown.get(path) ?? {};
    t.is(status, 200);
    t.is(headers['content-type'], 'text/html; charset=utf-8');
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
  });
}

test('the explorer has a field for every filter of the search and of the statistics, with its label', t => {
  const body = bodyOf('/explore');
  for (const name of filterNames) {
    const field = new RegExp(` (?:name|data-(?:id|ids|name))="${name}"`, 'g');
    t.is(body.match(field)?.length, 2, name);
  }
  t.notRegex(body, /data-label="(?:|[a-z][^"]*|[^"]*[a-z][A-Z][^"]*)"|="undefined"/);
});

test('the explorer has the key that the service offers, and none by default', t => {
  t.regex(
    explorerPage(description, 'vdl_live_"x').body,
    /<input id="key"[^>]* value="vdl_live_&quot;x">/,
  );
  t.regex(explorerPage(description).body, /<input id="key"[^>]* value="">/);
});

test('a field for the size of a page shows the size that it has by default', t => {
  for (const {body} of [explorerPage(description), releasesPage(description)])
    t.regex(String(body), /name="pageSize"[^>]* placeholder="10"/);
});

test('a browser finds the icon at the address that it tries by itself', async t => {
  const {status, headers} = await get('/favicon.ico', noKey);
  t.is(status, 302);
  const icon = await get(`/${headers.location}`, noKey);
  t.is(icon.status, 200);
  t.is(icon.headers['content-type'], 'image/svg+xml');
});

test('a browser that finds nothing gets the problem as a page that leads on', async t => {
  const {get, lines} = await startApi(t, fakeServices());
  const headers = {'X-Api-Key': undefined, 'X-Request-Id': 'a-request', Accept: chromium};
  for (const path of ['/nothing', '/v2/<b>/nothing', '/docs/nothing']) {
    const {status, headers: answered, body} = await get(path, {headers});
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
    for (const link of listed(page, /href="([^#"]+)"/g)) {
      const {pathname} = new URL(link, `http://server${path}`);
      t.is((await get(pathname, browsing)).status, 200, link);
    }
  }
  t.like(JSON.parse(lines[0] ?? ''), {status: 404, code: 'RouteNotFound'});
});

test('a slash too much is taken off for a browser', async t => {
  for (const path of [
    '/docs/',
    '/explore/',
    '/docs/searchVehicles/',
    '/explore//',
    '//other.example/',
  ]) {
    const {status, headers} = await get(path, browsing);
    t.is(status, 302);
    const {origin, pathname} = new URL(String(headers.location), `https://api.example${path}`);
    t.is(`${origin}${pathname}`, `https://api.example${path.slice(0, -1)}`);
    assertProblem(t, await get(path, noKey), 'RouteNotFound');
  }
});

test('whoever does not ask for a page first gets a problem document', async t => {
  const {get} = await startApi(t, fakeServices());
  for (const accept of [undefined, '*/*', 'application/json, text/html', 'text/htmlx', '']) {
    const answer = await get('/nothing', {headers: {Accept: accept}});
    assertProblem(t, answer, 'RouteNotFound');
    t.regex(String(answer.headers.vary), /\bAccept(?:,|$)/);
  }
  const ofContract = await get('/v1/nothing', {headers: {Accept: chromium}});
  assertProblem(t, ofContract, 'RouteNotFound');
  const known = await get('/v1/vehicles/1', {headers: {Accept: chromium}});
  assertProblem(t, known, 'VehicleNotFound');
  const deep = await get('/x'.repeat(500), {headers: {Accept: chromium}});
  t.is(assertProblem(t, deep, 'RouteNotFound').instance, '/x'.repeat(500));
});

test('the reference, the problems and a list of both are served as text', async t => {
  const list = await get('/llms.txt', noKey);
  t.is(list.headers['content-type'], 'text/plain; charset=utf-8');
  t.regex(String(list.body), /^# Vehicle Data Lookup API\n\n> /);
  const paths = listed(String(list.body), /\(https:\/\/api\.example(\S+)\)/g);
  t.deepEqual(paths, ['/docs.md', '/problems.md', '/openapi.json', '/explore', '/releases']);
  for (const path of paths) t.is((await get(path, noKey)).status, 200, path);

  const reference = await get('/docs.md', noKey);
  t.is(reference.headers['content-type'], 'text/markdown; charset=utf-8');
  for (const {method = 'GET', path} of endpoints) {
    t.true(String(reference.body).includes(`\n### ${method} ${path}\n`), path);
  }
  const problems = String((await get('/problems.md', noKey)).body);
  for (const {status, code} of Object.values(errors)) {
    t.true(problems.includes(`\n## ${status} ${code}\n`), code);
  }
});

for (const {code, status, title} of Object.values(errors)) {
  test(`the type of ${code} leads to a page about it`, t => {
    const text = bodyOf(`/problems/${code}`);
    t.true(text.includes(`<h1>${code}</h1>`));
    t.true(text.includes(String(status)));
    t.true(text.includes(title));
    t.true(text.includes('<h2>What to do</h2>'));
    t.true(text.includes(`https://api.example/problems/${code}`), 'the example has the type');
    t.notRegex(text, /undefined|\[object|NaN/);
  });
}

test('the page of a failed validation lists every rule, and that of problems every code in the order of the README', t => {
  const ruled = listed(bodyOf('/problems/ValidationFailed'), /<dt id="(\w+)">/g);
  t.deepEqual(ruled, Object.keys(rules));
  t.deepEqual(listed(bodyOf('/problems'), /problems\/(\w+)">/g), Object.keys(errors));
});

test('a call is tried on its page, unless it answers with a file, which a page cannot show', t => {
  t.regex(bodyOf('/docs/listExports'), /<form class="call"/);
  t.notRegex(bodyOf('/docs/getExportFile'), /<form class="call"/);
});

test('an unknown code is no path', async t => {
  for (const code of ['Unknown', 'vehiclenotfound', 'constructor', '']) {
    assertProblem(t, await get(`/problems/${code}`), 'RouteNotFound');
  }
});

test('a list in a description is a list in the reference', t => {
  t.regex(bodyOf('/docs/listChanges'), /<li><code>Added<\/code>/);
});

test('the interface description names no page of the documentation that is not served', t => {
  const text = JSON.stringify(openApiDocument('https://api.example'));
  const named = new Set(text.matchAll(/\/?docs\/[\w-]+(?:\.md)?/g).map(([path]) => path));
  t.true(named.has('/docs/exports'));
  for (const path of named) t.true(reference.includes(path), path);
});

test('whatever a page links to or loads exists here', async t => {
  const targets = new Map(
    pages.flatMap(path =>
      links(bodyOf(path), path).map(({pathname}) => [decodeURI(pathname), path] as const),
    ),
  );
  t.true(targets.size > pages.length);
  for (const [target, path] of targets) {
    if (shown.has(target)) continue;
    t.is((await get(target, browsing)).status, 200, `${path} → ${target}`);
  }
});

test('whatever the reference links to by its anchor is there, and so is all that its search finds', async t => {
  const entries = (await get('/docs/search.json', noKey)).body as readonly {url: string}[];
  const found = entries.map(({url}) => new URL(url, 'https://api.example/docs/search.json'));
  t.true(found.length > 300);
  const linked = reference.flatMap(path => links(bodyOf(path), path));
  for (const {pathname, hash, href} of [...found, ...linked]) {
    if (hash === '' || pathname === '/explore') continue;
    t.true(bodyOf(pathname).includes(` id="${decodeURIComponent(hash.slice(1))}"`), href);
  }
  t.regex(bodyOf('/docs/clients'), /href="exports".*href="exactly-what-you-need"/s);
});

test('the files of the site may be kept forever, because their paths change with them', async t => {
  const loaded = links(bodyOf('/problems'), '/problems').map(({pathname}) => pathname);
  const stylesheet = loaded.find(path => path.endsWith('.css')) ?? '';
  const {status, headers, body} = await get(stylesheet, noKey);
  t.is(status, 200);
  t.is(headers['content-type'], 'text/css; charset=utf-8');
  t.is(headers['cache-control'], 'public, max-age=31536000, immutable');
  t.is(body, await readFile(new URL('../../src/site/assets/site.css', import.meta.url), 'utf8'));
});

test('what is filled into markup is escaped, but markup is not', t => {
  const filled = html`<p title="${`"'`}">${'<b> & </b>'} ${1}${html`<i>${'>'}</i>`}</p>`;
  t.is(filled.markup, '<p title="&quot;&#39;">&lt;b&gt; &amp; &lt;/b&gt; 1<i>&gt;</i></p>');
});

test('undefined and false leave no trace', t => {
  t.is(html`<p${false}>${undefined}</p>`.markup, '<p></p>');
});

test('a list of markup is set line by line', t => {
  t.is(html`${['a', 'b'].map(item => html`<li>${item}</li>`)}`.markup, '<li>a</li>\n<li>b</li>');
});

test('code in a sentence is set as code, and escaped like the rest', t => {
  t.is(prose('Send `<key>` & `b`.').markup, 'Send <code>&lt;key&gt;</code> &amp; <code>b</code>.');
});
