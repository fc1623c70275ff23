import {z} from 'zod';
import type {ReferenceList} from '../reference-document.ts';
import {built, ground} from './field.ts';
import type {Shape} from './shape.ts';

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

/** The members of an entry of each reference list. None is ever absent. */
export const referenceFields = {
  colors: translated(
    ground('KoeretoejFarveStruktur/FarveTypeStruktur/FarveType'),
    '3',
    'Grey',
    'Grå',
  ),
  makes: named(make, '19001', 'CITROËN'),
  models: {...named(model, '19001001', 'PRØVE'), ...ofMake},
  variants: {
    ...named(designation('Variant/KoeretoejVariantType'), '1900100101', '1,0 T-GDI 100 HK 5 DØRS'),
    ...ofModel,
  },
  'designation-types': {
    ...named(designation('Type/KoeretoejTypeType'), '19001001010000001', 'SN'),
    ...ofModel,
  },
  kinds: translated('KoeretoejArt', '1', 'Passenger car', 'Personbil'),
  usages: translated(
    'KoeretoejAnvendelseStruktur/KoeretoejAnvendelse',
    '1',
    'Private passenger transport',
    'Privat personkørsel',
  ),
  'emission-standards': named(
    ground('KoeretoejNormStruktur/NormTypeStruktur/NormType'),
    '49',
    'Euro VI',
  ),
  equipment: named(
    ground(
      'KoeretoejUdstyrSamlingStruktur/KoeretoejUdstyrSamling/KoeretoejUdstyrStruktur/KoeretoejUdstyrTypeStruktur/KoeretoejUdstyrType',
    ),
    '9901',
    'Airbags',
  ),
} as const satisfies Readonly<Record<ReferenceList, Shape>>;
