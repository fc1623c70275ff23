import {z} from 'zod';
import {isTooDeep, maxResultWindow} from '#core/domain/pagination.ts';
import {
  type FilterName,
  type FilterType,
  filterNames,
  type VehicleFilter,
  vehicleFilters,
} from '#core/domain/vehicle-filters.ts';
import {VehicleResponse} from '#mappings/vehicle-document.ts';
import {endpoint} from '../endpoint.ts';
import {dataErrors, errors} from '../errors.ts';
import {
  int32,
  int64,
  int64s,
  maxSearchPageSize,
  page,
  pageSize,
  plate,
  vehicleSortBy,
} from '../parameters.ts';
import {jsonPageReply, paginationResponseOf} from '../replies.ts';
import {breaks} from '../rules.ts';

const schemas: Readonly<Record<FilterType, z.ZodType>> = {
  id: int64,
  ids: int64s,
  integer: int32,
  plate,
};

const filterParameters = Object.fromEntries(
  filterNames.map(name => {
    const {type, description} = vehicleFilters[name];
    return [name, schemas[type].describe(description).optional()];
  }),
) as unknown as {readonly [Name in FilterName]: z.ZodType<VehicleFilter[Name]>};

const Query = z
  .object({
    ...filterParameters,
    sortBy: vehicleSortBy.optional(),
    page: page.describe(
      `Page number, from 1. Page times page size must be at most ${maxResultWindow.toLocaleString('en')}.`,
    ),
    pageSize: pageSize(maxSearchPageSize),
  })
  .refine(query => !isTooDeep({number: query.page, size: query.pageSize}), breaks('SearchTooDeep'));

export const searchVehicles = endpoint({
  operationId: 'searchVehicles',
  tag: 'Vehicles',
  path: '/v1/vehicles',
  summary: 'Search vehicles with filters, sorting and pagination.',
  description: `A vehicle is found if it matches all filters that are given; without any, every vehicle is. Only the first ${maxResultWindow.toLocaleString('en')} results can be reached: split a search that has more, for example by model year.`,
  query: Query,
  responses: {200: paginationResponseOf(VehicleResponse)},
  errors: [errors.ValidationFailed, ...dataErrors],
  handle: async ({query}, {vehicles, request}) => {
    const {sortBy, page: number, pageSize: size, ...filter} = query;
    const page = {number, size};
    return jsonPageReply(await vehicles.search({filter, sortBy, page}, request.signal), page);
  },
});
