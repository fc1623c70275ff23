import {z} from 'zod';
import {isTooDeep, maxResultWindow, maxSearchPageSize} from '#core/domain/pagination.ts';
import {endpoint} from '../endpoint.ts';
import {dataErrors, errors} from '../errors.ts';
import {page, pageSize, vehicleSortBy} from '../parameters.ts';
import {jsonPage, paginationResponseOf} from '../replies.ts';
import {breaks} from '../rules.ts';
import {filterParameters, orFaults} from './filters.ts';
import {partial, replyWithSelected, Selection} from './selection.ts';
import {ExpandedVehicle, PartialVehicle} from './vehicle-records.ts';

const Query = z
  .object({
    ...filterParameters,
    sortBy: vehicleSortBy.optional(),
    page: page.describe(
      `Page number, from 1. Page times page size must be at most ${maxResultWindow.toLocaleString('en')}.`,
    ),
    pageSize: pageSize(maxSearchPageSize),
    ...Selection.shape,
  })
  .refine(query => !isTooDeep({number: query.page, size: query.pageSize}), breaks('SearchTooDeep'));

export const searchVehicles = endpoint({
  operationId: 'searchVehicles',
  tag: 'Vehicles',
  path: '/v1/vehicles',
  summary: 'Search vehicles with filters, sorting and pagination.',
  description: `Finds the vehicles that match every filter given; without a filter, all vehicles. Only the first ${maxResultWindow.toLocaleString('en')} results can be reached: split a larger search, for example by date of first registration. A vehicle without the value that you split by is in no part.`,
  query: Query,
  isHeavy: true,
  responses: {
    200: paginationResponseOf(ExpandedVehicle),
    partial: partial(paginationResponseOf(PartialVehicle)),
  },
  errors: [errors.ValidationFailed, ...dataErrors],
  handle: ({query, isStrict}, services) => {
    const {sortBy, page: number, pageSize: size, expand, fields, ...filter} = query;
    const page = {number, size};
    return replyWithSelected({expand, fields}, services, {
      isOfMany: true,
      find: signal => orFaults(services.vehicles.search({filter, isStrict, sortBy, page}, signal)),
      vehiclesIn: ({documents}) => documents,
      toBody: (found, answer) => jsonPage(found, page, answer),
    });
  },
});
