import {z} from 'zod';
import {built, day, instant, integer, text, word} from './field.ts';
import {Reference, TranslatedReference} from './reference.ts';

const ground = (name: string) => `KoeretoejOplysningGrundStruktur/${name}`;
const designation = (name: string) => ground(`KoeretoejBetegnelseStruktur/${name}`);

/** From the first motor car (1886) on. */
export const firstYear = 1886;

const LeasingPeriod = z.object({
  validFrom: z.iso.date().nullable().meta({description: 'First day.'}),
  validTo: z.iso.date().nullable().meta({description: 'Last day.'}),
});

/** Members that are searched or sorted by, and so lie beside `details` in a stored document. */
export const searchedFields = {
  id: built(
    z.string(),
    'KoeretoejIdent',
    '9000000009000001',
    "The register's own key of the vehicle, int64.",
  ),
  vin: built(
    z.string(),
    ground('KoeretoejOplysningStelNummer'),
    'TST0PETROL0000001',
    'Vehicle identification number or frame number, trimmed and upper-cased.',
  ),
  registrationNumber: built(
    z.string(),
    'RegistreringNummerNummer',
    'ZZ10001',
    'The plate, without spaces and hyphens, upper-cased. A plate outside A-Z, 0-9, Æ, Ø, Å stays as the register spells it.',
  ),
  plates: built(
    z.array(z.string()),
    'RegistreringNummerNummer',
    ['ZZ10001'],
    'Every plate on the records of this vehicle in this extract. The extract is no log: mostly one.',
  ),
  registrationStatus: built(
    z.enum(['Registered', 'NotRegistered']),
    'KoeretoejRegistreringStatus',
    'Registered',
    'Registered when the register says Registreret, else NotRegistered.',
  ),
  registrationStatusDate: instant(
    'KoeretoejRegistreringStatusDato',
    '2020-03-12T10:21:15.000+01:00',
    'When the registration status was set, with its offset. Decides which vehicle a plate means.',
  ),
  firstRegisteredOn: day(
    ground('KoeretoejOplysningFoersteRegistreringDato'),
    '2020-03-12',
    'First registration anywhere.',
    {past: true},
  ),
  modelYear: integer(
    ground('KoeretoejOplysningModelAar'),
    [firstYear, 9999],
    {example: 2020, past: true},
    'Model year.',
  ),
} as const;

/** Members that are served alone. */
export const servedFields = {
  registrationNumberExpiresOn: day(
    'RegistreringNummerUdloebDato',
    '2012-01-17',
    'The day the plate expired.',
  ),
  registrationStatusOriginal: text(
    'KoeretoejRegistreringStatus',
    'Registreret',
    "The register's own word for the registration status.",
  ),
  kind: built(
    TranslatedReference,
    'KoeretoejArtNummer + KoeretoejArtNavn',
    {id: '1', name: 'Passenger car', originalName: 'Personbil'},
    'Kind of vehicle.',
  ),
  usage: built(
    TranslatedReference,
    'KoeretoejAnvendelseStruktur',
    {id: '1', name: 'Private passenger transport', originalName: 'Privat personkørsel'},
    'Primary usage.',
  ),
  color: built(
    TranslatedReference,
    ground('KoeretoejFarveStruktur/FarveTypeStruktur'),
    {id: '3', name: 'Grey', originalName: 'Grå'},
    'Colour.',
  ),
  make: built(
    Reference,
    designation('KoeretoejMaerkeTypeNummer + KoeretoejMaerkeTypeNavn'),
    {id: '19001', name: 'CITROËN'},
    'Make, in the spelling of the register.',
  ),
  model: built(
    Reference,
    designation('Model'),
    {id: '19001001', name: 'PRØVE'},
    'Model under the make.',
  ),
  variant: built(
    Reference,
    designation('Variant'),
    {id: '1900100101', name: '1,0 T-GDI 100 HK 5 DØRS'},
    'Variant under the model.',
  ),
  designationType: built(
    Reference,
    designation('Type'),
    {id: '19001001010000001', name: 'SN'},
    "The manufacturer's type designation under the model.",
  ),
  bodyType: text(
    ground('KarrosseriTypeStruktur/KarrosseriTypeNavn'),
    'Hatchback',
    'Body type. The register gives it by name alone.',
  ),
  vehicleStatus: word(
    ground('KoeretoejOplysningStatus'),
    'Registered',
    'Status of the vehicle itself: Registered, Deregistered, Scrapped, Exported, … Differs from the registration status in about one record in six.',
  ),
  vehicleStatusDate: instant(
    ground('KoeretoejOplysningStatusDato'),
    '2020-03-12T10:21:15.000+01:00',
    'When the status of the vehicle was set.',
  ),
  leasingPeriods: built(
    z.array(LeasingPeriod),
    'LeasingGyldigFra + LeasingGyldigTil',
    [{validFrom: '2019-01-23', validTo: '2022-02-01'}],
    'Leasing periods of all records of the vehicle, oldest first.',
  ),
} as const;

/** The vehicle's own record: registration and classification. */
export const vehicleFields = {...searchedFields, ...servedFields} as const;
