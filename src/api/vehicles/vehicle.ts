import {z} from 'zod';
import type {Versioned} from '#core/domain/dataset.ts';
import type {VehicleJson} from '#mappings/vehicle-document.ts';
import type {CallersServices} from '#src/services.ts';
import {endpoint} from '../endpoint.ts';
import {dataErrors, errors} from '../errors.ts';
import {plate, vehicleId, vin} from '../parameters.ts';
import {found, reply} from '../replies.ts';
import {findSelected, partial, type Selection, selectionParameters} from './selection.ts';
import {ExpandedVehicle, PartialVehicle} from './vehicle-records.ts';

const Query = z.object(selectionParameters);

/** Common to the endpoints that look one vehicle up. */
const lookup = {
  tag: 'Vehicles',
  query: Query,
  responses: {200: ExpandedVehicle, partial: partial(PartialVehicle)},
  errors: [errors.ValidationFailed, errors.VehicleNotFound, ...dataErrors],
} as const;

/** The reply with what was asked for of the vehicle that is found. */
const replyWith = async (
  find: (signal: AbortSignal) => Promise<Versioned<VehicleJson | undefined>>,
  selection: Selection,
  services: CallersServices,
) => {
  const selected = await findSelected(
    async signal => found(await find(signal), 'VehicleNotFound'),
    vehicle => [vehicle],
    selection,
    services,
  );
  return {
    ...reply(selected, ({found: vehicle, answer}) => answer(vehicle)),
    isPartial: selection.fields !== undefined,
  };
};

export const getVehicle = endpoint({
  ...lookup,
  operationId: 'getVehicle',
  path: '/v1/vehicles/{id}',
  summary: 'Get a vehicle by its internal id.',
  description: 'Non-integer ids return 400, as do `/vin` and `/plate` without a value.',
  params: {id: vehicleId.describe('Internal id of the vehicle.')},
  handle: async ({params, query}, services) =>
    replyWith(signal => services.vehicles.byId(params.id, signal), query, services),
});

export const getVehicleByVin = endpoint({
  ...lookup,
  operationId: 'getVehicleByVin',
  path: '/v1/vehicles/vin/{vin}',
  summary: 'Get a vehicle by its vehicle identification number.',
  description:
    'Case and surrounding spaces are ignored. Should the register have several vehicles with the VIN, one is chosen as for a plate.',
  params: {vin},
  handle: async ({params, query}, services) =>
    replyWith(signal => services.vehicles.byVin(params.vin, signal), query, services),
});

export const getVehicleByPlate = endpoint({
  ...lookup,
  operationId: 'getVehicleByPlate',
  path: '/v1/vehicles/plate/{plate}',
  summary: 'Get the vehicle that carries a registration number, or carried it last.',
  description:
    'Plates are reused. The vehicle that is registered with it now is returned; if there are several, the one with the newest registration status, then with the highest id. If none is registered, the newest registration status decides. `GET /v1/vehicles?registrationNumber=…` lists them all in that order.',
  params: {plate},
  handle: async ({params, query}, services) =>
    replyWith(signal => services.vehicles.byPlate(params.plate, signal), query, services),
});
