import {endpointsFor} from '#src/http/endpoint/endpoint.ts';
import type {Services} from '#src/services.ts';
import {dataErrors, errors} from './errors.ts';
import {int64, plate, vin} from './parameters.ts';
import {found, reply} from './replies.ts';
import {toVehicleResponse, VehicleResponse} from './schemas/vehicle.ts';

const endpoint = endpointsFor<Services>();

export const getVehicle = endpoint({
  operationId: 'getVehicle',
  tag: 'Vehicles',
  path: '/v1/vehicles/{id}',
  summary: 'Get a vehicle by its internal id.',
  description:
    'What is no whole number is refused with 400, also `vin` and `plate` with nothing behind them.',
  params: {id: int64.meta({description: 'Internal id of the vehicle.'})},
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
