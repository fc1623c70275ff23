import {z} from 'zod';
import {built, ground} from './field.ts';
import {Reference, TranslatedReference} from './references.ts';

const Equipment = z.object({
  id: z.string().nullable().describe('Identifier in the list of equipment, int64.'),
  name: z.string().describe('Name in the spelling of the register.'),
  count: z.int().describe('Number fitted.'),
});

const moment = z.iso.datetime({offset: true}).nullable();

const Permit = z.object({
  type: Reference.describe('Type of the permit.'),
  validFrom: moment.describe('Start of the permit.'),
  validTo: moment.describe('End of the permit.'),
});

/** The members of the technical details that are lists. */
export const technicalLists = {
  usages: built(
    z.array(TranslatedReference),
    'KoeretoejAnvendelseSamlingStruktur/KoeretoejAnvendelseSamling/KoeretoejAnvendelseStruktur',
    [{id: '40', name: 'Goods transport, commercial', originalName: 'Godstransport erhverv'}],
    'All usages, if the vehicle has more than the primary one.',
  ),
  supplementaryBodyTypes: built(
    z.array(Reference),
    ground(
      'KoeretoejSupplerendeKarrosseriSamlingStruktur/KoeretoejSupplerendeKarrosseriSamling/KoeretoejSupplerendeKarrosseriTypeStruktur',
    ),
    [{id: '61', name: 'Lukket kasse'}],
    'Supplementary body types.',
  ),
  equipment: built(
    z.array(Equipment),
    ground('KoeretoejUdstyrSamlingStruktur/KoeretoejUdstyrSamling/KoeretoejUdstyrStruktur'),
    [{id: '9901', name: 'Airbags', count: 6}],
    'Fitted equipment. Entries with a count of 0 in the register (asked for, not fitted) are omitted.',
  ),
  permits: built(
    z.array(Permit),
    'TilladelseSamling/Tilladelse/TilladelseStruktur',
    [
      {
        type: {id: '1', name: 'Synsfri Sammenkobling'},
        validFrom: '2020-03-12T10:21:15.000+01:00',
        validTo: null,
      },
    ],
    'Permits with type and period. Their comments can contain personal data and are never stored.',
  ),
  blockingReasons: built(
    z.array(Reference),
    ground(
      'KoeretoejBlokeringAarsagListeStruktur/KoeretoejBlokeringAarsagListe/KoeretoejBlokeringAarsag',
    ),
    [{id: '3', name: 'Totalskadet køretøj'}],
    'Reasons why the vehicle is blocked.',
  ),
} as const;
