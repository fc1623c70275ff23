import type {ExecutionContext} from 'ava';
import type {BrowserContextOptions, Page} from 'playwright-core';
import type {PlanLimits} from '#core/access/plans.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {startKeyedCopy} from '../helpers/api/start-copy.ts';
import {openPage, startBrowser} from '../helpers/browser.ts';
import {createTestGeneration} from '../helpers/engines/test-index.ts';
import {aReference} from '../helpers/fakes/reference.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';

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

/** The site over the real engines, in a browser, with a key that may do this much. */
export const startSite = async (
  t: ExecutionContext,
  documents: readonly VehicleDocument[],
  limits: Partial<PlanLimits> = {},
) => {
  t.timeout(300_000);
  const references = [
    ...makes.map(each => aReference({list: 'makes', ...each})),
    ...models.map(each => aReference({list: 'models', makeId: each.id.slice(0, 5), ...each})),
    ...colors.map(each => aReference({list: 'colors', ...each})),
  ];
  const {prefix} = await createTestGeneration(t, documents, {references});
  const {port, key} = await startKeyedCopy(t, prefix, {grant: limits});
  const origin = `http://127.0.0.1:${port}`;
  const browser = await startBrowser(t);
  return {origin, key, browser, ...(await openPage(browser, origin))};
};

/** What a reader of the explorer sees and does. */
const explorerIn = (page: Page, origin: string, key: string) => {
  /** The visible field with this label. */
  const field = (label: string) => page.getByLabel(label, {exact: true}).filter({visible: true});
  const giveKey = async () => {
    await field('Your key').fill(key);
    await field('Your key').press('Enter');
  };
  return {
    page,
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

/** The explorer over 24 vehicles. */
export const startExplorer = async (t: ExecutionContext, limits: Partial<PlanLimits> = {}) => {
  const site = await startSite(t, fleet, limits);
  const {origin, key, browser} = site;
  /** Another reader, who has nothing in common with the first. */
  const openOther = async (options: BrowserContextOptions = {}) => {
    const {page, complaints} = await openPage(browser, origin, options);
    return {...explorerIn(page, origin, key), complaints};
  };
  return {...site, ...explorerIn(site.page, origin, key), openOther};
};
