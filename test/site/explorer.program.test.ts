import test from 'ava';
import {openPage} from '../helpers/browser.ts';
import {startExplorer} from './start-site.ts';

test.serial('a plate shows its vehicle, and a record when it is asked for', async t => {
  const {origin, key, page, complaints, open, shown, field} = await startExplorer(t);
  await open();
  await field('Plate, VIN or id').fill('ab 1-0003');
  await shown.getByRole('button', {name: 'Look up'}).click();
  await shown.getByRole('heading', {name: 'AB10003 <b>BMW</b>'}).waitFor();
  const term = shown.locator('dl > div').filter({hasText: 'First registered on'});
  t.is(await term.locator('dd').textContent(), '2011-05-06');
  t.is(await field('API call').inputValue(), `${origin}/v1/vehicles/plate/ab%201-0003`);

  const asked = page.waitForRequest(/expand=engine/);
  await field('engine').check();
  t.is((await (await asked).allHeaders())['x-api-key'], key);
  await shown.locator('dl > div').filter({hasText: 'Max power (kW)'}).waitFor();
  t.is(page.url(), `${origin}/explore#vehicle?plate=ab+1-0003&expand=engine`);
  await field('inspection').check();
  await shown.getByText('The register has no such record of the vehicle.').waitFor();
  t.deepEqual(complaints, []);
});

test.serial('a search shows the vehicles of its filters, page by page', async t => {
  const {origin, page, complaints, open, shown, field} = await startExplorer(t);
  await open('#vehicles');
  await field('Add a filter').selectOption('fromModelYear');
  await shown.getByRole('button', {name: 'Add', exact: true}).click();
  await field('fromModelYear').fill('2011');
  await shown.getByRole('button', {name: 'Search'}).click();
  await shown.getByText('22 vehicles match.').waitFor();
  const rows = shown.locator('tbody tr');
  t.is(await rows.count(), 10);
  t.regex(String(await rows.first().textContent()), /^AB10022HYUNDAI–20212021-05-06/);

  await shown.getByRole('link', {name: 'Next page'}).click();
  await shown.getByText('Page 2 of 3').waitFor();
  t.is(page.url(), `${origin}/explore#vehicles?fromModelYear=2011&page=2`);
  await shown.getByRole('link', {name: 'Next page'}).click();
  await shown.getByText('Page 3 of 3').waitFor();
  t.is(await rows.count(), 2);
  await page.goBack();
  await shown.getByText('Page 2 of 3').waitFor();

  await rows.first().getByRole('link').click();
  await shown.getByRole('heading', {name: 'AB10012 <b>BMW</b>'}).waitFor();
  await page.goBack();
  await shown.getByText('Page 2 of 3').waitFor();
  t.is(await field('fromModelYear').inputValue(), '2011');

  await shown.getByRole('button', {name: 'Remove fromModelYear'}).click();
  await shown.getByRole('button', {name: 'Search'}).click();
  await shown.getByText('24 vehicles match.').waitFor();
  t.is(page.url(), `${origin}/explore#vehicles?`);
  t.deepEqual(complaints, []);
});

test.serial('a link shows the same once there is a key, which no URL ever has', async t => {
  const {key, page, complaints, open, shown, field} = await startExplorer(t);
  const urls: string[] = [];
  page.on('request', request => urls.push(request.url()));
  await open('#vehicles?makeId=10043&sortBy=registrationNumber', false);
  await shown.getByText('Paste your key to see the answer.').waitFor();
  t.is(await field('makeId').inputValue(), '10043');
  t.is(await field('sortBy').inputValue(), 'registrationNumber');
  t.deepEqual(
    urls.filter(url => url.includes('/v1/')),
    [],
  );

  await field('Your key').fill(` ${key} `);
  await field('Your key').press('Enter');
  await shown.getByText('16 vehicles match.').waitFor();
  t.true(urls.some(url => url.includes('/v1/vehicles?makeId=10043&sortBy=registrationNumber')));
  for (const url of [...urls, page.url()]) t.false(url.includes(key), url);
  const stored = await page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}])');
  t.is(stored, '[{},{}]');
  await page.reload();
  await shown.getByText('Paste your key to see the answer.').waitFor();
  t.deepEqual(complaints, []);
});

test.serial('what is filled in stays when the key is pasted later', async t => {
  const {key, open, field} = await startExplorer(t);
  await open('', false);
  await field('Plate, VIN or id').fill('AB10003');
  await field('Your key').fill(key);
  await field('Your key').press('Enter');
  t.is(await field('Plate, VIN or id').inputValue(), 'AB10003');
});

test.serial('an error is shown in words, and a limit with the time to wait', async t => {
  const {page, open, shown, field} = await startExplorer(t, {requestsPerMinute: 3});
  await open('#vehicles?makeId=10043&pageSize=99&sortBy=id&page=0');
  const alert = shown.getByRole('alert');
  await alert.waitFor();
  t.deepEqual((await alert.locator('li').allTextContents()).toSorted(), [
    'Page must be at least 1.',
    'Page size must be at least 1 and at most 20.',
  ]);
  t.is(
    await alert.getByRole('link', {name: 'ValidationFailed'}).getAttribute('href'),
    'problems/ValidationFailed',
  );

  await page.getByRole('link', {name: 'Vehicle', exact: true}).click();
  await field('Plate, VIN or id').fill('ZZ99999');
  for (let call = 0; call < 3; call += 1) {
    const answered = page.waitForResponse(/\/v1\/vehicles\/plate/);
    await shown.getByRole('button', {name: 'Look up'}).click();
    await answered;
  }
  await alert.getByText('Try again in').waitFor();
  t.regex(
    String(await alert.textContent()),
    /Try again in \d+ (second|minute)s?, at .*HTTP 429 RateLimitExceeded/,
  );

  await page.route(/\/v1\//, route => route.fulfill({status: 502, json: {code: 'OfAProxy'}}));
  await shown.getByRole('button', {name: 'Look up'}).click();
  t.is(await alert.getByText('HTTP 502').textContent(), 'HTTP 502 OfAProxy');
});

test.serial('the URL of the call is copied', async t => {
  const {origin, page, open, shown} = await startExplorer(t);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], {origin});
  await open('#vehicle?id=9000000000000004');
  await shown.getByRole('heading', {name: 'AB10003'}).waitFor();
  await shown.getByRole('button', {name: 'Copy'}).click();
  await shown.getByRole('button', {name: 'Copied'}).waitFor();
  t.is(
    await page.evaluate('navigator.clipboard.readText()'),
    `${origin}/v1/vehicles/9000000000000004`,
  );
});

test.serial('without JavaScript the explorer says that it needs it', async t => {
  const {origin, browser} = await startExplorer(t);
  const {page} = await openPage(browser, origin, {javaScriptEnabled: false});
  await page.goto(`${origin}/explore`);
  t.true(await page.locator('noscript p').isVisible());
  t.is(await page.locator('form:visible, input:visible').count(), 0);
});
