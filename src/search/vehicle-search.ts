import type {estypes} from '@elastic/elasticsearch';
import type {Page} from '#core/domain/pagination.ts';
import type {VehicleSearch, VehicleSortBy} from '#core/domain/vehicle-search.ts';
import type {VehicleJson} from '#mappings/vehicle-document.ts';
import {type Dated, matching} from './clauses.ts';
import type {Limiters} from './engine/limiter.ts';
import {countMatches, findVehicles, type VehicleStore} from './engine/requests.ts';
import {cache, digest} from './engine/while-wanted.ts';
import type {LiveGeneration} from './live-generation.ts';

/** Picks the vehicle of a plate: registered first, then the newest status, then the highest id. */
export const plateOrder: estypes.SortCombinations[] = [
  {isRegistered: {order: 'desc'}},
  {'vehicle.registrationStatusDate': {order: 'desc', missing: '_last'}},
  {'vehicle.id': {order: 'desc'}},
];

const newestFirst: VehicleSortBy = {field: 'firstRegisteredOn', order: 'desc'};

/** Vehicles without the value come last in either direction; ties go by id, ascending in both. */
const orderOf = ({field, order}: VehicleSortBy): estypes.SortCombinations[] =>
  field === 'id'
    ? [{'vehicle.id': {order}}]
    : [{[`vehicle.${field}`]: {order, missing: '_last'}}, {'vehicle.id': {order: 'asc'}}];

/** The vehicles of one page, without their total: that is the expensive half of a search. */
const pageRequest = ({filter, sortBy, page}: VehicleSearch, dated: Dated) =>
  ({
    query: matching(filter, dated),
    sort: filter.registrationNumber && !sortBy ? plateOrder : orderOf(sortBy ?? newestFirst),
    from: (page.number - 1) * page.size,
    size: page.size,
    track_total_hits: false,
  }) satisfies estypes.SearchRequest;

/** A page that ends past this many vehicles is deep: Elasticsearch collects all those before it. */
const deepFrom = 1_000;

/** Maximum number of cached totals; each is a short key and a number. */
const cachedTotals = 10_000;

/** The total, if the page itself shows it: a page that is not full is the last. */
const totalBy = ({number, size}: Page, found: number): number | undefined =>
  found < size && (found > 0 || number === 1) ? (number - 1) * size + found : undefined;

/** Maximum memory of the cached pages, in bytes: some 1,500 of the default size. */
const cachedPageBytes = 32 * 1024 ** 2;

/** All vehicles of a page are views of one response. The rest is a generous guess. */
const memoryOf = ([first]: readonly VehicleJson[]): number =>
  (first?.buffer.byteLength ?? 0) + 2_000;

/**
 * Searches a generation for one page and the exact number of all matches. The matches of a filter are counted once
 * per generation, and a page that is soon asked for again is found once.
 */
export const vehicleSearch = (store: VehicleStore, limiters: Limiters) => {
  const totals = cache<number>('totals', cachedTotals);
  const pages = cache('pages', cachedPageBytes, memoryOf);
  const [atTop, atDepth] = [limiters.of('pages'), limiters.of('deepPages')];
  const counting = limiters.of('totals');

  const findPage = (generation: LiveGeneration, search: VehicleSearch, signal: AbortSignal) => {
    const {vehiclesIndex, dataset} = generation;
    const request = pageRequest(search, dataset);
    const limited = request.from < deepFrom ? atTop : atDepth;
    return limited(signal, () => findVehicles(store, vehiclesIndex, request, signal));
  };

  const count = (generation: LiveGeneration, {filter}: VehicleSearch, signal: AbortSignal) => {
    const {vehiclesIndex, dataset} = generation;
    const query = matching(filter, dataset);
    return counting(signal, () => countMatches(store.client, vehiclesIndex, query, signal));
  };

  return async (generation: LiveGeneration, search: VehicleSearch, signal: AbortSignal) => {
    const {version} = generation;
    const {filter, page} = search;
    if (filter.registrationNumber === undefined) {
      const [documents, totalCount] = await Promise.all([
        pages(digest(version, search), each => findPage(generation, search, each), signal),
        totals(digest(version, filter), each => count(generation, search, each), signal),
      ]);
      return {documents, totalCount};
    }
    // The vehicles of a plate nearly always fit on one page, and no later search asks for them again.
    const documents = await findPage(generation, search, signal);
    const totalCount = totalBy(page, documents.length) ?? (await count(generation, search, signal));
    return {documents, totalCount};
  };
};
