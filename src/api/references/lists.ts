import type {AnyEndpoint} from '#src/http/endpoint/endpoint.ts';
import type {Services} from '#src/services.ts';
import {referenceList, top, underMake, underModel} from './endpoints.ts';

/** The reference lists. Each has an endpoint for one entry and one for a page of entries. */
export const references: readonly AnyEndpoint<Services>[] = [
  referenceList({
    list: 'colors',
    scope: top,
    operationIds: ['getColor', 'listColors'],
    nouns: ['color', 'colors'],
    response: {id: 'VehicleColorResponse', description: 'A color a vehicle can have.'},
    absent: 'ColorNotFound',
    byName: true,
  }),
  referenceList({
    list: 'makes',
    scope: top,
    operationIds: ['getMake', 'listMakes'],
    nouns: ['make', 'makes'],
    response: {id: 'VehicleMakeResponse', description: 'A make of vehicles.'},
    absent: 'MakeNotFound',
    byName: true,
  }),
  referenceList({
    list: 'models',
    scope: underMake,
    operationIds: ['getModel', 'listModels'],
    nouns: ['model', 'models'],
    response: {id: 'VehicleModelResponse', description: 'A model of a make.'},
    absent: 'ModelNotFound',
    byName: true,
  }),
  referenceList({
    list: 'variants',
    scope: underModel,
    operationIds: ['getVariant', 'listVariants'],
    nouns: ['variant', 'variants'],
    response: {id: 'VehicleVariantResponse', description: 'A variant of a model.'},
    absent: 'VariantNotFound',
  }),
  referenceList({
    list: 'designation-types',
    scope: underModel,
    operationIds: ['getDesignationType', 'listDesignationTypes'],
    nouns: ['designation type', 'designation types'],
    response: {
      id: 'VehicleDesignationTypeResponse',
      description: "A manufacturer's type designation of a model.",
    },
    absent: 'DesignationTypeNotFound',
  }),
  referenceList({
    list: 'kinds',
    scope: top,
    operationIds: ['getKind', 'listKinds'],
    nouns: ['kind of vehicle', 'kinds of vehicles'],
    response: {id: 'VehicleKindResponse', description: 'A kind of vehicle.'},
    absent: 'KindNotFound',
  }),
  referenceList({
    list: 'usages',
    scope: top,
    operationIds: ['getUsage', 'listUsages'],
    nouns: ['usage', 'usages'],
    response: {id: 'VehicleUsageResponse', description: 'A usage a vehicle is registered for.'},
    absent: 'UsageNotFound',
  }),
  referenceList({
    list: 'emission-standards',
    scope: top,
    operationIds: ['getEmissionStandard', 'listEmissionStandards'],
    nouns: ['emission standard', 'emission standards'],
    response: {
      id: 'VehicleEmissionStandardResponse',
      description: 'An emission standard a vehicle can meet.',
    },
    absent: 'EmissionStandardNotFound',
  }),
  referenceList({
    list: 'equipment',
    scope: top,
    operationIds: ['getEquipment', 'listEquipment'],
    nouns: ['piece of equipment', 'equipment'],
    response: {
      id: 'VehicleEquipmentResponse',
      description: 'A piece of equipment a vehicle can have.',
    },
    absent: 'EquipmentNotFound',
  }),
].flat();
