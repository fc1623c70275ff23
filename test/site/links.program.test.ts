import test from 'ava';
import {explorerFor} from './start-site.ts';

const startExplorer = explorerFor(test);

test.serial('a link shows the same once there is a key, which no URL ever has', async t => {
  const {key, page, complaints, open, giveKey, shown, field} = await startExplorer(t);
  const urls: string[] = [];
  page.on('request', request => urls.push(request.url()));
  await open('#vehicles?makeId=10043&sortBy=registrationNumber', false);
  await shown.getByText('This link shows the vehicles with make 10043. Paste your key').waitFor();
  t.is(await field('Sort by').inputValue(), 'registrationNumber');
  t.deepEqual(
    urls.filter(url => url.includes('/v1/')),
    [],
  );

  await giveKey();
  await shown.getByText('16 vehicles match.').waitFor();
  const {y = -1} = (await shown.getByRole('status').boundingBox()) ?? {};
  t.true(y >= 0 && y < 100, `the answer begins at ${y}`);
  t.true(urls.some(url => url.includes('/v1/vehicles?makeId=10043&sortBy=registrationNumber')));
  for (const url of [...urls, page.url()]) t.false(url.includes(key), url);
  const stored = await page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}])');
  t.is(stored, '[{},{}]');
  await page.reload();
  await shown.getByText('Paste your key to see it.').waitFor();
  await page.evaluate("location.hash = '#statistics?groupBy=make&metric=avg:maxPowerKw'");
  await shown.getByText('This link shows average max power (kW) by make. Paste').waitFor();
  await page.evaluate("location.hash = '#statistics?groupBy=constructor'");
  await shown.getByText('This link shows vehicles by constructor. Paste').waitFor({timeout: 5000});
  await page.evaluate("location.hash = '#statistics?metric=median:seatsMin'");
  await shown.getByText('This link shows median of seats min. Paste').waitFor({timeout: 5000});
  await page.evaluate("location.hash = '#vehicle?plaet=AB10003'");
  await shown.getByRole('heading', {name: 'Vehicles'}).waitFor({timeout: 5000});
  t.deepEqual(complaints, []);
});

test.serial('a link by hand asks for what it says, and for no other path', async t => {
  const {page, open, shown, field} = await startExplorer(t);
  const paths = new Set<string>();
  page.on('request', request => {
    const {pathname} = new URL(request.url());
    if (pathname.startsWith('/v1')) paths.add(pathname);
  });
  for (const query of ['makeIds=,', 'makeId=..', 'make=']) {
    await open('#statistics');
    await open(`#vehicles?${query}`);
    await shown.getByRole('alert').getByText('HTTP 400').waitFor({timeout: 5000});
    t.is(await shown.locator('.set li').count(), query === 'makeId=..' ? 1 : 0, query);
  }
  for (const dots of ['.', '..']) {
    await open('#statistics');
    await field('Look up a vehicle').fill(dots);
    await page.getByRole('button', {name: 'Look up'}).click();
    t.regex(page.url(), /#statistics$/);
    await page.evaluate(`location.hash = '#vehicle?plate=${dots}'`);
    await shown.getByRole('heading', {name: 'Vehicles'}).waitFor({timeout: 5000});
  }
  await page.evaluate("location.hash = '#vehicle?plate=&id=9000000000000004'");
  await shown.getByRole('heading', {name: 'X1 AB10003'}).waitFor({timeout: 5000});
  t.deepEqual([...paths], ['/v1/vehicles', '/v1/vehicles/9000000000000004']);
});

test.serial('a link to a vehicle names the tab once there is a key that is good', async t => {
  const {page, open, shown, field, giveKey} = await startExplorer(t);
  await open('#vehicle?plate=AB10003', false);
  await field('Your key').fill('vdl_live_another');
  await field('Your key').press('Enter');
  await shown.getByRole('alert').getByText('HTTP 401').waitFor();
  t.is(await shown.getByRole('link', {name: 'Look it up as a VIN'}).count(), 0);
  await giveKey();
  await shown.getByRole('heading', {name: 'X1 AB10003'}).waitFor();
  t.regex(await page.title(), /^<b>BMW<\/b> X1 AB10003 · Explorer · /);
});

test.serial('another key asks again', async t => {
  const {open, shown, field, giveKey} = await startExplorer(t);
  await open('#vehicles?makeId=10043&fields=make');
  await shown.getByRole('link', {name: 'AB10022'}).waitFor({timeout: 5000});
  await field('Your key').fill('vdl_live_another');
  await field('Your key').press('Enter');
  await shown.getByRole('alert').getByText('HTTP 401').waitFor({timeout: 5000});
  await giveKey();
  await shown.getByText('16 vehicles match.').waitFor();
  await field('Your key').fill('');
  await field('Your key').press('Enter');
  await shown.getByText('Paste your key to see it.').waitFor({timeout: 5000});
  t.is(await shown.locator('tbody').count(), 0);
});
