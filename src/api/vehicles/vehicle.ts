import type {z} from 'zod';
import type {Versioned} from '#core/domain/dataset.ts';
import type {VehicleJson} from '#mappings/vehicle-document.ts';
import type {CallersServices} from '#src/services.ts';
import {type ApiEndpoint, endpoint} from '../endpoint.ts';
import {dataErrors, errors} from '../errors.ts';
import {plate, vehicleId, vin} from '../parameters.ts';
import {found} from '../replies.ts';
import {partial, replyWithSelected, Selection} from './selection.ts';
import {
  ExpandedVehicle,
  PartialVehicle,
  type RecordName,
  recordNames,
  records,
} from './vehicle-records.ts';

/** Common to the endpoints that look one vehicle up. */
const lookup = {
  tag: 'Vehicles',
  query: Selection,
  responses: {200: ExpandedVehicle, partial: partial(PartialVehicle)},
  errors: [errors.ValidationFailed, errors.VehicleNotFound, ...dataErrors],
} as const;

const replyWith = (
  find: (signal: AbortSignal) => Promise<Versioned<VehicleJson | undefined>>,
  selection: Selection,
  services: CallersServices,
) =>
  replyWithSelected(selection, services, {
    find: async signal => found(await find(signal), 'VehicleNotFound'),
    vehiclesIn: vehicle => [vehicle],
    toBody: ({value: vehicle}, answer) => answer(vehicle),
  });

export const getVehicle = endpoint({
  ...lookup,
  operationId: 'getVehicle',
  path: '/v1/vehicles/{id}',
  summary: 'Get a vehicle by its internal id.',
  description: 'Non-integer ids return 400, as do `/vin` and `/plate` without a value.',
  params: {id: vehicleId.describe('Internal id of the vehicle.')},
  handle: ({params, query}, services) =>
    replyWith(signal => services.vehicles.byId(params.id, signal), query, services),
});

export const getVehicleByVin = endpoint({
  ...lookup,
  operationId: 'getVehicleByVin',
  path: '/v1/vehicles/vin/{vin}',
  summary: 'Get a vehicle by its vehicle identification number.',
  description:
    'Case and surrounding spaces are ignored. If the register has several vehicles with the VIN, one is selected as for a plate.',
  params: {vin},
  handle: ({params, query}, services) =>
    replyWith(signal => services.vehicles.byVin(params.vin, signal), query, services),
});

export const getVehicleByPlate = endpoint({
  ...lookup,
  operationId: 'getVehicleByPlate',
  path: '/v1/vehicles/plate/{plate}',
  summary: 'Get the vehicle that carries a registration number, or carried it last.',
  description:
    'Plates are reused. A plate means the vehicle registered with it now; if there are several, the one with the newest registration status, then the highest id. If none is registered, the newest registration status decides. `GET /v1/vehicles?registrationNumber=…` lists every vehicle that has carried the plate, in that order.',
  params: {plate},
  handle: ({params, query}, services) =>
    replyWith(signal => services.vehicles.byPlate(params.plate, signal), query, services),
});

const recordEndpoint = (name: RecordName): ApiEndpoint => {
  const {summary, about, of} = records[name];
  const response: z.ZodType = records[name].response;
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
      const {version, value} = found(document, 'VehicleNotFound');
      return {body: of(value), version};
    },
  });
};

export const recordEndpoints: readonly ApiEndpoint[] = recordNames.map(recordEndpoint);
