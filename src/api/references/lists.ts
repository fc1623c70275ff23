import type {ApiEndpoint} from '../endpoint.ts';
import {referenceList, underMake, underModel} from './endpoints.ts';

/** The reference lists. Each has an endpoint for one entry and one for a page of entries. */
export const references: readonly ApiEndpoint[] = [
  referenceList({
    list: 'colors',
    names: ['Color', 'Colors'],
    nouns: ['color', 'colors'],
    description: 'A color a vehicle can have.',
  }),
  referenceList({
    list: 'makes',
    names: ['Make', 'Makes'],
    nouns: ['make', 'makes'],
    description: 'A make of vehicles.',
  }),
  referenceList({
    list: 'models',
    scope: underMake,
    names: ['Model', 'Models'],
    nouns: ['model', 'models'],
    description: 'A model of a make.',
  }),
  referenceList({
    list: 'variants',
    scope: underModel,
    names: ['Variant', 'Variants'],
    nouns: ['variant', 'variants'],
    description: 'A variant of a model.',
  }),
  referenceList({
    list: 'designation-types',
    scope: underModel,
    names: ['DesignationType', 'DesignationTypes'],
    nouns: ['designation type', 'designation types'],
    description: "A manufacturer's type designation of a model.",
  }),
  referenceList({
    list: 'kinds',
    names: ['Kind', 'Kinds'],
    nouns: ['kind of vehicle', 'kinds of vehicles'],
    description: 'A kind of vehicle.',
  }),
  referenceList({
    list: 'usages',
    names: ['Usage', 'Usages'],
    nouns: ['usage', 'usages'],
    description: 'A usage a vehicle is registered for.',
  }),
  referenceList({
    list: 'emission-standards',
    names: ['EmissionStandard', 'EmissionStandards'],
    nouns: ['emission standard', 'emission standards'],
    description: 'An emission standard a vehicle can meet.',
  }),
  referenceList({
    list: 'equipment',
    names: ['Equipment', 'Equipment'],
    nouns: ['piece of equipment', 'equipment'],
    description: 'A piece of equipment a vehicle can have.',
  }),
].flat();
