import type {estypes} from '@elastic/elasticsearch';
import type {Page} from '#core/domain/pagination.ts';
import type {VehicleFilter, VehicleSearch, VehicleSortBy} from '#core/domain/vehicle-search.ts';
import type {VehicleJson} from '#mappings/vehicle-document.ts';
import type {BoundOf} from './engine/bounds.ts';
import {cache, type OnCache} from './engine/cache.ts';
import {
  type Clauses,
  countOf,
  countRequest,
  findVehicles,
  searchIndex,
  term,
  type VehicleStore,
} from './engine/requests.ts';
import type {Generation} from './read-generation.ts';
import {plateOrder} from './vehicle-lookup.ts';

const newestFirst: VehicleSortBy = {field: 'firstRegisteredOn', order: 'desc'};

/** Vehicles without the value come last in either direction; ties go by id, ascending in both. */
const orderOf = ({field, order}: VehicleSortBy): estypes.SortCombinations[] =>
  field === 'id'
    ? [{'vehicle.id': {order}}]
    : [{[`vehicle.${field}`]: {order, missing: '_last'}}, {'vehicle.id': {order: 'asc'}}];

const range = (field: string, {from, to}: VehicleFilter['modelYear']): Clauses => {
  if (from === undefined && to === undefined) return [];
  const bounds = {...(from !== undefined && {gte: from}), ...(to !== undefined && {lte: to})};
  return [{range: {[field]: bounds}}];
};

const matching = ({makeId, kindId, usageId, colorId, modelYear, plate}: VehicleFilter) => ({
  bool: {
    filter: [
      ...term('vehicle.make.id', makeId),
      ...term('vehicle.kind.id', kindId),
      ...term('vehicle.usage.id', usageId),
      ...term('vehicle.color.id', colorId),
      ...term('vehicle.plates', plate),
      ...range('vehicle.modelYear', modelYear),
    ],
  },
});

/** The vehicles of one page, without their total: that is the expensive half of a search. */
export const pageRequest = ({filter, sortBy, page}: VehicleSearch) =>
  ({
    query: matching(filter),
    sort: filter.plate && !sortBy ? plateOrder : orderOf(sortBy ?? newestFirst),
    from: (page.number - 1) * page.size,
    size: page.size,
    track_total_hits: false,
  }) satisfies estypes.SearchRequest;

export const totalRequest = (filter: VehicleFilter) => countRequest(matching(filter));

/** From so many vehicles on a page is deep: Elasticsearch collects all those before it. */
const deepFrom = 1_000;

/** Maximum number of cached totals; each is a short key and a number. */
const cachedTotals = 10_000;

/** The total, if the page itself tells it: a page that is not full is the last. */
const totalBy = ({number, size}: Page, found: number): number | undefined =>
  found < size && (found > 0 || number === 1) ? (number - 1) * size + found : undefined;

/** Maximum memory of the cached pages, in bytes: some 1,500 of the default size. */
const cachedPageBytes = 32 * 1024 ** 2;

/** All vehicles of a page are views of one response. The rest is a generous guess. */
const memoryOf = ([first]: readonly VehicleJson[]): number =>
  (first?.buffer.byteLength ?? 0) + 2_000;

/**
 * Searches a generation for one page and the exact number of all matches. Each generation counts the
 * matches of the same filter once, and finds a page that is asked for again soon once.
 */
export const vehicleSearch = (store: VehicleStore, boundOf: BoundOf, onCache: OnCache) => {
  const totals = cache<number>(cachedTotals);
  const pages = cache(cachedPageBytes, memoryOf);
  onCache('totals', totals.state);
  onCache('pages', pages.state);
  const [atTop, atDepth, counting] = [boundOf('pages'), boundOf('deepPages'), boundOf('totals')];

  const findPage = ({vehiclesIndex}: Generation, search: VehicleSearch, signal: AbortSignal) => {
    const request = pageRequest(search);
    const bound = request.from < deepFrom ? atTop : atDepth;
    return bound(signal, () => findVehicles(store, vehiclesIndex, request, signal));
  };

  const count = ({vehiclesIndex}: Generation, filter: VehicleFilter, signal: AbortSignal) =>
    counting(signal, async () =>
      countOf(await searchIndex(store.client, vehiclesIndex, totalRequest(filter), signal)),
    );

  const totalOf = (generation: Generation, filter: VehicleFilter, left: AbortSignal) => {
    const key = JSON.stringify([generation.version, filter]);
    return totals(key, signal => count(generation, filter, signal), left);
  };

  const pageOf = (generation: Generation, search: VehicleSearch, left: AbortSignal) => {
    const key = JSON.stringify([generation.version, search]);
    return pages(key, signal => findPage(generation, search, signal), left);
  };

  return async (generation: Generation, search: VehicleSearch, signal: AbortSignal) => {
    const {filter, page} = search;
    if (filter.plate === undefined) {
      const [documents, totalCount] = await Promise.all([
        pageOf(generation, search, signal),
        totalOf(generation, filter, signal),
      ]);
      return {documents, totalCount};
    }
    // The vehicles of a plate nearly always fit on one page, and no later search asks for them again.
    const documents = await findPage(generation, search, signal);
    const totalCount = totalBy(page, documents.length) ?? (await count(generation, filter, signal));
    return {documents, totalCount};
  };
};
