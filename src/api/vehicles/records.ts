import type {Int64} from '#core/domain/integers.ts';
import {engineFields} from '#mappings/fields/engine.ts';
import {environmentFields} from '#mappings/fields/environment.ts';
import {inspectionFields} from '#mappings/fields/inspection.ts';
import {responseFrom, responseSchema} from '#mappings/fields/shape.ts';
import {technicalFields} from '#mappings/fields/technical-details.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import type {CallersServices} from '#src/services.ts';
import {endpoint} from '../endpoint.ts';
import {dataErrors, errors} from '../errors.ts';
import {int64} from '../parameters.ts';
import {found, reply} from '../replies.ts';

/** Common to the four records of a vehicle. */
const ofVehicle = {
  tag: 'Vehicles',
  params: {vehicleId: int64.describe('Internal id of the vehicle.')},
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

export const toTechnicalDetailsResponse = responseFrom(technicalFields);

export const getTechnicalDetails = endpoint({
  ...ofVehicle,
  operationId: 'getTechnicalDetails',
  path: '/v1/vehicles/{vehicleId}/technical-details',
  summary: "Get a vehicle's weights, seating, axles, towing, approval and equipment.",
  description: 'Every vehicle has technical details. Values missing from the register are null.',
  responses: {
    200: responseSchema(technicalFields).meta({
      id: 'VehicleTechnicalDetailsResponse',
      description: 'Weights, seating, axles, towing, approval and equipment of a vehicle.',
    }),
  },
  handle: recordBy(({technicalDetails}) => toTechnicalDetailsResponse(technicalDetails)),
});

export const toEnvironmentResponse = responseFrom(environmentFields);

export const getEnvironmentalInformation = endpoint({
  ...ofVehicle,
  operationId: 'getEnvironmentalInformation',
  path: '/v1/vehicles/{vehicleId}/environmental-information',
  summary: "Get a vehicle's emissions, filters and classification.",
  description:
    'Returns 204 without a body if the vehicle exists but the register has no environmental data, ' +
    'no emission standard, and no CO2 or consumption for any fuel.',
  responses: {
    200: responseSchema(environmentFields).meta({
      id: 'VehicleEnvironmentalInformationResponse',
      description: 'Emissions, filters and classification of a vehicle.',
    }),
    204: null,
  },
  handle: recordBy(({environment}) => toEnvironmentResponse(environment)),
});

export const toEngineResponse = responseFrom(engineFields);

export const getEngine = endpoint({
  ...ofVehicle,
  operationId: 'getEngine',
  path: '/v1/vehicles/{vehicleId}/engine',
  summary: "Get a vehicle's engine: displacement, power, fuels, odometer and noise.",
  description:
    'Returns 204 without a body if the vehicle exists but the register has no engine for it.',
  responses: {
    200: responseSchema(engineFields).meta({
      id: 'VehicleEngineInformationResponse',
      description: 'The engine of a vehicle.',
    }),
    204: null,
  },
  handle: recordBy(({engine}) => toEngineResponse(engine)),
});

export const toInspectionResponse = responseFrom(inspectionFields);

export const getInspection = endpoint({
  ...ofVehicle,
  operationId: 'getInspection',
  path: '/v1/vehicles/{vehicleId}/inspection',
  summary: "Get a vehicle's latest inspection report.",
  description:
    'Returns 204 without a body if the vehicle exists but the register has no inspection for it.',
  responses: {
    200: responseSchema(inspectionFields).meta({
      id: 'VehicleInspectionReportResponse',
      description: 'The latest inspection report of a vehicle.',
    }),
    204: null,
  },
  handle: recordBy(({inspection}) => toInspectionResponse(inspection)),
});
