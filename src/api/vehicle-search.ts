import {z} from 'zod';
import {isTooDeep} from '#src/domain/pagination.ts';
import type {VehicleSearch} from '#src/domain/vehicle-search.ts';
import {endpointsFor} from '#src/http/endpoint.ts';
import type {Services} from '#src/services.ts';
import {dataErrors, errors} from './errors.ts';
import {pageReply, paginationResponseOf} from './pagination.ts';
import {int32, int64, page, pageSize, plate, vehicleSortBy} from './parameters.ts';
import {breaks} from './rules.ts';
import {toVehicleResponse, VehicleResponse} from './schemas/vehicle.ts';

const endpoint = endpointsFor<Services>();

const Query = z
  .object({
    makeId: int64.optional(),
    kindId: int64.optional(),
    usageId: int64.optional(),
    colorId: int64.optional(),
    fromModelYear: int32.optional(),
    toModelYear: int32.optional(),
    registrationNumber: plate.optional(),
    sortBy: vehicleSortBy.optional(),
    page,
    pageSize: pageSize(20),
  })
  .refine(query => !isTooDeep({number: query.page, size: query.pageSize}), breaks('SearchTooDeep'));

const toSearch = (query: z.output<typeof Query>): VehicleSearch => {
  const {makeId, kindId, usageId, colorId, registrationNumber} = query;
  const modelYear = {from: query.fromModelYear, to: query.toModelYear};
  return {
    filter: {makeId, kindId, usageId, colorId, modelYear, plate: registrationNumber},
    sortBy: query.sortBy,
    page: {number: query.page, size: query.pageSize},
  };
};

export const searchVehicles = endpoint({
  operationId: 'searchVehicles',
  tag: 'Vehicles',
  path: '/v1/vehicles',
  summary: 'Search vehicles with filters, sorted and paginated.',
  query: Query,
  responses: {200: paginationResponseOf(VehicleResponse)},
  errors: [errors.ValidationFailed, ...dataErrors],
  handle: async ({query}, {vehicles}) => {
    const search = toSearch(query);
    return pageReply(await vehicles.search(search), search.page, toVehicleResponse);
  },
});
