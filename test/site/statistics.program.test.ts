import test from 'ava';
import {startExplorer} from './start-site.ts';

test.serial('a statistic is a chart of bars, and a table with the same figures', async t => {
  const {origin, page, complaints, open, shown, field} = await startExplorer(t);
  await open('#statistics');
  await field('Group by').selectOption('make');
  await shown.getByRole('button', {name: 'Add a metric'}).click();
  await field('Number').selectOption('maxPowerKw');
  await field('Figure').selectOption('max');
  await shown.getByRole('button', {name: 'Show'}).click();
  await shown.getByText('Vehicles that match: 24. Groups: 2.').waitFor();

  t.deepEqual(await shown.locator('thead th').allTextContents(), [
    'Make',
    'Vehicles',
    'Share',
    'Greatest max power (kW)',
  ]);
  t.deepEqual(await shown.locator('tbody tr').allTextContents(), [
    'HYUNDAI 100431666.67%73',
    '<b>BMW</b> 10011833.33%71',
  ]);
  const chart = shown.getByRole('img', {name: 'Bar chart: Vehicles by make.'});
  t.deepEqual(await chart.locator('rect').allTextContents(), [
    'HYUNDAI, All vehicles: 16',
    '<b>BMW</b>, All vehicles: 8',
  ]);
  const [long, short] = await chart
    .locator('rect')
    .evaluateAll(bars => bars.map(bar => Number(bar.getAttribute('width'))));
  t.is(long, 2 * Number(short));
  t.is(page.url(), `${origin}/explore#statistics?groupBy=make&metric=max:maxPowerKw`);

  await field('of').selectOption('max:maxPowerKw');
  await shown.getByRole('img', {name: 'Bar chart: Greatest max power (kW) by make.'}).waitFor();
  t.deepEqual(complaints, []);
});

test.serial(
  'a line has a point at each value of its scale, and is drawn without another call',
  async t => {
    const {page, complaints, open, shown, field} = await startExplorer(t);
    await open('#statistics?groupBy=firstRegisteredYear,make&metric=avg:maxPowerKw');
    await shown.getByRole('img', {name: 'Bar chart'}).waitFor();
    const calls: string[] = [];
    page.on('request', request => {
      if (request.url().includes('/v1/')) calls.push(request.url());
    });
    await field('Chart').selectOption('Lines');
    await field('of').selectOption('avg:maxPowerKw');
    const chart = shown.getByRole('img', {
      name: 'Line chart: Average max power (kW) by first registered year and make.',
    });
    await chart.waitFor();
    t.deepEqual(calls, []);
    t.is(await chart.locator('polyline').count(), 2);
    const points = chart.locator('g').nth(1).locator('circle');
    const places = await points.evaluateAll(points =>
      points.map(point => Number(point.getAttribute('cx'))),
    );
    t.is(places.length, 8);
    t.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    const titles = await points.locator('title').allTextContents();
    t.deepEqual([titles[0], titles.at(-1)], ['2010, <b>BMW</b>: 50', '2020, <b>BMW</b>: 71']);
    t.deepEqual(await shown.locator('.legend li').allTextContents(), ['HYUNDAI', '<b>BMW</b>']);
    t.regex(page.url(), /&chart=line&measure=avg:maxPowerKw$/);

    await page.goBack();
    await shown.getByRole('img', {name: 'Line chart: Vehicles by'}).waitFor();
    await page.goBack();
    await shown.getByRole('img', {name: 'Bar chart: Vehicles by'}).waitFor();
    t.deepEqual(complaints, []);
  },
);

test.serial(
  'a link shows the statistic with its groups, step, metrics, filters and chart',
  async t => {
    const {origin, complaints, open, shown, field} = await startExplorer(t);
    const asked = 'groupBy=maxPowerKw:10&metric=p33:modelYear&sortBy=value&makeId=10043';
    await open(`#statistics?${asked}&chart=line&measure=p33:modelYear`);
    await shown
      .getByRole('img', {name: 'Line chart: Percentile 33 of model year by max power'})
      .waitFor();
    t.is(await field('API call').inputValue(), `${origin}/v1/statistics?${asked}`);
    t.is(await field('Step').inputValue(), '10');
    t.is(await field('Figure').inputValue(), 'p33');
    t.is(await field('makeId').inputValue(), '10043');
    t.is(
      await shown.getByRole('status').textContent(),
      'Vehicles that match: 16. Groups: 3. In groups that are not shown: 0. Without a value: 1.',
    );
    t.deepEqual(complaints, []);
  },
);

test.serial('a chart is as wide as the page, also when that changes', async t => {
  const {page, complaints, open, shown} = await startExplorer(t);
  await open('#statistics?groupBy=firstRegisteredYear');
  const chart = shown.getByRole('img');
  await chart.waitFor();
  const wide = Number(await chart.getAttribute('width'));
  await page.setViewportSize({width: 390, height: 900});
  await shown.locator(`svg:not([width="${wide}"])`).waitFor();
  t.true(wide > 1000);
  t.true(Number(await chart.getAttribute('width')) < 390);
  t.is(await page.evaluate('document.documentElement.scrollWidth'), 390);
  t.deepEqual(complaints, []);
});
