import type {Versioned} from '#core/domain/dataset.ts';
import {type VehicleJson, VehicleResponse} from '#mappings/vehicle-document.ts';
import {endpoint} from '../endpoint.ts';
import {dataErrors, errors} from '../errors.ts';
import {int64, plate, vin} from '../parameters.ts';
import {found, reply} from '../replies.ts';

/** Common to the endpoints that look one vehicle up. */
const lookup = {
  tag: 'Vehicles',
  responses: {200: VehicleResponse},
  errors: [errors.ValidationFailed, errors.VehicleNotFound, ...dataErrors],
} as const;

const replyWith = (vehicle: Versioned<VehicleJson | undefined>) =>
  reply(found(vehicle, 'VehicleNotFound'), json => json);

export const getVehicle = endpoint({
  ...lookup,
  operationId: 'getVehicle',
  path: '/v1/vehicles/{id}',
  summary: 'Get a vehicle by its internal id.',
  description: 'Non-integer ids return 400, as do `/vin` and `/plate` without a value.',
  params: {id: int64.describe('Internal id of the vehicle.')},
  handle: async ({params}, {vehicles, request}) =>
    replyWith(await vehicles.byId(params.id, request.signal)),
});

export const getVehicleByVin = endpoint({
  ...lookup,
  operationId: 'getVehicleByVin',
  path: '/v1/vehicles/vin/{vin}',
  summary: 'Get a vehicle by its vehicle identification number.',
  params: {vin},
  handle: async ({params}, {vehicles, request}) =>
    replyWith(await vehicles.byVin(params.vin, request.signal)),
});

export const getVehicleByPlate = endpoint({
  ...lookup,
  operationId: 'getVehicleByPlate',
  path: '/v1/vehicles/plate/{plate}',
  summary: 'Get the vehicle that carries a registration number, or carried it last.',
  params: {plate},
  handle: async ({params}, {vehicles, request}) =>
    replyWith(await vehicles.byPlate(params.plate, request.signal)),
});
