import type {AnyEndpoint} from '#src/http/endpoint/endpoint.ts';
import type {Services} from '#src/services.ts';
import {referenceList, top, underMake, underModel} from './reference-list.ts';
import {
  VehicleColorResponse,
  VehicleDesignationTypeResponse,
  VehicleEmissionStandardResponse,
  VehicleEquipmentResponse,
  VehicleKindResponse,
  VehicleMakeResponse,
  VehicleModelResponse,
  VehicleUsageResponse,
  VehicleVariantResponse,
} from './schemas/references.ts';

/** What vehicles refer to, as lists: each is an endpoint for one entry and one for all of them. */
export const references: readonly AnyEndpoint<Services>[] = [
  referenceList({
    list: 'colors',
    place: top,
    operationIds: ['getColor', 'listColors'],
    nouns: ['color', 'colors'],
    response: VehicleColorResponse,
    absent: 'ColorNotFound',
    byName: true,
  }),
  referenceList({
    list: 'makes',
    place: top,
    operationIds: ['getMake', 'listMakes'],
    nouns: ['make', 'makes'],
    response: VehicleMakeResponse,
    absent: 'MakeNotFound',
    byName: true,
  }),
  referenceList({
    list: 'models',
    place: underMake,
    operationIds: ['getModel', 'listModels'],
    nouns: ['model', 'models'],
    response: VehicleModelResponse,
    absent: 'ModelNotFound',
    byName: true,
  }),
  referenceList({
    list: 'variants',
    place: underModel,
    operationIds: ['getVariant', 'listVariants'],
    nouns: ['variant', 'variants'],
    response: VehicleVariantResponse,
    absent: 'VariantNotFound',
  }),
  referenceList({
    list: 'designation-types',
    place: underModel,
    operationIds: ['getDesignationType', 'listDesignationTypes'],
    nouns: ['designation type', 'designation types'],
    response: VehicleDesignationTypeResponse,
    absent: 'DesignationTypeNotFound',
  }),
  referenceList({
    list: 'kinds',
    place: top,
    operationIds: ['getKind', 'listKinds'],
    nouns: ['kind of vehicle', 'kinds of vehicles'],
    response: VehicleKindResponse,
    absent: 'KindNotFound',
  }),
  referenceList({
    list: 'usages',
    place: top,
    operationIds: ['getUsage', 'listUsages'],
    nouns: ['usage', 'usages'],
    response: VehicleUsageResponse,
    absent: 'UsageNotFound',
  }),
  referenceList({
    list: 'emission-standards',
    place: top,
    operationIds: ['getEmissionStandard', 'listEmissionStandards'],
    nouns: ['emission standard', 'emission standards'],
    response: VehicleEmissionStandardResponse,
    absent: 'EmissionStandardNotFound',
  }),
  referenceList({
    list: 'equipment',
    place: top,
    operationIds: ['getEquipment', 'listEquipment'],
    nouns: ['piece of equipment', 'equipment'],
    response: VehicleEquipmentResponse,
    absent: 'EquipmentNotFound',
  }),
].flat();
