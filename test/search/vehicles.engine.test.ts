import test from 'ava';
import fc from 'fast-check';
import {type VehicleSearch, vehicleSortFields} from '#core/domain/vehicle-search.ts';
import type {VehicleResponse} from '#mappings/vehicle-document.ts';
import {parsing} from '../helpers/engines/patient-services.ts';
import {sharedFixture} from '../helpers/scope.ts';
import {searched} from './fleet/oracle.ts';
import {plates} from './fleet/random-fleet.ts';
import {aSearch} from './fleet/random-search.ts';
import {inWords, type Layout, layouts, startFleet} from './fleet/start-fleet.ts';

const fleet = sharedFixture(test, startFleet);

/** What is answered of the documents that a search finds. */
const answered = ({documents, totalCount}: ReturnType<typeof searched>) => ({
  documents: documents.map(({vehicle}) => vehicle),
  totalCount,
});

const answersLikeTheOracle = test.macro({
  title: (_, layout: Layout) => `any search answers like the oracle, over ${inWords(layout)}`,
  async exec(t, layout: Layout) {
    t.timeout(120_000);
    const {documents, version, service} = await fleet(layout);
    const {search: ask} = parsing(service);
    await fc.assert(
      fc.asyncProperty(aSearch, async search => {
        const value = answered(searched(documents, search));
        t.deepEqual<unknown, unknown>(await ask(search), {version, value});
      }),
      {seed: 1_000 + layout.fleet, numRuns: 400},
    );
  },
});

type Wanted = Omit<VehicleSearch, 'page'>;

/** Every page from the first to the last, and the one after it. */
const allPages = async (service: ReturnType<typeof parsing>, wanted: Wanted, size: number) => {
  const found: VehicleResponse[] = [];
  for (let number = 1; ; number += 1) {
    const {value} = await service.search({...wanted, page: {number, size}});
    found.push(...value.documents);
    if (value.documents.length === 0) return {documents: found, totalCount: value.totalCount};
  }
};

const everything = {};

const everySort: readonly Wanted[] = [
  ...vehicleSortFields.flatMap(field => [
    {filter: everything, sortBy: {field, order: 'asc'} as const},
    {filter: everything, sortBy: {field, order: 'desc'} as const},
  ]),
  {filter: {fromModelYear: 2016, toModelYear: 2018}},
  ...plates.map(plate => ({filter: {registrationNumber: plate}})),
];

const pagesAddUp = test.macro({
  title: (_, layout: Layout) =>
    `the pages of every order add up to the whole, over ${inWords(layout)}`,
  async exec(t, layout: Layout) {
    t.timeout(120_000);
    const {documents, service} = await fleet(layout);
    for (const wanted of everySort) {
      const size = wanted.filter.registrationNumber === undefined ? 20 : 3;
      const page = {number: 1, size: documents.length};
      const whole = answered(searched(documents, {...wanted, page}));
      t.deepEqual<unknown, unknown>(await allPages(parsing(service), wanted, size), whole);
    }
  },
});

for (const layout of layouts) {
  test(answersLikeTheOracle, layout);
  test(pagesAddUp, layout);
}
