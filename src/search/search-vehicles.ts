import type {Client} from '@elastic/elasticsearch';
import type {Page} from '#core/domain/pagination.ts';
import type {VehicleFilter, VehicleSearch} from '#core/domain/vehicle-search.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {remember} from './engine/remember.ts';
import {countOf, documentsOf, searchIndex} from './engine/search-index.ts';
import type {Generation} from './generation.ts';
import {vehiclePage, vehicleTotal} from './vehicle-queries.ts';

/** Totals kept at once; each is a short key and a number. */
const rememberedTotals = 10_000;

/** The total, where the page itself tells it: one that is not full is the last. */
const totalBy = ({number, size}: Page, found: number): number | undefined =>
  found < size && (found > 0 || number === 1) ? (number - 1) * size + found : undefined;

/**
 * One page of a search and how many vehicles match in all, both of the same generation. Counting is
 * the dear half, so each generation counts for the same filters once.
 */
export const searchVehicles = (client: Client) => {
  const totals = remember<number>(rememberedTotals);

  const findPage = async ({vehiclesIndex}: Generation, search: VehicleSearch) =>
    documentsOf(await searchIndex<VehicleDocument>(client, vehiclesIndex, vehiclePage(search)));

  const count = async ({vehiclesIndex}: Generation, filter: VehicleFilter) =>
    countOf(await searchIndex(client, vehiclesIndex, vehicleTotal(filter)));

  const totalOf = (generation: Generation, filter: VehicleFilter) =>
    totals(JSON.stringify([generation.version, vehicleTotal(filter).query]), () =>
      count(generation, filter),
    );

  return async (generation: Generation, search: VehicleSearch) => {
    const {filter, page} = search;
    if (filter.plate === undefined) {
      const [documents, totalCount] = await Promise.all([
        findPage(generation, search),
        totalOf(generation, filter),
      ]);
      return {documents, totalCount};
    }
    // The carriers of a plate fit on a page, nearly always, and nobody asks for them again.
    const documents = await findPage(generation, search);
    const totalCount = totalBy(page, documents.length) ?? (await count(generation, filter));
    return {documents, totalCount};
  };
};
