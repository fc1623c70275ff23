import {z} from 'zod';
import {referenceFields} from '#mappings/fields/references.ts';
import type {ReferenceDocument} from '#mappings/reference-document.ts';

export const VehicleColorResponse = z.object(referenceFields.colors).meta({
  id: 'VehicleColorResponse',
  description: 'A color a vehicle can have.',
});

export const VehicleMakeResponse = z.object(referenceFields.makes).meta({
  id: 'VehicleMakeResponse',
  description: 'A make of vehicles.',
});

export const VehicleModelResponse = z.object(referenceFields.models).meta({
  id: 'VehicleModelResponse',
  description: 'A model of a make.',
});

export const VehicleVariantResponse = z.object(referenceFields.variants).meta({
  id: 'VehicleVariantResponse',
  description: 'A variant of a model.',
});

export const VehicleDesignationTypeResponse = z.object(referenceFields['designation-types']).meta({
  id: 'VehicleDesignationTypeResponse',
  description: "A manufacturer's type designation of a model.",
});

export const VehicleKindResponse = z.object(referenceFields.kinds).meta({
  id: 'VehicleKindResponse',
  description: 'A kind of vehicle.',
});

export const VehicleUsageResponse = z.object(referenceFields.usages).meta({
  id: 'VehicleUsageResponse',
  description: 'What a vehicle is registered to be used for.',
});

export const VehicleEmissionStandardResponse = z
  .object(referenceFields['emission-standards'])
  .meta({
    id: 'VehicleEmissionStandardResponse',
    description: 'An emission standard a vehicle can meet.',
  });

export const VehicleEquipmentResponse = z.object(referenceFields.equipment).meta({
  id: 'VehicleEquipmentResponse',
  description: 'A piece of equipment a vehicle can have.',
});

/** What a stored entry answers: the members its list has, and no other. */
export const toEntry = <Schema extends z.ZodObject>(response: Schema, entry: ReferenceDocument) =>
  response.parse({originalName: entry.name, ...entry});
