import type {z} from 'zod';
import type {Versioned} from '#core/domain/dataset.ts';
import {responseFrom, responseSchema} from '#mappings/fields/shape.ts';
import {vehicleFields} from '#mappings/fields/vehicle.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {endpoint} from '../endpoint.ts';
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

/** Common to the endpoints that look one vehicle up. */
const lookup = {
  tag: 'Vehicles',
  responses: {200: VehicleResponse},
  errors: [errors.ValidationFailed, errors.VehicleNotFound, ...dataErrors],
} as const;

const replyWith = (vehicle: Versioned<VehicleDocument | undefined>) =>
  reply(found(vehicle, 'VehicleNotFound'), toVehicleResponse);

export const getVehicle = endpoint({
  ...lookup,
  operationId: 'getVehicle',
  path: '/v1/vehicles/{id}',
  summary: 'Get a vehicle by its internal id.',
  description: 'Non-integer ids return 400, as do `/vin` and `/plate` without a value.',
  params: {id: int64.describe('Internal id of the vehicle.')},
  handle: async ({params}, {vehicles}) => replyWith(await vehicles.byId(params.id)),
});

export const getVehicleByVin = endpoint({
  ...lookup,
  operationId: 'getVehicleByVin',
  path: '/v1/vehicles/vin/{vin}',
  summary: 'Get a vehicle by its vehicle identification number.',
  params: {vin},
  handle: async ({params}, {vehicles}) => replyWith(await vehicles.byVin(params.vin)),
});

export const getVehicleByPlate = endpoint({
  ...lookup,
  operationId: 'getVehicleByPlate',
  path: '/v1/vehicles/plate/{plate}',
  summary: 'Get the vehicle that carries a registration number, or carried it last.',
  params: {plate},
  handle: async ({params}, {vehicles}) => replyWith(await vehicles.byPlate(params.plate)),
});
