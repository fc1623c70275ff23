import type {Int64} from '#core/domain/integers.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import type {CallersServices} from '#src/services.ts';
import {endpoint} from '../endpoint.ts';
import {dataErrors, errors} from '../errors.ts';
import {vehicleId} from '../parameters.ts';
import {found, reply} from '../replies.ts';
import {records} from './vehicle-records.ts';

/** Common to the four records of a vehicle. */
const ofVehicle = {
  tag: 'Vehicles',
  params: {vehicleId: vehicleId.describe('Internal id of the vehicle.')},
  errors: [errors.ValidationFailed, errors.VehicleNotFound, ...dataErrors],
} as const;

type Input = {readonly params: {readonly vehicleId: Int64}};

/** Handles a request for the record that `toBody` makes of a vehicle: null if it has none. */
const recordBy =
  <Body>(toBody: (document: VehicleDocument) => Body) =>
  async ({params}: Input, {vehicles, request}: CallersServices) => {
    const document = await vehicles.documentById(params.vehicleId, request.signal);
    const vehicle = found(document, 'VehicleNotFound');
    return reply(vehicle, toBody);
  };

export const getTechnicalDetails = endpoint({
  ...ofVehicle,
  operationId: 'getTechnicalDetails',
  path: '/v1/vehicles/{vehicleId}/technical-details',
  summary: "Get a vehicle's weights, seating, axles, towing, approval and equipment.",
  description: 'Every vehicle has technical details. Values missing from the register are null.',
  responses: {
    200: records.technicalDetails.response,
  },
  handle: recordBy(records.technicalDetails.of),
});

export const getEnvironmentalInformation = endpoint({
  ...ofVehicle,
  operationId: 'getEnvironmentalInformation',
  path: '/v1/vehicles/{vehicleId}/environmental-information',
  summary: "Get a vehicle's emissions, filters and classification.",
  description:
    'Returns 204 without a body if the vehicle exists but the register has no environmental data, ' +
    'no emission standard, and no CO2 or consumption for any fuel.',
  responses: {
    200: records.environmentalInformation.response,
    204: null,
  },
  handle: recordBy(records.environmentalInformation.of),
});

export const getEngine = endpoint({
  ...ofVehicle,
  operationId: 'getEngine',
  path: '/v1/vehicles/{vehicleId}/engine',
  summary: "Get a vehicle's engine: displacement, power, fuels, odometer and noise.",
  description:
    'Returns 204 without a body if the vehicle exists but the register has no engine for it.',
  responses: {
    200: records.engine.response,
    204: null,
  },
  handle: recordBy(records.engine.of),
});

export const getInspection = endpoint({
  ...ofVehicle,
  operationId: 'getInspection',
  path: '/v1/vehicles/{vehicleId}/inspection',
  summary: "Get a vehicle's latest inspection report.",
  description:
    'Returns 204 without a body if the vehicle exists but the register has no inspection for it.',
  responses: {
    200: records.inspection.response,
    204: null,
  },
  handle: recordBy(records.inspection.of),
});
