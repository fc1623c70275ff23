import type {z} from 'zod';
import {responseFrom, responseSchema} from '#mappings/fields/shape.ts';
import {vehicleFields} from '#mappings/fields/vehicle.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {endpointsFor} from '#src/http/endpoint/endpoint.ts';
import type {Services} from '#src/services.ts';
import {dataErrors, errors} from '../errors.ts';
import {int64, plate, vin} from '../parameters.ts';
import {found, reply} from '../replies.ts';

export const VehicleResponse = responseSchema(vehicleFields)
  .extend({id: vehicleFields.id, registrationStatus: vehicleFields.registrationStatus})
  .meta({
    id: 'VehicleResponse',
    description: 'Basic registration and classification data of a vehicle.',
  });

type VehicleResponse = z.output<typeof VehicleResponse>;

const complete = responseFrom(vehicleFields);

export const toVehicleResponse = (document: VehicleDocument): VehicleResponse => ({
  ...complete({...document, ...document.details.vehicle}),
  id: document.id,
  registrationStatus: document.isRegistered ? 'Registered' : 'NotRegistered',
});

const endpoint = endpointsFor<Services>();

export const getVehicle = endpoint({
  operationId: 'getVehicle',
  tag: 'Vehicles',
  path: '/v1/vehicles/{id}',
  summary: 'Get a vehicle by its internal id.',
  description: 'Non-integer ids return 400, as do `/vin` and `/plate` without a value.',
  params: {id: int64.describe('Internal id of the vehicle.')},
  responses: {200: VehicleResponse},
  errors: [errors.ValidationFailed, errors.VehicleNotFound, ...dataErrors],
  handle: async ({params}, {vehicles}) =>
    reply(found(await vehicles.byId(params.id), 'VehicleNotFound'), toVehicleResponse),
});

export const getVehicleByVin = endpoint({
  operationId: 'getVehicleByVin',
  tag: 'Vehicles',
  path: '/v1/vehicles/vin/{vin}',
  summary: 'Get a vehicle by its vehicle identification number.',
  params: {vin},
  responses: {200: VehicleResponse},
  errors: [errors.ValidationFailed, errors.VehicleNotFound, ...dataErrors],
  handle: async ({params}, {vehicles}) =>
    reply(found(await vehicles.byVin(params.vin), 'VehicleNotFound'), toVehicleResponse),
});

export const getVehicleByPlate = endpoint({
  operationId: 'getVehicleByPlate',
  tag: 'Vehicles',
  path: '/v1/vehicles/plate/{plate}',
  summary: 'Get the vehicle that carries a registration number, or carried it last.',
  params: {plate},
  responses: {200: VehicleResponse},
  errors: [errors.ValidationFailed, errors.VehicleNotFound, ...dataErrors],
  handle: async ({params}, {vehicles}) =>
    reply(found(await vehicles.byPlate(params.plate), 'VehicleNotFound'), toVehicleResponse),
});
