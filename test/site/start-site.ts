import type {ExecutionContext} from 'ava';
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

/** 24 vehicles of two makes, two of every year from 2010, the power of which grows. */
const fleet = Array.from({length: 24}, (_, index) => {
  const year = 2010 + Math.floor(index / 2);
  return aVehicleDocument({
    id: `${9_000_000_000_000_001n + BigInt(index)}`,
    registrationNumber: `AB1${String(index).padStart(4, '0')}`,
    firstRegisteredOn: `${year}-05-06`,
    modelYear: year,
    make: makes[index % 3 === 0 ? 1 : 0] ?? null,
    ...(index !== 5 && {engine: {maxPowerKw: 50 + index}}),
  });
});

/** The site over the real engines, in a browser, with a key that may do this much. */
export const startSite = async (
  t: ExecutionContext,
  documents: readonly VehicleDocument[],
  limits: Partial<PlanLimits> = {},
) => {
  t.timeout(300_000);
  const references = makes.map(({id, name}) => aReference({list: 'makes', id, name}));
  const {prefix} = await createTestGeneration(t, documents, {references});
  const {port, key} = await startKeyedCopy(t, prefix, {grant: limits});
  const origin = `http://127.0.0.1:${port}`;
  const browser = await startBrowser(t);
  return {origin, key, browser, ...(await openPage(browser, origin))};
};

/** The explorer over 24 vehicles. */
export const startExplorer = async (t: ExecutionContext, limits: Partial<PlanLimits> = {}) => {
  const site = await startSite(t, fleet, limits);
  const {origin, key, page} = site;
  const shown = page.locator('section:visible');
  /** The visible field with this label. */
  const field = (label: string) => page.getByLabel(label, {exact: true}).filter({visible: true});

  /** Opens the explorer in this state, by default with the key. */
  const open = async (state = '', giveKey = true) => {
    await page.goto(`${origin}/explore${state}`);
    if (!giveKey) return;
    await field('Your key').fill(key);
    await field('Your key').press('Enter');
  };
  return {...site, open, shown, field};
};
