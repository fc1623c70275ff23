import test, {type ExecutionContext} from 'ava';
import type {Page} from 'playwright-core';
import {openPage} from '../helpers/browser.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';
import {startSite} from './start-site.ts';

const vehicle = aVehicleDocument({id: '9007199254740993', registrationNumber: 'ÆØ12345'});

/** The address of the service, in a browser, with one vehicle and a key. */
const startDocs = async (t: ExecutionContext) => {
  const site = await startSite(t, [vehicle]);
  await site.page.goto(site.origin);
  return site;
};

/** Opens the form of an operation, fills fields of it, and sends it. Returns the response as it is shown, too. */
const tryOut = async (
  page: Page,
  operationId: string,
  fields: Readonly<Record<string, string>> = {},
) => {
  const form = page.locator(`#${operationId} .try`);
  if (!(await form.locator('button').isVisible())) await form.locator('summary').click();
  for (const [name, value] of Object.entries(fields)) await form.getByLabel(name).fill(value);
  const [response] = await Promise.all([
    page.waitForResponse(response => new URL(response.url()).pathname.startsWith('/v1/')),
    form.locator('button').click(),
  ]);
  const answer = form.locator('.answer').filter({hasText: 'HTTP'});
  await answer.waitFor();
  return {response, shown: String(await answer.textContent())};
};

test.serial('a developer who follows the address of the service finds the reference', async t => {
  const {origin, page, complaints} = await startDocs(t);
  t.is(page.url(), `${origin}/docs`);
  t.is(await page.title(), 'Reference · Vehicle Data Lookup API');
  const paths = await page.locator('.operation h3 code').allTextContents();
  t.true(paths.includes('/v1/vehicles/plate/{plate}'));
  t.is(paths.length, await page.locator('.contents section li').count());
  t.deepEqual(complaints, []);
});

test.serial('a call with a key shows the vehicle it finds', async t => {
  const {key, page, complaints} = await startDocs(t);
  await page.getByLabel('Your key').fill(` ${key} `);
  const {response, shown} = await tryOut(page, 'getVehicleByPlate', {plate: 'æø 12-345'});
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

test.serial('a search without filters is one, and a batch is sent as it stands', async t => {
  const {origin, key, page, complaints} = await startDocs(t);
  await page.getByLabel('Your key').fill(key);
  const search = await tryOut(page, 'searchVehicles');
  t.is(search.response.url(), `${origin}/v1/vehicles`);
  t.true(search.shown.includes('"9007199254740993"'), search.shown);
  const batch = await tryOut(page, 'lookUpPlates');
  t.is(batch.response.status(), 200);
  t.true(batch.shown.includes('InvalidPlate'), batch.shown);
  t.deepEqual(complaints, []);
});

test.serial('the key is gone with the page, and when it is deleted', async t => {
  const {key, page, complaints} = await startDocs(t);
  const field = page.getByLabel('Your key');
  await field.fill(key);
  await field.fill('');
  t.is((await tryOut(page, 'getDataset')).response.status(), 401);

  await field.fill(key);
  const stored = await page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}])');
  t.is(stored, '[{},{}]');
  await page.reload();
  const {response, shown} = await tryOut(page, 'getDataset');
  t.is(response.status(), 401);
  t.true(shown.includes('ApiKeyMissing'), shown);
  t.deepEqual(
    complaints.filter(complaint => !complaint.includes('401')),
    [],
  );
});

test.serial('the list of operations shows those that the filter matches', async t => {
  const {page, complaints} = await startDocs(t);
  const shown = page.locator('.contents section li:visible');
  const all = await shown.count();
  await page.getByPlaceholder('Filter operations').fill('plates post');
  t.deepEqual(await shown.allTextContents(), ['POST /v1/vehicles/plates']);
  await page.getByPlaceholder('Filter operations').fill('');
  t.is(await shown.count(), all);
  t.deepEqual(complaints, []);
});

test.serial('a link to a schema opens it', async t => {
  const {origin, page} = await startDocs(t);
  const schema = page.locator('#VehicleResponse');
  t.false(await schema.isVisible());
  await page.goto(`${origin}/docs#VehicleResponse`);
  await schema.waitFor({state: 'visible'});
  t.pass();
});

test.serial('the reference can be read without JavaScript', async t => {
  const {origin, browser} = await startDocs(t);
  const {page} = await openPage(browser, origin, {javaScriptEnabled: false});
  await page.goto(`${origin}/docs`);
  const plate = page.locator('#getVehicleByPlate');
  t.true(await plate.getByText('curl -H').isVisible());
  t.true(await plate.locator('summary').filter({hasText: '404'}).isVisible());
  t.is(await page.locator('form:visible, input:visible').count(), 0);
});
