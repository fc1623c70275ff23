import {execFile as execFileWithCallback} from 'node:child_process';
import {promisify} from 'node:util';
import test from 'ava';
import type {Page} from 'playwright-core';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';
import {figuresOf, siteFor, tabTo} from './start-site.ts';

const execFile = promisify(execFileWithCallback);

const vehicle = aVehicleDocument({id: '9007199254740993', registrationNumber: 'ÆØ12345'});

const startSite = siteFor(test, [vehicle]);

/** The first page of the service, in a browser, with one vehicle and a key. */
const startDocs = async (...given: Parameters<typeof startSite>) => {
  const site = await startSite(...given);
  const open = (path: string) => site.page.goto(`${site.origin}${path}`);
  await open('/');
  return {...site, open};
};

/** Fills fields of the form on the page of an operation, and sends it. Returns the response as it is shown, too. */
const tryOut = async (page: Page, fields: Readonly<Record<string, string>> = {}) => {
  const form = page.locator('.try');
  if (!(await form.locator('button').isVisible())) await form.locator('> summary').click();
  for (const [name, value] of Object.entries(fields)) await form.getByLabel(name).fill(value);
  const [response] = await Promise.all([
    page.waitForResponse(response => new URL(response.url()).pathname.startsWith('/v1/')),
    form.locator('button').click(),
  ]);
  const answer = form.locator('.answer').filter({hasText: 'HTTP'});
  await answer.waitFor();
  return {response, shown: String(await answer.textContent())};
};

const giveKey = async (page: Page, key: string) => {
  await page.locator('.try > summary').click();
  await page.getByLabel('Your key').fill(key);
};

test.serial('a plate that is typed on the first page leads to its vehicle', async t => {
  const {key, page, complaints} = await startDocs(t);
  const urls: string[] = [];
  page.on('request', request => urls.push(request.url()));
  await tabTo(page.getByLabel('Registration number'));
  await page.keyboard.type('æø 12345');
  await page.keyboard.press('Enter');
  await page.getByLabel('Your key').fill(key);
  t.is(urls.filter(url => url.includes('12345')).length, 0, 'a URL that is sent names it');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', {name: 'ÆØ12345'}).waitFor();
  t.deepEqual(complaints, []);
});

test.serial('what is found by its words is reached by keyboard', async t => {
  const {page, origin, complaints, open} = await startDocs(t);
  await open('/docs');
  await page.keyboard.press('/');
  await page.keyboard.type('tow bar');
  const parameter = page.getByRole('link', {name: 'hasTowBar Parameter of “Search vehicles”'});
  await parameter.waitFor();
  await tabTo(parameter);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/docs/searchVehicles#hasTowBar`);
  await page.getByRole('rowheader', {name: 'hasTowBar'}).waitFor({state: 'visible'});

  for (const [words, found] of [
    ['towbar', 'hasTowBarParameter of “Search vehicles”'],
    ['emision standart', 'emissionStandardMember of VehicleEnvironmentalInformationResponse'],
    ['429', 'RateLimitExceededProblem 429'],
    ['page too deep', 'SearchTooDeepRule of ValidationFailed'],
    ['etag', 'ETagResponse header'],
    ['verify signature', 'Receiving itGuide: Webhooks'],
  ] as const) {
    await page.keyboard.press('/');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(words);
    await page.locator('search li').filter({hasText: found}).waitFor();
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('/');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('zzzz');
  await page.getByText('Nothing found for “zzzz”.').waitFor();
  t.is(await page.locator('search li').count(), 0);
  t.deepEqual(complaints, []);
});

test.serial('a sample that is copied runs as it stands', async t => {
  const {origin, key, page, complaints, open} = await startDocs(t);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], {origin});
  await open('/docs/getVehicleByPlate');
  await page.getByText('TypeScript', {exact: true}).press('Enter');
  await page.locator('[name=sample][open]').getByRole('button', {name: 'Copy'}).press('Enter');
  await page.getByRole('button', {name: 'Copied'}).waitFor();
  const code = await page.evaluate<string>('navigator.clipboard.readText()');
  const here = code.replace(/'https:.*'/, `'${origin}/v1/vehicles/plate/${encodeURI('æø12345')}'`);
  const args = ['--input-type=module-typescript', '--eval', here];
  const {stdout} = await execFile(process.execPath, args, {env: {KEY: key}});
  t.is(JSON.parse(stdout).registrationNumber, 'ÆØ12345');

  await open('/docs/basics');
  await page.getByRole('button', {name: 'Copy'}).first().press('Enter');
  await page.getByRole('button', {name: 'Copied'}).waitFor();
  t.regex(await page.evaluate('navigator.clipboard.readText()'), /^curl [^\n]+\/engine$/);
  t.deepEqual(complaints, []);
});

test.serial('a call with a key shows the vehicle it finds', async t => {
  const {key, page, complaints, open} = await startDocs(t);
  await open('/docs/getVehicleByPlate');
  await giveKey(page, ` ${key} `);
  const {response, shown} = await tryOut(page, {plate: 'æø 12-345'});
  t.is(response.status(), 200);
  t.true(shown.includes('200'));
  t.true(shown.includes('"9007199254740993"'), shown);
  const sent = await response.request().allHeaders();
  t.is(sent['x-api-key'], key);
  for (const left of ['if-none-match', 'x-request-id', 'traceparent', 'referer', 'cookie']) {
    t.falsy(sent[left], `${left} is not asked for`);
  }
  t.false(page.url().includes(key));
  t.deepEqual(complaints, []);
});

test.serial('the answer that is shown is that of the call that was sent last', async t => {
  const {key, page, open} = await startDocs(t);
  await open('/docs/getVehicleByPlate');
  await giveKey(page, key);
  const late = Promise.withResolvers<void>();
  await page.route(/AA11111$/, async route => {
    await late.promise;
    await route.continue();
  });
  await page.locator('.try').getByLabel('plate').fill('AA11111');
  await page.locator('.try button').click();
  const {shown} = await tryOut(page, {plate: 'ÆØ12345'});
  const answered = page.waitForResponse(/AA11111$/);
  late.resolve();
  await (await answered).finished();
  // Time for the page to show it.
  await page.evaluate('new Promise(resolve => setTimeout(resolve, 100))');
  t.is(await page.locator('.answer').textContent(), shown);
});

test.serial('a search without filters is one, and a batch is sent as it stands', async t => {
  const {origin, key, page, complaints, open} = await startDocs(t);
  await open('/docs/searchVehicles');
  await giveKey(page, key);
  const search = await tryOut(page);
  t.is(search.response.url(), `${origin}/v1/vehicles`);
  t.true(search.shown.includes('"9007199254740993"'), search.shown);
  await open('/docs/lookUpPlates');
  await giveKey(page, key);
  const batch = await tryOut(page);
  t.is(batch.response.status(), 200);
  t.true(batch.shown.includes('InvalidPlate'), batch.shown);
  t.deepEqual(complaints, []);
});

test.serial('the key is gone with the page, and when it is deleted', async t => {
  const {key, page, complaints, open} = await startDocs(t);
  await open('/docs/getDataset');
  await giveKey(page, key);
  await page.getByLabel('Your key').fill('');
  t.is((await tryOut(page)).response.status(), 401);

  await page.getByLabel('Your key').fill(key);
  const stored = await page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}])');
  t.is(stored, '[{},{}]');
  await page.reload();
  const {response, shown} = await tryOut(page);
  t.is(response.status(), 401);
  t.true(shown.includes('ApiKeyMissing'), shown);
  t.deepEqual(
    complaints.filter(complaint => !complaint.includes('401')),
    [],
  );
});

test.serial('links into the reference as it was one page lead to where that is now', async t => {
  const {origin, page, open} = await startDocs(t);
  for (const [from, to] of [
    ['searchVehicles', 'searchVehicles'],
    ['request-If-None-Match', 'headers#request-If-None-Match'],
    ['response-headers', 'headers#response-headers'],
    ['VehicleResponse', 'schemas#VehicleResponse'],
  ] as const) {
    await open(`/docs#${from}`);
    await page.waitForURL(`${origin}/docs/${to}`);
  }
  t.true(await page.locator('#VehicleResponse').isVisible());
});

test.serial('each page of the reference says where it is, and what is next to it', async t => {
  const {page, open} = await startDocs(t);
  await open('/docs/searchVehicles');
  t.is(await page.locator('nav [aria-current=page]').textContent(), 'Search vehicles');
  await page.getByRole('link', {name: 'Next: Get statistics'}).click();
  await page.getByRole('link', {name: 'Previous: Search vehicles'}).click();
  t.is(await page.getByRole('heading', {level: 1}).textContent(), 'Search vehicles');
});

test.serial('no page of the reference is long, heavy, or moves while it loads', async t => {
  const {page, complaints, open} = await startDocs(t, {viewport: {width: 1280, height: 900}});
  await open('/docs');
  const paths = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.menu a')].map(link => link.pathname)`,
  );
  t.true(paths.length > 50);
  for (const path of ['/', '/problems', '/problems/ValidationFailed', ...paths]) {
    await open(path);
    const {screens, bytes, shift} = await figuresOf(page);
    t.true(screens <= (path === '/' ? 1 : 12), `${path}: ${screens} screens`);
    t.true(bytes <= 150_000, `${path}: ${bytes} bytes`);
    t.is(shift, 0, path);
  }
  t.deepEqual(complaints, []);
});

test.serial('the reference can be read without JavaScript', async t => {
  const {page, open} = await startDocs(t, {javaScriptEnabled: false});
  for (const path of ['/', '/docs', '/docs/getVehicleByPlate']) {
    await open(path);
    t.true(await page.getByText('curl -H').isVisible());
    t.is(await page.locator('form:visible, input:visible').count(), 0);
  }
  t.true(await page.locator('summary').filter({hasText: '404'}).isVisible());
});
