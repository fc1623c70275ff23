import type {Int64} from '#core/domain/integers.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {endpointsFor} from '#src/http/endpoint/endpoint.ts';
import type {Services} from '#src/services.ts';
import {dataErrors, errors} from './errors.ts';
import {int64} from './parameters.ts';
import {found, reply} from './replies.ts';
import {toEngineResponse, VehicleEngineInformationResponse} from './schemas/engine.ts';
import {
  toEnvironmentResponse,
  VehicleEnvironmentalInformationResponse,
} from './schemas/environment.ts';
import {toInspectionResponse, VehicleInspectionReportResponse} from './schemas/inspection.ts';
import {
  toTechnicalDetailsResponse,
  VehicleTechnicalDetailsResponse,
} from './schemas/technical-details.ts';

const endpoint = endpointsFor<Services>();

/** What every record of a vehicle is asked for by, and fails with. */
const ofVehicle = {
  tag: 'Vehicles',
  params: {vehicleId: int64.meta({description: 'Internal id of the vehicle.'})},
  errors: [errors.ValidationFailed, errors.VehicleNotFound, ...dataErrors],
} as const;

type Input = {readonly params: {readonly vehicleId: Int64}};

/** Answers what `toBody` makes of the vehicle; null where the vehicle has no such record. */
const recordBy =
  <Body>(toBody: (document: VehicleDocument) => Body) =>
  async ({params}: Input, {vehicles}: Services) =>
    reply(found(await vehicles.byId(params.vehicleId), 'VehicleNotFound'), toBody);

export const getTechnicalDetails = endpoint({
  ...ofVehicle,
  operationId: 'getTechnicalDetails',
  path: '/v1/vehicles/{vehicleId}/technical-details',
  summary: "Get a vehicle's weights, seating, axles, towing, approval and equipment.",
  description: 'Every vehicle has technical details. What the register does not tell is null.',
  responses: {200: VehicleTechnicalDetailsResponse},
  handle: recordBy(toTechnicalDetailsResponse),
});

export const getEnvironmentalInformation = endpoint({
  ...ofVehicle,
  operationId: 'getEnvironmentalInformation',
  path: '/v1/vehicles/{vehicleId}/environmental-information',
  summary: "Get a vehicle's emissions, filters and classification.",
  description:
    'Answers 204 without a body when the vehicle exists but the register holds neither ' +
    'environmental data nor an emission standard of it, nor the CO2 or consumption of any fuel.',
  responses: {200: VehicleEnvironmentalInformationResponse, 204: null},
  handle: recordBy(toEnvironmentResponse),
});

export const getEngine = endpoint({
  ...ofVehicle,
  operationId: 'getEngine',
  path: '/v1/vehicles/{vehicleId}/engine',
  summary: "Get a vehicle's engine: displacement, power, fuels, odometer and noise.",
  description:
    'Answers 204 without a body when the vehicle exists but the register holds no engine of it.',
  responses: {200: VehicleEngineInformationResponse, 204: null},
  handle: recordBy(toEngineResponse),
});

export const getInspection = endpoint({
  ...ofVehicle,
  operationId: 'getInspection',
  path: '/v1/vehicles/{vehicleId}/inspection',
  summary: "Get a vehicle's latest inspection report.",
  description:
    'Answers 204 without a body when the vehicle exists but the register holds no inspection of it.',
  responses: {200: VehicleInspectionReportResponse, 204: null},
  handle: recordBy(toInspectionResponse),
});
