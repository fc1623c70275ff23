import type {estypes} from '@elastic/elasticsearch';
import type {VehicleFilter, VehicleSearch, VehicleSortBy} from '#core/domain/vehicle-search.ts';
import {type Clauses, equals, totalOf} from './engine/clauses.ts';

type Order = estypes.SortCombinations[];

/** Which vehicle a plate means: registered first, then the newest status, then the highest id. */
export const plateOrder: Order = [
  {isRegistered: {order: 'desc'}},
  {registrationStatusDate: {order: 'desc', missing: '_last'}},
  {id: {order: 'desc'}},
];

const newestFirst: VehicleSortBy = {field: 'firstRegisteredOn', order: 'desc'};

/** Vehicles without the value come last in either direction; ties go by id, ascending in both. */
const orderBy = ({field, order}: VehicleSortBy): Order =>
  field === 'id' ? [{id: {order}}] : [{[field]: {order, missing: '_last'}}, {id: {order: 'asc'}}];

const within = (field: string, {from, to}: VehicleFilter['modelYear']): Clauses =>
  from === undefined && to === undefined
    ? []
    : [
        {
          range: {
            [field]: {...(from !== undefined && {gte: from}), ...(to !== undefined && {lte: to})},
          },
        },
      ];

const matching = ({makeId, kindId, usageId, colorId, modelYear, plate}: VehicleFilter) => ({
  bool: {
    filter: [
      ...equals('makeId', makeId),
      ...equals('kindId', kindId),
      ...equals('usageId', usageId),
      ...equals('colorId', colorId),
      ...equals('plates', plate),
      ...within('modelYear', modelYear),
    ],
  },
});

/** The vehicles of one page. Their total is asked for apart, for it is the dear half of the answer. */
export const vehiclePage = ({filter, sortBy, page}: VehicleSearch) =>
  ({
    query: matching(filter),
    sort: filter.plate && !sortBy ? plateOrder : orderBy(sortBy ?? newestFirst),
    from: (page.number - 1) * page.size,
    size: page.size,
    track_total_hits: false,
  }) satisfies estypes.SearchRequest;

export const vehicleTotal = (filter: VehicleFilter) => totalOf(matching(filter));

/** What several vehicles can share, so that the plate order must choose between them. */
export type SharedField = 'plates' | 'vin';

/**
 * The vehicles that carry any of these values, in plate order: the first hit with a value is the one
 * it means. One hit decides one value; of several, most have one or two carriers.
 */
export const carriers = (field: SharedField, values: readonly string[]) =>
  ({
    query: {bool: {filter: [{terms: {[field]: [...values]}}]}},
    sort: plateOrder,
    size: 2 * values.length - 1,
    track_total_hits: false,
  }) satisfies estypes.SearchRequest;

/** For each of these values the one vehicle it means, however many carry it. Dearer than `carriers`. */
export const firstCarriers = (field: SharedField, values: readonly string[]) =>
  ({
    query: {bool: {filter: [{terms: {[field]: [...values]}}]}},
    size: 0,
    track_total_hits: false,
    aggs: {
      values: {
        terms: {field, include: [...values], size: values.length, execution_hint: 'map'},
        aggs: {first: {top_hits: {size: 1, sort: plateOrder}}},
      },
    },
  }) satisfies estypes.SearchRequest;
