import {z} from 'zod';
import {Reference, TranslatedReference} from '../reference-document.ts';
import {built, fieldsBelow, ground} from './field.ts';
import {InspectionEstimate} from './inspection.ts';

const record = fieldsBelow('');
const basics = fieldsBelow(ground(''));
const designation = (name: string) => ground(`KoeretoejBetegnelseStruktur/${name}`);

/** The year of the first motor car, before which no date is plausible. */
export const firstYear = 1886;

const leasingDay = (name: string, example: string, description: string) =>
  built(z.iso.date(), `LeasingGyldig${name}`, example, description).nullable();

const LeasingPeriod = z.object({
  validFrom: leasingDay('Fra', '2019-01-23', 'First day of the period.'),
  validTo: leasingDay('Til', '2022-02-01', 'Last day of the period.'),
});

/** The vehicle's own record: registration and classification. */
export const vehicleFields = {
  id: built(
    z.string(),
    'KoeretoejIdent',
    '9000000009000001',
    "The register's identifier of the vehicle, int64.",
  ),
  vin: built(
    z.string(),
    ground('KoeretoejOplysningStelNummer'),
    'TST0PETROL0000001',
    'Vehicle identification number, or the frame number of an older vehicle, trimmed and upper-cased.',
  ),
  registrationNumber: built(
    z.string(),
    'RegistreringNummerNummer',
    'ZZ10001',
    'Registration number (plate) in upper case, without spaces and hyphens. A deregistered vehicle keeps its last one. A plate with characters other than A-Z, 0-9, Æ, Ø and Å keeps the spelling of the register.',
  ),
  plates: built(
    z.array(z.string()),
    'RegistreringNummerNummer',
    ['ZZ10001'],
    'All plates on the records of this vehicle in the extract: usually one, because the extract holds no history.',
  ),
  registrationStatus: built(
    z.enum(['Registered', 'NotRegistered']),
    'KoeretoejRegistreringStatus',
    'Registered',
    'Registered if the register says Registreret. NotRegistered for any other word, such as Afmeldt (deregistered) or UnderUdarbejdelse (in preparation), and for no status at all.',
  ),
  registrationStatusDate: record.instant(
    'KoeretoejRegistreringStatusDato',
    '2020-03-12T10:21:15.000+01:00',
    'Time the registration status was set, with its offset. Plate lookups use it to choose between vehicles. A time without an offset is in Danish time.',
  ),
  firstRegisteredOn: basics.day(
    'KoeretoejOplysningFoersteRegistreringDato',
    '2020-03-12',
    'Date of first registration in any country.',
    {past: true},
  ),
  modelYear: basics.integer('KoeretoejOplysningModelAar', [firstYear, 9999], 2020, 'Model year.', {
    past: true,
  }),
  registrationNumberExpiresOn: record.day(
    'RegistreringNummerUdloebDato',
    '2012-01-17',
    'Date the plate expired: usually the day of the deregistration.',
  ),
  registrationStatusOriginal: record.originalWord(
    'KoeretoejRegistreringStatus',
    'Registreret',
    'registration status',
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
    'Primary usage; if the register lists usages without a primary one, the one with the lowest id.',
  ),
  color: built(
    TranslatedReference,
    ground('KoeretoejFarveStruktur/FarveTypeStruktur'),
    {id: '3', name: 'Grey', originalName: 'Grå'},
    'Color. The register has Unknown (Ukendt) as a color of its own.',
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
    'Variant under the model. Its name can be UOPLYST (not stated).',
  ),
  designationType: built(
    Reference,
    designation('Type'),
    {id: '19001001010000001', name: 'SN'},
    "The manufacturer's type designation under the model. Its name can be UOPLYST (not stated).",
  ),
  bodyType: basics.text(
    'KarrosseriTypeStruktur/KarrosseriTypeNavn',
    'Hatchback',
    'Body type in the spelling of the register, which has no id for it.',
  ),
  vehicleStatus: basics.word(
    'KoeretoejOplysningStatus',
    'Registered',
    'Status of the vehicle itself: Registered, Deregistered, Scrapped, Exported, MarkedForExport, Deleted, Created, BeingCreated, PartlyCreated, AdministrativelyCreated, DeclaredByImporter, DeclaredByImporterAndDealer or PassedRegistrationInspection. It differs from the registration status in about one record in six.',
  ),
  vehicleStatusDate: basics.instant(
    'KoeretoejOplysningStatusDato',
    '2020-03-12T10:21:15.000+01:00',
    'Time the vehicle status was set.',
  ),
  leasingPeriods: built(
    z.array(LeasingPeriod),
    'LeasingGyldigFra + LeasingGyldigTil',
    [{validFrom: '2019-01-23', validTo: '2022-02-01'}],
    'Leasing periods of all records of the vehicle, past ones included, oldest first.',
  ),
  nextInspectionEstimate: built(
    InspectionEstimate,
    'KoeretoejArtNavn + KoeretoejAnvendelseStruktur + KoeretoejOplysningGrundStruktur + SynResultatStruktur + TilladelseSamling',
    {
      date: '2026-03-05',
      rule: 'FourYearsThenEveryTwo',
      lastInspectedOn: '2024-03-05',
      grossWeightKg: 1750,
    },
    'Estimate of the next periodic inspection of a registered vehicle, from its kind, usage, permits, gross mass, first registration and latest inspection. Null if it is uncertain which rule applies, and for kinds without periodic inspection.',
  ),
} as const;
