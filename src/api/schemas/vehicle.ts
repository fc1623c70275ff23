import type {z} from 'zod';
import {answered, completed} from '#mappings/fields/shape.ts';
import {vehicleFields} from '#mappings/fields/vehicle.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';

export const VehicleResponse = answered(vehicleFields)
  .extend({id: vehicleFields.id, registrationStatus: vehicleFields.registrationStatus})
  .meta({
    id: 'VehicleResponse',
    description: 'Basic registration and classification data of a vehicle.',
  });

export type VehicleResponse = z.output<typeof VehicleResponse>;

const complete = completed(vehicleFields);

/** What a stored document answers as the vehicle's own record. */
export const toVehicleResponse = (document: VehicleDocument): VehicleResponse => ({
  ...complete({...document, ...document.details.vehicle}),
  id: document.id,
  registrationStatus: document.isRegistered ? 'Registered' : 'NotRegistered',
});
