import type {z} from 'zod';
import {answered, completed} from '#mappings/fields/shape.ts';
import {technicalFields} from '#mappings/fields/technical-details.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';

export const VehicleTechnicalDetailsResponse = answered(technicalFields).meta({
  id: 'VehicleTechnicalDetailsResponse',
  description: 'Weights, seating, axles, towing, approval and equipment of a vehicle.',
});

export type VehicleTechnicalDetailsResponse = z.output<typeof VehicleTechnicalDetailsResponse>;

const complete = completed(technicalFields);

/** Every vehicle has technical details, if only empty ones. */
export const toTechnicalDetailsResponse = ({details}: VehicleDocument) =>
  complete(details.technicalDetails);
