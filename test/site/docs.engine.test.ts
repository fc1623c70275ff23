import test, {type ExecutionContext} from 'ava';
import {chromium, type Page} from 'playwright-core';
import {needChromium} from '#local/prerequisites/need.ts';
import {startCopy} from '../helpers/api/start-copy.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {startRedis} from '../helpers/engines/redis.ts';
import {createTestGeneration, testClient} from '../helpers/engines/test-index.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';

const vehicle = aVehicleDocument({id: '9007199254740993', registrationNumber: 'ÆØ12345'});

/** The API on the real engines, with one vehicle and a key. */
const startSite = async (t: ExecutionContext) => {
  const elasticsearch = testClient(t);
  const {redis} = await startRedis(t);
  const {prefix} = await createTestGeneration(t, [vehicle], {client: elasticsearch});
  const {port} = await startCopy(t, {elasticsearch, redis}, prefix);
  return {origin: `http://127.0.0.1:${port}`, key: (await anAccount(redis)).key};
};

/** A browser's page, with its console errors, failed requests and requests to other origins. */
const openBrowser = async (t: ExecutionContext, origin: string) => {
  const executablePath = await needChromium(line => t.log(line));
  const browser = await chromium.launch({executablePath});
  t.teardown(() => browser.close());
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', error => complaints.push(error.message));
  page.on('requestfailed', request => {
    const reason = request.failure()?.errorText;
    // A page that is left before its icon has come.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`${request.url()}: ${reason}`);
  });
  page.on('request', request => {
    if (new URL(request.url()).origin !== origin) complaints.push(`${request.url()} is foreign`);
  });
  return {page, complaints};
};

const startDocs = async (t: ExecutionContext) => {
  t.timeout(300_000);
  const {origin, key} = await startSite(t);
  const {page, complaints} = await openBrowser(t, origin);
  return {origin, key, page, complaints};
};

const operationOf = (page: Page, operationId: string) => page.locator(`[id$="-${operationId}"]`);

/** The request that Execute sends, and the response it then shows. */
const execute = async (page: Page, operationId: string) => {
  const operation = operationOf(page, operationId);
  const [response] = await Promise.all([
    page.waitForResponse(response => new URL(response.url()).pathname.startsWith('/v1/')),
    operation.locator('.execute').click(),
  ]);
  const shown = operation.locator('.live-responses-table .response');
  await shown.locator('.response-col_status').waitFor();
  return {response, shown: String(await shown.textContent())};
};

/** Opens an operation of the reference, fills fields of it, and executes it. */
const tryOut = async (
  page: Page,
  operationId: string,
  fields: Readonly<Record<string, string>> = {},
) => {
  const operation = operationOf(page, operationId);
  await operation.locator('.opblock-summary-control').click();
  for (const [name, value] of Object.entries(fields)) {
    await operation.locator(`tr[data-param-name="${name}"] input`).fill(value);
  }
  return await execute(page, operationId);
};

test.serial('a developer who follows the address of the service finds the reference', async t => {
  const {origin, page, complaints} = await startDocs(t);
  await page.goto(origin);
  t.is(page.url(), `${origin}/docs`);
  t.is(await page.title(), 'Reference · Vehicle Data Lookup API');
  await page.locator('.opblock').first().waitFor();
  const paths = await page.locator('.opblock-summary-path').allTextContents();
  t.true(paths.some(path => path.replaceAll('\u200B', '') === '/v1/vehicles/plate/{plate}'));
  t.deepEqual(complaints, []);
});

test.serial('a call with a key shows the vehicle it finds', async t => {
  const {origin, key, page, complaints} = await startDocs(t);
  await page.goto(`${origin}/docs`);
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
  await page.goto(`${origin}/docs`);
  await page.getByLabel('Your key').fill(key);
  const search = await tryOut(page, 'searchVehicles');
  t.is(search.response.url(), `${origin}/v1/vehicles?page=1&pageSize=10`);
  t.true(search.shown.includes('"9007199254740993"'), search.shown);
  const batch = await tryOut(page, 'lookUpPlates');
  t.is(batch.response.status(), 200);
  t.true(batch.shown.includes('InvalidPlate'), batch.shown);
  t.deepEqual(complaints, []);
});

test.serial('the key is gone with the page, and when it is deleted', async t => {
  const {origin, key, page, complaints} = await startDocs(t);
  await page.goto(`${origin}/docs`);
  const field = page.getByLabel('Your key');
  await field.fill(key);
  await field.fill('');
  t.is((await tryOut(page, 'getDataset')).response.status(), 401);

  await field.fill(key);
  const stored = await page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}])');
  t.is(stored, '[{},{}]');
  // The address leads to the operation that was open, and says nothing of the key.
  await page.reload();
  const {response, shown} = await execute(page, 'getDataset');
  t.is(response.status(), 401);
  t.true(shown.includes('ApiKeyMissing'), shown);
  t.deepEqual(
    complaints.filter(complaint => !complaint.includes('401')),
    [],
  );
});

test.serial('a browser shows every page of a problem without a complaint', async t => {
  const {origin, page, complaints} = await startDocs(t);
  await page.goto(`${origin}/problems`);
  const links = await page.locator('td a').evaluateAll(all => all.map(a => String(a)));
  t.true(links.length > 20);
  for (const link of links) {
    await page.goto(link);
    t.is(await page.locator('h1').textContent(), link.split('/').at(-1) ?? '');
  }
  t.deepEqual(complaints, []);
});
