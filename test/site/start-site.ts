import type {ExecutionContext, TestFn} from 'ava';
import type {BrowserContextOptions, Locator, Page} from 'playwright-core';
import type {PlanLimits} from '#core/access/plans.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {startKeyedCopy} from '../helpers/api/start-copy.ts';
import {openPage, startBrowser} from '../helpers/browser.ts';
import {createTestGeneration} from '../helpers/engines/test-index.ts';
import {aReference} from '../helpers/fakes/reference.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';
import {sharedFixture} from '../helpers/scope.ts';

const makes = [
  {id: '10043', name: 'HYUNDAI'},
  {id: '10011', name: '<b>BMW</b>'},
];

const colors = [
  {id: '2', name: 'Black', originalName: 'Sort'},
  {id: '6', name: 'Blue', originalName: 'Blå'},
];

/** Their ids begin with those of their makes. */
const models = [
  {id: '10043010', name: 'TUCSON'},
  {id: '10011010', name: 'X1'},
];

/** 24 vehicles of two makes, two of every year from 2010, the power of which grows. */
const fleet = Array.from({length: 24}, (_, index) => {
  const year = 2010 + Math.floor(index / 2);
  const [make = null, model = null] = [makes, models].map(list => list[index % 3 === 0 ? 1 : 0]);
  return aVehicleDocument({
    id: `${9_000_000_000_000_001n + BigInt(index)}`,
    registrationNumber: `AB1${String(index).padStart(4, '0')}`,
    firstRegisteredOn: `${year}-05-06`,
    modelYear: year,
    make,
    bodyType: 'Hatchback',
    model,
    color: colors[index % 4 === 0 ? 0 : 1] ?? null,
    nextInspectionEstimate: {
      date: `2027-0${1 + (index % 6)}-15`,
      rule: 'EveryTwoYears',
      lastInspectedOn: null,
      grossWeightKg: null,
    },
    ...(index !== 5 && {engine: {maxPowerKw: 50 + index}}),
    facets: {model: `${make?.id}:${model?.id}`, primaryFuel: index % 5 === 4 ? 'Petrol' : 'Diesel'},
  });
});

const references = [
  ...makes.map(each => aReference({list: 'makes', ...each})),
  ...models.map(each => aReference({list: 'models', makeId: each.id.slice(0, 5), ...each})),
  ...colors.map(each => aReference({list: 'colors', ...each})),
];

/**
 * The site over the real engines, one for all tests of a file: each opens a page of its own in the same browser,
 * which shares nothing with another, with a key that may do this much.
 */
export const siteFor = (test: TestFn, documents: readonly VehicleDocument[]) => {
  const site = sharedFixture(test, async (scope, grant: Partial<PlanLimits>) => {
    const {prefix} = await createTestGeneration(scope, documents, {references});
    const {port, key} = await startKeyedCopy(scope, prefix, {grant});
    return {origin: `http://127.0.0.1:${port}`, key, browser: await startBrowser(scope)};
  });
  return async (
    t: ExecutionContext,
    options: BrowserContextOptions = {},
    limits: Partial<PlanLimits> = {},
  ) => {
    t.timeout(300_000);
    const shared = await site(limits);
    const opened = await openPage(shared.browser, shared.origin, options);
    t.teardown(() => opened.page.close());
    return {...shared, ...opened};
  };
};

/** The explorer over 24 vehicles, for the tests of a file: what its reader sees and does. */
export const explorerFor = (test: TestFn) => {
  const startSite = siteFor(test, fleet);
  return async (...given: Parameters<typeof startSite>) => {
    const site = await startSite(...given);
    const {page, origin, key} = site;
    /** The visible field with this label. */
    const field = (label: string) => page.getByLabel(label, {exact: true}).filter({visible: true});
    const giveKey = async () => {
      await field('Your key').fill(key);
      await field('Your key').press('Enter');
    };
    return {
      ...site,
      shown: page.locator('section:visible'),
      field,
      giveKey,
      /** A choice that a field offers. */
      option: (name: string) => page.getByRole('option', {name, exact: true}),
      call: page.locator('.call:visible code').first(),
      /** Opens the explorer in this state, by default with the key. */
      open: async (state = '', hasKey = true) => {
        await page.goto(`${origin}/explore${state}`);
        if (hasKey) await giveKey();
      },
    };
  };
};

export const isFocused = (field: Locator) => field.evaluate(found => found.matches(':focus'));

/** Presses Tab until a field has the focus. */
export const tabTo = async (field: Locator) => {
  for (let pressed = 0; pressed < 200 && !(await isFocused(field)); pressed += 1) {
    await field.page().keyboard.press('Tab');
  }
};

type Figures = Readonly<Record<'screens' | 'bytes' | 'shift', number>>;

/** Of the page that is shown: its height, what its first view takes over the wire, and how far its parts moved. */
export const figuresOf = (page: Page) =>
  page.evaluate<Figures>(`new Promise(resolve => {
    let shift = 0;
    new PerformanceObserver(list => {
      for (const {value} of list.getEntries()) shift += value;
    }).observe({type: 'layout-shift', buffered: true});
    const measure = () => {
      const loaded = ['navigation', 'resource'].flatMap(type => performance.getEntriesByType(type));
      const bytes = loaded.reduce((sum, {encodedBodySize}) => sum + encodedBodySize, 0);
      resolve({screens: document.documentElement.scrollHeight / innerHeight, bytes, shift});
    };
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(measure)));
  })`);
