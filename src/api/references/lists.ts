import {z} from 'zod';
import {referenceFields} from '#mappings/fields/references.ts';
import type {AnyEndpoint} from '#src/http/endpoint/endpoint.ts';
import type {Services} from '#src/services.ts';
import {referenceList, top, underMake, underModel} from './endpoints.ts';

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
  description: 'A usage a vehicle is registered for.',
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

/** The reference lists. Each has an endpoint for one entry and one for a page of entries. */
export const references: readonly AnyEndpoint<Services>[] = [
  referenceList({
    list: 'colors',
    scope: top,
    operationIds: ['getColor', 'listColors'],
    nouns: ['color', 'colors'],
    response: VehicleColorResponse,
    absent: 'ColorNotFound',
    byName: true,
  }),
  referenceList({
    list: 'makes',
    scope: top,
    operationIds: ['getMake', 'listMakes'],
    nouns: ['make', 'makes'],
    response: VehicleMakeResponse,
    absent: 'MakeNotFound',
    byName: true,
  }),
  referenceList({
    list: 'models',
    scope: underMake,
    operationIds: ['getModel', 'listModels'],
    nouns: ['model', 'models'],
    response: VehicleModelResponse,
    absent: 'ModelNotFound',
    byName: true,
  }),
  referenceList({
    list: 'variants',
    scope: underModel,
    operationIds: ['getVariant', 'listVariants'],
    nouns: ['variant', 'variants'],
    response: VehicleVariantResponse,
    absent: 'VariantNotFound',
  }),
  referenceList({
    list: 'designation-types',
    scope: underModel,
    operationIds: ['getDesignationType', 'listDesignationTypes'],
    nouns: ['designation type', 'designation types'],
    response: VehicleDesignationTypeResponse,
    absent: 'DesignationTypeNotFound',
  }),
  referenceList({
    list: 'kinds',
    scope: top,
    operationIds: ['getKind', 'listKinds'],
    nouns: ['kind of vehicle', 'kinds of vehicles'],
    response: VehicleKindResponse,
    absent: 'KindNotFound',
  }),
  referenceList({
    list: 'usages',
    scope: top,
    operationIds: ['getUsage', 'listUsages'],
    nouns: ['usage', 'usages'],
    response: VehicleUsageResponse,
    absent: 'UsageNotFound',
  }),
  referenceList({
    list: 'emission-standards',
    scope: top,
    operationIds: ['getEmissionStandard', 'listEmissionStandards'],
    nouns: ['emission standard', 'emission standards'],
    response: VehicleEmissionStandardResponse,
    absent: 'EmissionStandardNotFound',
  }),
  referenceList({
    list: 'equipment',
    scope: top,
    operationIds: ['getEquipment', 'listEquipment'],
    nouns: ['piece of equipment', 'equipment'],
    response: VehicleEquipmentResponse,
    absent: 'EquipmentNotFound',
  }),
].flat();
