import {z} from 'zod';
import {Reference, TranslatedReference} from '../reference-document.ts';
import {built, ground} from './field.ts';

const equipmentPath = ground(
  'KoeretoejUdstyrSamlingStruktur/KoeretoejUdstyrSamling/KoeretoejUdstyrStruktur',
);
const equipmentElement = (name: string) => `${equipmentPath}/${name}`;

const Equipment = z.object({
  id: built(
    z.string(),
    equipmentElement('KoeretoejUdstyrTypeStruktur/KoeretoejUdstyrTypeNummer'),
    '9901',
    'Identifier in the list of equipment, int64; null if the register gives none.',
  ).nullable(),
  name: built(
    z.string(),
    equipmentElement('KoeretoejUdstyrTypeStruktur/KoeretoejUdstyrTypeNavn'),
    'Airbags',
    'Name in the spelling of the register.',
  ),
  count: built(
    z.int(),
    equipmentElement('KoeretoejUdstyrAntal'),
    6,
    'Number fitted; 1 if the register gives none.',
  ),
});

const permitPath = 'TilladelseSamling/Tilladelse/TilladelseStruktur';

const permitTime = (name: string, description: string) =>
  built(
    z.iso.datetime({offset: true}),
    `${permitPath}/TilladelseGyldig${name}`,
    '2020-03-12T10:21:15.000+01:00',
    description,
  ).nullable();

const Permit = z.object({
  type: built(
    Reference,
    `${permitPath}/TilladelseTypeStruktur`,
    {id: '1', name: 'Synsfri Sammenkobling'},
    'Type of the permit.',
  ),
  validFrom: permitTime('Fra', 'Start of the permit.'),
  validTo: permitTime('Til', 'End of the permit.'),
});

/** The members of the technical details that are lists. */
export const technicalLists = {
  usages: built(
    z.array(TranslatedReference),
    'KoeretoejAnvendelseSamlingStruktur/KoeretoejAnvendelseSamling/KoeretoejAnvendelseStruktur',
    [{id: '40', name: 'Goods transport, commercial', originalName: 'Godstransport erhverv'}],
    'All usages, if the register lists any beside the primary one; usually empty.',
  ),
  supplementaryBodyTypes: built(
    z.array(Reference),
    ground(
      'KoeretoejSupplerendeKarrosseriSamlingStruktur/KoeretoejSupplerendeKarrosseriSamling/KoeretoejSupplerendeKarrosseriTypeStruktur',
    ),
    [{id: '61', name: 'Lukket kasse'}],
    'Supplementary body types, such as a closed box.',
  ),
  equipment: built(
    z.array(Equipment),
    equipmentPath,
    [{id: '9901', name: 'Airbags', count: 6}],
    'Fitted equipment. Entries with a count of 0 in the register (asked for, not fitted) are omitted.',
  ),
  permits: built(
    z.array(Permit),
    permitPath,
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
    'Reasons why the vehicle is blocked, such as a write-off. There can be several.',
  ),
} as const;
