import test from 'ava';
import axe from 'axe-core';
import type {Page} from 'playwright-core';
import type {StatisticsQuery} from '#core/domain/vehicle-statistics.ts';
import {errors} from '#src/api/errors.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {openPage, startBrowser} from '../helpers/browser.ts';
import {aReference} from '../helpers/fakes/reference.ts';
import {servicesWith, versioned} from '../helpers/fakes/services.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';
import {sharedFixture} from '../helpers/scope.ts';
import {someReleases} from './some-releases.ts';

const document = aVehicleDocument({
  registrationNumber: 'AB12345',
  make: {id: '1', name: 'HYUNDAI'},
  engine: {maxPowerKw: 88.3},
});

const paths = [
  '/',
  '/docs',
  ...[
    ...['endpoints', 'questions', 'problems', 'changes', 'clients', 'test-environment'],
    ...['headers', 'schemas', 'searchVehicles', 'lookUpPlates', 'listEmissionStandards'],
  ].map(name => `/docs/${name}`),
  '/nothing',
  '/problems',
  ...Object.keys(errors).map(code => `/problems/${code}`),
  '/explore',
  '/explore#vehicle?plate=AB12345',
  '/explore#vehicles?makeId=1&hasTowBar=true&fromInspectionDate=2024-03-05',
  `/explore#vehicles?makeId=none&variant=${'LONG'.repeat(60)}`,
  '/explore#statistics?groupBy=make,firstRegisteredYear&metric=avg:maxPowerKw',
  '/explore#statistics?groupBy=firstRegisteredYear,make&chart=line',
  '/releases',
  '/releases#releases?kind=OdometerLower&release=23',
  '/releases#releases?pageSize=2&page=2',
  '/releases#releases?pageSize=0',
];

/** Statistics of four makes in each of fifty years. */
const groups = ({groupBy}: StatisticsQuery) => {
  const years = Array.from({length: 50}, (_, index) => `${1970 + index}`);
  const makes = [`MORGAN GROUP MOTOR COMPANY ${'LONG'.repeat(60)}`, 'BMW', 'FORD', 'VW'];
  const data = years.flatMap(year =>
    makes.map((make, index) => {
      const values = {year: {value: year, name: year}, entry: {value: `${index}`, name: make}};
      return {
        groups: groupBy.map(({by}) => values[by as keyof typeof values]),
        count: Number(year) * 1000 + index,
        share: 0.005,
        metrics: {'avg:maxPowerKw': 88.3},
      };
    }),
  );
  const metadata = {totalCount: 20_000, groupCount: 200, otherCount: 0, absentCount: 0};
  return {json: Buffer.from(JSON.stringify({data, metadata}))};
};

const api = sharedFixture(test, t => {
  const {vehicles, changes, references, ...others} = servicesWith(document);
  const byId = async () => versioned(aReference());
  const list = async () => versioned({documents: [aReference()], totalCount: 1});
  const statistics = async (query: StatisticsQuery) => versioned(groups(query));
  const releases = async () => versioned(someReleases(24));
  return startApi(t, {
    ...others,
    vehicles: {...vehicles, statistics},
    changes: {...changes, releases},
    references: {...references, byId, list},
  });
});

const browser = sharedFixture(test, startBrowser);

/** Everything that is folded. */
const openAll = `for (const part of document.querySelectorAll('details')) part.open = true;`;

const search = async (page: Page, words: string) => {
  await page.locator('#find').fill(words);
  await page.locator('search [role=status]').filter({hasText: 'found'}).waitFor();
};

/** In the explorer: the key, and the answer to it. */
const showAnswer = async (page: Page) => {
  await page.getByLabel('Your key').fill('a key');
  await page.getByLabel('Your key').press('Enter');
  await page.locator('section:visible .found > *').first().waitFor();
  for (const shown of await page.locator('.toggles input').all()) await shown.check();
  const picker = page.locator('[role=combobox]:visible').first();
  if ((await picker.count()) === 0) return;
  await picker.click();
  await page.locator('[role=option]:visible').first().waitFor();
};

/** A page of the browser, and how it shows a path with everything on it unfolded and answered. */
const open = async (options?: Parameters<typeof openPage>[2]) => {
  const {port} = await api();
  const origin = `http://127.0.0.1:${port}`;
  const {page, complaints} = await openPage(await browser(), origin, options);
  const show = async (path: string) => {
    await page.goto(origin + path);
    await page.evaluate(openAll);
    if (path === '/docs') await search(page, 'tow bar');
    if (['/', '/docs/questions'].includes(path)) await search(page, 'z'.repeat(80));
    if (path.includes('?')) await showAnswer(page);
  };
  return {page, complaints, show};
};

const widthOf = 'document.documentElement.scrollWidth';
const heightOf = 'document.documentElement.scrollHeight';
/** How much of the widest table is out of sight. */
const hiddenOf = `Math.max(0, ...Array.from(document.querySelectorAll('.scrolled'), each => each.scrollWidth - each.clientWidth))`;

for (const width of [1280, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.serial(`every page is accessible and fits at ${width} px, ${colorScheme}`, async t => {
      t.timeout(300_000);
      const viewport = {width, height: 900};
      const {page, complaints, show} = await open({viewport, colorScheme});
      for (const path of paths) {
        await show(path);
        t.is(await page.evaluate(widthOf), width, path);
        const screens = Number(await page.evaluate(heightOf)) / viewport.height;
        if (width === 1280 && path.startsWith('/explore')) {
          t.true(screens <= 12, `${path} has ${screens} screens`);
          t.is(await page.evaluate(hiddenOf), 0, `${path} has figures out of sight`);
        }
        await page.evaluate(axe.source);
        const {violations} = await page.evaluate<axe.AxeResults>('axe.run()');
        const found = violations.map(
          ({id, nodes}) => `${id}: ${nodes.map(({html}) => html).join(' ')}`,
        );
        t.deepEqual(found, [], path);
      }
      t.deepEqual(
        complaints.filter(complaint => !/40[04] \((?:Bad Request|Not Found)\)/.test(complaint)),
        [],
      );
    });
  }
}

for (const [width, zoom] of [
  [320, 400],
  [1024, 125],
] as const) {
  test.serial(
    `every page fits at ${width} px, to which a zoom of ${zoom} % narrows 1280 px`,
    async t => {
      t.timeout(300_000);
      const {page, show} = await open({viewport: {width, height: 900}});
      for (const path of paths) {
        await show(path);
        t.is(await page.evaluate(widthOf), width, path);
      }
    },
  );
}

const styleOf = (selector: string) =>
  `(({borderTopWidth, outlineStyle}) => [borderTopWidth, outlineStyle])(getComputedStyle(document.querySelector('${selector}')))`;

test.serial(
  'buttons and the pointed at option have edges where the reader’s colors replace ours',
  async t => {
    t.timeout(60_000);
    const {page, show} = await open({forcedColors: 'active'});
    await show('/explore#vehicles?makeId=1');
    await page.keyboard.press('ArrowDown');
    t.deepEqual(await page.evaluate(styleOf('.look-up button')), ['1px', 'none']);
    t.deepEqual(await page.evaluate(styleOf('[role=option]')), ['0px', 'solid']);
  },
);

test.serial(
  'in print a table is whole, forms are left out, and a dark chart keeps its paper',
  async t => {
    t.timeout(60_000);
    const {page, show} = await open({colorScheme: 'dark'});
    await show('/explore#statistics?groupBy=make,firstRegisteredYear');
    await page.locator('.chart canvas[style]').first().waitFor();
    await page.emulateMedia({media: 'print'});
    t.is(await page.locator('form:visible, button:visible').count(), 0);
    t.true(
      await page.evaluate(
        `(each => each.scrollHeight === each.clientHeight)(document.querySelector('.scrolled'))`,
      ),
    );
    const corner = `document.querySelector('.chart canvas').getContext('2d').getImageData(0, 0, 1, 1).data.join()`;
    t.is(await page.evaluate(corner), '28,32,34,255');
  },
);

test.serial(
  'in print all columns of the widest table are on the paper, below their headings',
  async t => {
    t.timeout(60_000);
    // A4, for which Chromium scales what is wider down to two thirds.
    const {page, show} = await open({viewport: {width: 794, height: 1123}});
    await show('/releases#releases?release=23');
    await page.emulateMedia({media: 'print'});
    t.true(Number(await page.evaluate(widthOf)) <= 794 * 1.5);
    const distances = `[...document.querySelectorAll('tbody')].map(body => {
    body.scrollIntoView();
    const {bottom} = body.previousSibling.querySelector('th').getBoundingClientRect();
    return Math.round(body.getBoundingClientRect().top - bottom);
  })`;
    t.deepEqual(await page.evaluate(distances), [0, 0]);
  },
);

test.serial('a name that is too long for its chart ends in dots, and begins in sight', async t => {
  t.timeout(60_000);
  const {page, show} = await open();
  await show('/explore#statistics?groupBy=make,kind&metric=avg:maxPowerKw');
  await page.locator('.chart canvas[style]').first().waitFor();
  const [room = 0, ...widths] = await page.evaluate<number[]>(`(({ctx, scales: {y}}) => {
    ctx.font = '12px ' + getComputedStyle(document.body).fontFamily;
    return [y.width, ...y.ticks.map(({label}) => ctx.measureText(label).width)];
  })(Chart.getChart(document.querySelector('.chart canvas')))`);
  t.true(Math.max(...widths) < room, `${widths} in ${room}`);
});
