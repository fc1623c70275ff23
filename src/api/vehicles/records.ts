import type {z} from 'zod';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {type ApiEndpoint, endpoint} from '../endpoint.ts';
import {dataErrors, errors} from '../errors.ts';
import {vehicleId} from '../parameters.ts';
import {found, reply} from '../replies.ts';
import {type RecordName, recordNames, records} from './vehicle-records.ts';

/** The endpoint of one of the four records of a vehicle. */
const recordEndpoint = (name: RecordName): ApiEndpoint => {
  const {summary, about} = records[name];
  const response: z.ZodType = records[name].response;
  const toBody: (document: VehicleDocument) => unknown = records[name].of;
  return endpoint({
    operationId: `get${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    tag: 'Vehicles',
    path: `/v1/vehicles/{vehicleId}/${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`,
    summary,
    description: about,
    params: {vehicleId: vehicleId.describe('Internal id of the vehicle.')},
    responses: {200: response, ...(name !== 'technicalDetails' && {204: null})},
    errors: [errors.ValidationFailed, errors.VehicleNotFound, ...dataErrors],
    handle: async ({params}, {vehicles, request}) => {
      const document = await vehicles.documentById(params.vehicleId, request.signal);
      return reply(found(document, 'VehicleNotFound'), toBody);
    },
  });
};

export const recordEndpoints: readonly ApiEndpoint[] = recordNames.map(recordEndpoint);
