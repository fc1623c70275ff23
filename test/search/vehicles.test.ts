import test from 'ava';
import fc from 'fast-check';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {type VehicleSearch, vehicleSortFields} from '#src/domain/vehicle-search.ts';
import type {vehicles} from '#src/search/vehicles.ts';
import {searched} from './oracle.ts';
import {aSearch} from './random-fleet.ts';
import {inWords, type Layout, layouts, startFleet} from './start-fleet.ts';

const answersLikeTheOracle = test.macro({
  title: (_, layout: Layout) => `any search answers like the oracle, over ${inWords(layout)}`,
  async exec(t, layout: Layout) {
    t.timeout(120_000);
    const {documents, version, service} = await startFleet(t, layout);
    await fc.assert(
      fc.asyncProperty(aSearch, async search => {
        const value = searched(documents, search);
        t.deepEqual<unknown, unknown>(await service.search(search), {version, value});
      }),
      {seed: 1_000 + layout.fleet, numRuns: 400},
    );
  },
});

const pages = async (service: ReturnType<typeof vehicles>, search: Omit<VehicleSearch, 'page'>) => {
  const found: VehicleDocument[] = [];
  const size = 20;
  for (let number = 1; ; number += 1) {
    const {value} = await service.search({...search, page: {number, size}});
    found.push(...value.documents);
    if (number * size >= value.totalCount)
      return {found, totalCount: value.totalCount, next: number + 1};
  }
};

const pagesAddUp = test.macro({
  title: (_, layout: Layout) =>
    `the pages of every sort add up to the whole, over ${inWords(layout)}`,
  async exec(t, layout: Layout) {
    t.timeout(120_000);
    const {documents, service} = await startFleet(t, layout);
    const filter = {modelYear: {}};
    const all = {number: 1, size: documents.length};
    for (const field of vehicleSortFields) {
      for (const order of ['asc', 'desc'] as const) {
        const search = {filter, sortBy: {field, order}};
        const {found, totalCount, next} = await pages(service, search);
        t.deepEqual({documents: found, totalCount}, searched(documents, {...search, page: all}));

        const pastEnd = await service.search({...search, page: {number: next, size: 20}});
        t.deepEqual(pastEnd.value, {documents: [], totalCount});
      }
    }
  },
});

for (const layout of layouts) {
  test(answersLikeTheOracle, layout);
  test(pagesAddUp, layout);
}
