import {z} from 'zod';
import {isTooDeep, maxResultWindow} from '#core/domain/pagination.ts';
import {VehicleResponse} from '#mappings/vehicle-document.ts';
import {endpoint} from '../endpoint.ts';
import {dataErrors, errors} from '../errors.ts';
import {
  int32,
  int64,
  maxSearchPageSize,
  page,
  pageSize,
  plate,
  vehicleSortBy,
} from '../parameters.ts';
import {jsonPageReply, paginationResponseOf} from '../replies.ts';
import {breaks} from '../rules.ts';

const only = (what: string) => int64.describe(`Return only vehicles of this ${what}.`).optional();

const Query = z
  .object({
    makeId: only('make'),
    kindId: only('kind'),
    usageId: int64.describe('Return only vehicles whose `usage` is this one.').optional(),
    colorId: only('color'),
    fromModelYear: int32.describe('Earliest model year, inclusive.').optional(),
    toModelYear: int32.describe('Latest model year, inclusive.').optional(),
    registrationNumber: plate
      .describe(
        'All vehicles that have carried this registration number (plate). Case, spaces and hyphens are ignored; what remains must be 1 to 10 characters of A-Z, 0-9, Æ, Ø and Å.',
      )
      .optional(),
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
    const {makeId, kindId, usageId, colorId, registrationNumber: plate, sortBy} = query;
    const modelYear = {from: query.fromModelYear, to: query.toModelYear};
    const filter = {makeId, kindId, usageId, colorId, modelYear, plate};
    const page = {number: query.page, size: query.pageSize};
    return jsonPageReply(await vehicles.search({filter, sortBy, page}, request.signal), page);
  },
});
