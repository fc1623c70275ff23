import {readFile} from 'node:fs/promises';
import test from 'ava';
import type {Page} from 'playwright-core';
import {explorerFor} from './start-site.ts';

/**
 * What each chart of the page has drawn by the next frame: `2010 2011 | HYUNDAI 1 2 | BMW - 3`, and behind `>` what is
 * shown of a category that is pointed at.
 */
const drawn = (page: Page) =>
  page.evaluate<
    readonly string[]
  >(`new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
    .then(() => [...document.querySelectorAll('.chart canvas')].map(canvas => {
      const {data: {labels, datasets}, tooltip: {title, body}} = Chart.getChart(canvas);
      const figures = ({label, data}) => [label, ...data.map(point => (point?.x ? point.y : point) ?? '-')].join(' ');
      const reading = [...title ?? [], ...(body ?? []).flatMap(({lines}) => lines)].join(', ');
      return [labels.join(' '), ...datasets.map(figures)].join(' | ') + (reading && ' > ' + reading);
    }))`);

const startExplorer = explorerFor(test);

const startStatistics = async (...given: Parameters<typeof startExplorer>) => {
  const site = await startExplorer(...given);
  const {page, shown} = site;
  /** The drawings of the charts with this name. */
  const charts = async (name: string) => {
    await shown.getByRole('img', {name}).first().waitFor();
    // The library has given it a size.
    await shown.locator('.chart canvas[style]').first().waitFor();
    return drawn(page);
  };
  const save = async (label: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      shown.getByRole('button', {name: label}).press('Enter'),
    ]);
    return {name: download.suggestedFilename(), bytes: await readFile(await download.path())};
  };
  return {...site, charts, save};
};

test.serial('with the keyboard alone the power of makes is asked for, read and saved', async t => {
  const {origin, page, complaints, open, shown, field, charts, save} = await startStatistics(t);
  await open('#statistics');
  await field('Group by').focus();
  await page.keyboard.type('make');
  await shown.getByRole('button', {name: 'Add a metric'}).press('Enter');
  await page.keyboard.type('highest');
  await page.keyboard.press('Tab');
  await page.keyboard.type('max power');
  await shown.getByRole('button', {name: 'Show'}).press('Enter');
  const power = 'Bar chart: Highest max power (kW) by make. Highest: HYUNDAI, 73 kW.';
  t.deepEqual(await charts(power), ['HYUNDAI <b>BMW</b> | All vehicles 73 71']);
  t.is(page.url(), `${origin}/explore#statistics?groupBy=make&metric=max:maxPowerKw`);
  t.deepEqual(await shown.locator('tr').allTextContents(), [
    'MakeVehiclesShareHighest max power (kW)',
    'HYUNDAI 100431666.67%73',
    '<b>BMW</b> 10011833.33%71',
  ]);
  await shown.getByRole('img').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  t.regex(String(await drawn(page)), / > <b>BMW<\/b>, 71 kW$/);
  t.false(await field('Chart').isVisible(), 'makes are no line');
  await field('Measure').press('ArrowDown');
  const counts = await charts('Bar chart: Vehicles by make.');
  t.deepEqual(counts, ['HYUNDAI <b>BMW</b> | All vehicles 16 8']);

  const table = await save('Download CSV');
  t.is(table.name, 'vehicles-by-make.csv');
  t.is(
    table.bytes.toString(),
    '\uFEFFmake,make.name,count,share,max:maxPowerKw\r\n10043,HYUNDAI,16,0.666667,73\r\n10011,<b>BMW</b>,8,0.333333,71\r\n',
  );
  const image = await save('Download PNG');
  t.is(image.name, 'vehicles-by-make.png');
  t.is(image.bytes.subarray(1, 4).toString(), 'PNG');
  t.true(image.bytes.readUInt32BE(16) > 1000);
  t.deepEqual(complaints, []);
});

test.serial(
  'with the keyboard alone years are seen in order, as stacks, panels and lines',
  async t => {
    const {page, complaints, open, shown, field, charts} = await startStatistics(t);
    await open('#statistics?groupBy=make,firstRegisteredYear&metric=avg:maxPowerKw&measure=count');
    const by = 'by make and first registered year';
    const years = Array.from({length: 12}, (_, index) => 2010 + index).join(' ');
    const counts = '| HYUNDAI 1 1 2 1 1 2 1 1 2 1 1 2 | <b>BMW</b> 1 1 0 1 1 0 1 1 0 1 1 0';
    t.deepEqual(await charts(`Bar chart: Vehicles ${by}`), [`${years} ${counts}`]);
    t.regex(String(await shown.locator('tbody tr').first().textContent()), /2010/);
    t.is(await field('Sort by').locator(':checked').textContent(), 'As in the chart');
    const calls: string[] = [];
    page.on('request', request => {
      if (request.url().includes('/v1/')) calls.push(request.url());
    });
    await field('Model year, from').fill('2015');
    await field('Measure').press('ArrowUp');
    const bmw = '<b>BMW</b> 50 53 - 56 59 - 62 65 - 68 71 -';
    const panels = await charts(`Bar chart: Average max power (kW) ${by}, <b>BMW</b>`);
    t.is(panels.length, 2);
    t.is(panels[1], `${years} | ${bmw}`);
    await field('Chart').press('ArrowDown');
    const lines = await charts(`Line chart: Average max power (kW) ${by}`);
    t.is(lines.length, 1);
    t.true(lines[0]?.endsWith(` | ${bmw}`));
    t.deepEqual(calls, []);
    t.regex(page.url(), /&metric=avg:maxPowerKw&chart=line$/);
    await page.goBack();
    await charts('Bar chart: Average max power');
    t.is(await field('Chart').inputValue(), '');
    t.is(await field('Model year, from').inputValue(), '2015', 'what is not sent yet stays');
    t.deepEqual(complaints, []);
  },
);

test.serial('a link shows the same groups, step, metrics, filters and chart', async t => {
  const {origin, complaints, open, shown, field, charts, call} = await startStatistics(t);
  const asked = 'groupBy=maxPowerKw:10&metric=p33:modelYear&sortBy=value&makeId=10043';
  await open(`#statistics?${asked}&chart=line`);
  const [chart] = await charts('Line chart: Percentile 33 of model year by max power (kW).');
  t.regex(String(chart), /^50 to under 60 60 to under 70 70 to under 80 \| All vehicles 20/);
  t.is(await field('Step').inputValue(), '10');
  t.is(await field('Figure').inputValue(), 'p33');
  t.true((await call.textContent())?.includes(`'${origin}/v1/statistics?${asked}'`));
  await shown.getByRole('button', {name: 'Remove Make: HYUNDAI'}).waitFor();
  t.is(
    await shown.getByRole('status').textContent(),
    'Vehicles that match: 16. Groups: 3. In groups that are not shown: 0. Without a value: 1.',
  );
  t.regex(String(await shown.locator('tbody tr').last().textContent()), /%2020(\.\d)?$/);
  t.deepEqual(complaints, []);
});

test.serial('by touch at 390 px a chart is read: it fits, moves nothing and is small', async t => {
  const viewport = {width: 390, height: 844};
  const {page, open} = await startStatistics(t, {viewport, hasTouch: true});
  await page.addInitScript(`window.moved = 0; new PerformanceObserver(list => {
    for (const {value, hadRecentInput} of list.getEntries()) if (!hadRecentInput) moved += value;
  }).observe({type: 'layout-shift', buffered: true});`);
  let sent = 0;
  page.on('requestfinished', async request => {
    sent += (await request.sizes()).responseBodySize;
  });
  await open('#statistics?groupBy=firstRegisteredYear,make');
  const chart = page.locator('.chart canvas[style]');
  await chart.waitFor();
  const {width, height} = (await chart.boundingBox()) ?? t.fail('no chart');
  t.true(width > 300 && height < 844);
  t.is(await page.evaluate('document.documentElement.scrollWidth'), 390);
  await chart.tap({position: {x: width - 10, y: height / 2}});
  t.regex(String(await drawn(page)), / > 2021, HYUNDAI: 2, <b>BMW<\/b>: 0$/);
  const labels =
    'Chart.getChart(document.querySelector("canvas")).scales.x.ticks.map(each => each.label)';
  t.is(String(await page.evaluate(labels)), '2010,2012,2014,2016,2018,2020');
  t.is(await page.evaluate('moved'), 0);
  t.true(sent > 50_000 && sent < 150_000, String(sent));
  await page.setViewportSize({width: 844, height: 390});
  await page.locator('.chart canvas[style*="width: 8"]').waitFor();
});
