import test, {type ExecutionContext} from 'ava';
import type {Page} from 'playwright-core';
import {changeKindNames} from '#core/domain/vehicle-changes.ts';
import {rollbackTarget} from '#indexer/commands/rollback.ts';
import type {Release} from '#mappings/release.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {startKeyedCopy} from '../helpers/api/start-copy.ts';
import {openPage, startBrowser} from '../helpers/browser.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
import {fakeServices, unknown, versioned} from '../helpers/fakes/services.ts';
import {sharedFixture} from '../helpers/scope.ts';
import {rollBack} from '../indexer/generations/generations.ts';
import {randomExtracts} from '../indexer/import/random-register.ts';
import {someReleases} from './some-releases.ts';
import {isFocused, tabTo} from './start-site.ts';

const browser = sharedFixture(test, startBrowser);

/** The page in a browser, over a service that answers on this port. */
const openReleases = async (port: number) => {
  const origin = `http://127.0.0.1:${port}`;
  const site = await openPage(await browser(), origin);
  const {page} = site;
  const calls: string[] = [];
  page.on('request', request => {
    if (request.url().includes('/v1/')) calls.push(request.url().slice(origin.length));
  });
  const field = (label: string) => page.getByLabel(label, {exact: true}).filter({visible: true});
  /** Opens the page in this state, with a key. */
  const open = async (key: string, state = '') => {
    await page.goto(`${origin}/releases${state}`);
    await field('Your key').fill(key);
    await field('Your key').press('Enter');
  };
  /** The cells of a table, row by row, with its head. */
  const cells = (name: RegExp) =>
    page
      .getByRole('table', {name})
      .locator('tr')
      .evaluateAll(rows => rows.map(({children}) => [...children].map(each => each.textContent)));
  return {...site, origin, calls, field, open, cells};
};

const withReleases = async (t: ExecutionContext, count: number) => {
  const releases = someReleases(count);
  const answer = async () => versioned(releases);
  const {port} = await startApi(t, fakeServices({changes: {releases: answer}}));
  return {releases, ...(await openReleases(port))};
};

/** The bars that the chart has drawn: serials and figures. */
const barsOf = async (page: Page) => {
  await page.locator('.chart canvas[style]').waitFor();
  return page.evaluate<readonly object[]>(
    'Chart.getChart(document.querySelector(".chart canvas")).data.datasets[0].data',
  );
};

const figure = (count: number | null | undefined) => count?.toLocaleString('en') ?? '–';

/** `OdometerLower` → `Odometer lower` */
const heading = (kind: string) =>
  kind.replaceAll(/(?!^)[A-Z]/g, letter => ` ${letter.toLowerCase()}`);

test.serial('after imports and a rollback the page has the figures of `/v1/releases`', async t => {
  t.timeout(300_000);
  const {client, prefix} = anInstallation(t);
  const extracts = randomExtracts(t, {vehicles: 300, seed: 38});
  for (let week = 0; week < 3; week += 1) {
    const {value: file} = await extracts.next();
    await importFile(t, file, prefix, {force: 'random weeks differ by more than real ones'});
  }
  const indices = {client, prefix};
  await rollBack(indices, await rollbackTarget(indices), 'the page shows it');
  const {port, key, get} = await startKeyedCopy(t, prefix);
  const {data} = (await get('/v1/releases')).body as {data: readonly Release[]};
  t.deepEqual(
    data.map(({cause}) => cause),
    ['Rollback', 'Import', 'Import', 'Import'],
  );

  const {page, complaints, calls, open, cells} = await openReleases(port);
  await open(key);
  await page.getByText('4 releases.').waitFor();
  const [titles = [], ...rows] = await cells(/Vehicles by kind of change/);
  const [, , , , , , ...kinds] = titles;
  const occurring = new Set(
    data.flatMap(({changes}) => Object.keys(changes).filter(kind => changes[kind] !== 0)),
  );
  t.true(occurring.size < changeKindNames.length);
  t.deepEqual(kinds, changeKindNames.filter(kind => occurring.has(kind)).map(heading));
  for (const [index, {serial, cause, vehicleCount, changedVehicles, changes}] of data.entries()) {
    const known = new Map(Object.entries(changes).map(([kind, count]) => [heading(kind), count]));
    const [first, , caused, , ...figures] = rows[index] ?? [];
    t.deepEqual([first, caused], [String(serial), cause]);
    t.deepEqual(figures, [
      figure(vehicleCount),
      figure(changedVehicles),
      ...kinds.map(kind =>
        figure(changedVehicles === null ? null : (known.get(String(kind)) ?? 0)),
      ),
    ]);
  }
  await page.getByRole('img', {name: 'Bar chart: Vehicles that changed by release.'}).waitFor();
  t.deepEqual(
    await barsOf(page),
    data.map(({serial, changedVehicles}) => ({x: serial, y: changedVehicles})).toReversed(),
  );
  const makes = await cells(/Makes with the most changes in release 4/);
  t.deepEqual(
    makes.slice(1).map(([name]) => name),
    data[0]?.makes.map(({name}) => name),
  );
  t.deepEqual(calls, ['/v1/releases']);
  t.deepEqual(complaints, []);
});

test.serial(
  'with the keyboard alone a key, a release and a kind are chosen, by one call',
  async t => {
    t.timeout(300_000);
    const {releases, origin, page, complaints, calls, field} = await withReleases(t, 4);
    await page.goto(`${origin}/explore`);
    await page
      .getByRole('navigation', {name: 'Parts'})
      .getByRole('link', {name: 'Releases'})
      .focus();
    await page.keyboard.press('Enter');
    await page.getByText('Paste your key to see the answer.').waitFor();
    await tabTo(field('Your key'));
    await page.keyboard.type('a key');
    await page.keyboard.press('Enter');
    const inWords = page.locator('.release p').first();
    await inWords.waitFor();
    t.regex(
      String(await inWords.textContent()),
      /^On 22 November 2026 the extract of 21 November 2026 went live by import, with 15,000,000 vehicles\. 204,104 vehicles changed: 1,148 added, 2,296 removed, .*, 9,444 odometer lower, .*\.$/,
    );

    await tabTo(field('Release'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.getByText(/^On 8 November 2026 .* went live by rollback/).waitFor();
    t.true(await page.getByRole('table', {name: 'the most changes in release 2'}).isVisible());
    t.true(await isFocused(field('Release')));
    await page.keyboard.press('ArrowDown');
    await page
      .getByText(
        'On 1 November 2026 an extract of an unknown date went live by promotion, with 14,999,997 vehicles. What changed is not known.',
      )
      .waitFor();
    t.is(await page.getByRole('table').count(), 1);

    await tabTo(field('Kind of change'));
    await page.keyboard.type('deregistered');
    const chart = page.getByRole('img', {name: 'Bar chart: Deregistered by release.'});
    await chart.waitFor();
    t.true(await page.getByText('The vehicle is not registered any more.').isVisible());
    t.deepEqual(
      await barsOf(page),
      releases
        .map(({serial, changes}) => ({x: serial, y: changes['Deregistered'] ?? null}))
        .toReversed(),
    );
    t.is(page.url(), `${origin}/releases#releases?release=1&kind=Deregistered`);
    t.deepEqual(calls, ['/v1/releases']);
    t.deepEqual(complaints, []);
  },
);

test.serial('a link shows the same, and older releases are on further pages', async t => {
  t.timeout(300_000);
  const {page, calls, open, field} = await withReleases(t, 24);
  await open('a key', '#releases?pageSize=10&kind=Inspected&release=20');
  await page.getByText(/^On 25 October 2026 /).waitFor();
  t.is(await field('Kind of change').inputValue(), 'Inspected');
  await page.getByRole('link', {name: 'Next page'}).click();
  await page.getByText('Page 2 of 3').waitFor();
  t.is(await page.getByRole('table', {name: 'Vehicles by kind'}).locator('tbody tr').count(), 10);
  t.is(await field('Release').locator('option').count(), 10);
  await page.getByText('24 releases. Release 20 is not on this page.').waitFor();
  t.deepEqual(calls, ['/v1/releases?pageSize=10', '/v1/releases?pageSize=10&page=2']);
});

test.serial('a wrong key, and a service that fails, are told in words', async t => {
  t.timeout(300_000);
  const admit = async () => unknown;
  const {port} = await startApi(t, fakeServices({callers: {admit}}));
  const {page, open} = await openReleases(port);
  await open('a wrong key');
  const alert = page.getByRole('alert');
  await alert.getByText('HTTP 401').waitFor();
  t.is(await alert.getByRole('link').getAttribute('href'), 'problems/ApiKeyInvalid');
  t.false(await page.locator('.view').isVisible());
  await page.route(/\/v1\//, route => route.abort());
  await page.getByRole('button', {name: 'Show'}).click();
  await alert.getByText('No response: ').waitFor();
});
