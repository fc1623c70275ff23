import {z} from 'zod';
import {built, ground, type Shape} from './fields/field.ts';

const id = z.string().describe("Identifier in the register's list, int64.");
const englishName = "Name in English, or in the register's own wording if there is no translation.";
const originalName = "Name in the register's own wording (Danish).";

/** An entry of a reference list, as a vehicle carries it. */
export const Reference = z
  .object({id, name: z.string().describe('Name in the spelling of the register.')})
  .meta({id: 'Reference', description: "An entry of one of the register's lists."});

/** The same with an English `name` and the register's own wording. */
export const TranslatedReference = z
  .object({
    id,
    name: z.string().describe(englishName),
    originalName: z.string().describe(originalName),
  })
  .meta({id: 'TranslatedReference', description: "An entry of one of the register's lists."});

/** The names of a reference list, and the members of its entries. */
type Declaration = {
  /** The name of an entry in schemas, operations and error codes. */
  readonly name: string;
  readonly description: string;
  /** The nouns for one entry and for several, if the words of the name and of the path do not serve. */
  readonly nouns?: readonly [entry: string, entries: string];
  /** The lists whose entries contain this list, from the outermost. */
  readonly parents?: readonly ('makes' | 'models')[];
  /** An entry of the sample extract, and the start of some names: requests of the documentation. */
  readonly example: {readonly id: string; readonly nameStart: string};
  /**
   * The members of a vehicle's document with the ids of its entries, first the one that searches use; the id of a
   * model follows that of its make.
   */
  readonly carriedIn: readonly string[];
  /** The members of an entry. None is ever absent. */
  readonly fields: Shape;
};

const designation = (name: string) => ground(`KoeretoejBetegnelseStruktur/${name}`);

/** An entry that the register gives as `<element>Nummer` and `<element>Navn`. */
const named = (
  element: string,
  id: string,
  name: string,
  description = 'Name, in the spelling of the register.',
) => ({
  id: built(z.string(), `${element}Nummer`, id, 'Identifier, int64.'),
  name: built(z.string(), `${element}Navn`, name, description),
});

const translated = (element: string, id: string, name: string, original: string) => ({
  ...named(element, id, name, englishName),
  originalName: built(z.string(), `${element}Navn`, original, originalName),
});

const make = designation('KoeretoejMaerkeType');
const model = designation('Model/KoeretoejModelType');

const ofMake = {makeId: built(z.string(), `${make}Nummer`, '19001', 'Identifier of its make.')};
const ofModel = {
  ...ofMake,
  modelId: built(z.string(), `${model}Nummer`, '19001001', 'Identifier of its model.'),
};

/** The reference lists, by the last segment of their path in the API. */
export const references = {
  colors: {
    name: 'Color',
    description: 'A color a vehicle can have.',
    example: {id: '10', nameStart: 'o'},
    carriedIn: ['vehicle.color.id'],
    fields: translated(
      ground('KoeretoejFarveStruktur/FarveTypeStruktur/FarveType'),
      '3',
      'Grey',
      'Grå',
    ),
  },
  makes: {
    name: 'Make',
    description: 'A make of vehicles.',
    example: {id: '10043', nameStart: 'hy'},
    carriedIn: ['vehicle.make.id'],
    fields: named(make, '19001', 'CITROËN'),
  },
  models: {
    name: 'Model',
    description: 'A model of a make.',
    parents: ['makes'],
    example: {id: '10043010', nameStart: 'e'},
    carriedIn: ['facets.model'],
    fields: {...named(model, '19001001', 'PRØVE'), ...ofMake},
  },
  variants: {
    name: 'Variant',
    description: 'A variant of a model.',
    parents: ['makes', 'models'],
    example: {id: '1004301001', nameStart: '1'},
    carriedIn: ['vehicle.variant.id'],
    fields: {
      ...named(
        designation('Variant/KoeretoejVariantType'),
        '1900100101',
        '1,0 T-GDI 100 HK 5 DØRS',
      ),
      ...ofModel,
    },
  },
  'designation-types': {
    name: 'DesignationType',
    description: "A manufacturer's type designation of a model.",
    parents: ['makes', 'models'],
    example: {id: '10043010010000001', nameStart: 'b'},
    carriedIn: ['vehicle.designationType.id'],
    fields: {
      ...named(designation('Type/KoeretoejTypeType'), '19001001010000001', 'SN'),
      ...ofModel,
    },
  },
  kinds: {
    name: 'Kind',
    description: 'A kind of vehicle.',
    nouns: ['kind of vehicle', 'kinds of vehicles'],
    example: {id: '1', nameStart: 'bus'},
    carriedIn: ['vehicle.kind.id'],
    fields: translated('KoeretoejArt', '1', 'Passenger car', 'Personbil'),
  },
  usages: {
    name: 'Usage',
    description: 'A usage a vehicle is registered for.',
    example: {id: '1', nameStart: 'private'},
    carriedIn: ['vehicle.usage.id', 'technicalDetails.usages.id'],
    fields: translated(
      'KoeretoejAnvendelseStruktur/KoeretoejAnvendelse',
      '1',
      'Private passenger transport',
      'Privat personkørsel',
    ),
  },
  'emission-standards': {
    name: 'EmissionStandard',
    description: 'An emission standard a vehicle can meet.',
    example: {id: '49', nameStart: 'euro'},
    carriedIn: ['environment.emissionStandard.id'],
    fields: named(ground('KoeretoejNormStruktur/NormTypeStruktur/NormType'), '49', 'Euro VI'),
  },
  equipment: {
    name: 'Equipment',
    description: 'A piece of equipment a vehicle can have.',
    nouns: ['piece of equipment', 'equipment'],
    example: {id: '506', nameStart: 'mul'},
    carriedIn: ['technicalDetails.equipment.id'],
    fields: named(
      ground(
        'KoeretoejUdstyrSamlingStruktur/KoeretoejUdstyrSamling/KoeretoejUdstyrStruktur/KoeretoejUdstyrTypeStruktur/KoeretoejUdstyrType',
      ),
      '9901',
      'Airbags',
    ),
  },
} as const satisfies Readonly<Record<string, Declaration>>;

export type ReferenceList = keyof typeof references;

export const referenceLists = Object.keys(references) as readonly ReferenceList[];

/** `DesignationType` → `designation type` */
export const wordsOf = (name: string): string =>
  name.replaceAll(/(?<!^)[A-Z]/g, ' $&').toLowerCase();

/** The declaration of a list, with its parents' path parameters, its path and its nouns. */
export const declarationOf = (list: ReferenceList) => {
  const declaration: Declaration = references[list];
  const {name, nouns = [wordsOf(name), list.replaceAll('-', ' ')]} = declaration;
  const parents = (declaration.parents ?? []).map(parent => {
    const noun = wordsOf(references[parent].name);
    return {list: parent, noun, parameter: `${noun}Id`};
  });
  const above = parents.map(({list, parameter}) => `/${list}/{${parameter}}`);
  return {...declaration, parents, nouns, path: `/v1${above.join('')}/${list}`};
};

/** One entry of a reference list, as stored in the index (`references.json`). */
export const ReferenceDocument = z.object({
  list: z.enum(referenceLists),
  /** Unique under its parents. Text, so that 17 digits stay exact; indexed as a long. */
  id: z.string(),
  makeId: z.string().optional(),
  modelId: z.string().optional(),
  variantId: z.string().optional(),
  /** The vehicle with the highest id that carries the entry, and which its name is from. */
  vehicleId: z.string(),
  name: z.string(),
  originalName: z.string().optional(),
  /** Its names in the form for searches: without case and accents, in English and Danish. */
  searchNames: z.array(z.string()).readonly(),
});

export type ReferenceDocument = z.output<typeof ReferenceDocument>;

/** The parents of an entry: none, a make, or a make and one of its models. */
export type ReferenceParents = Pick<Partial<ReferenceDocument>, 'makeId' | 'modelId'>;

/**
 * The `_id` of an entry: `list:makeId:modelId:id`, with a missing parent empty. Joined, since V8 keeps a template
 * string as its parts, which are slower to look up and can keep the texts that they were cut out of.
 */
export const referenceKey = (
  list: ReferenceList,
  {makeId = '', modelId = ''}: ReferenceParents,
  id: string,
): string => [list, makeId, modelId, id].join(':');

/** If a vehicle carries an entry, its document has one term of `any`, and every term of `all`. */
export const carrierTerms = (key: string) => {
  const {list, id, makeId, modelId} = parseReferenceKey(key);
  const model = 'facets.model';
  return {
    any: references[list].carriedIn.map(field => ({
      [field]: field === model ? `${makeId}:${id}` : id,
    })),
    all: [
      ...(makeId ? [{'vehicle.make.id': makeId}] : []),
      ...(modelId ? [{[model]: `${makeId}:${modelId}`}] : []),
    ],
  };
};

/** The inverse of `referenceKey`. */
export const parseReferenceKey = (key: string) => {
  const [list, makeId, modelId, id = ''] = key.split(':');
  return {list: list as ReferenceList, id, ...(makeId && {makeId}), ...(modelId && {modelId})};
};
