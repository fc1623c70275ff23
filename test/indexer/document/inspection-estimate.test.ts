import test from 'ava';
import {ExtractDay} from '#indexer/document/extract-day.ts';
import {exportedDocument} from '#indexer/document/to-vehicle-document.ts';
import type {RecordTree} from '#indexer/read/source-record.ts';
import {contentJson, VehicleContent} from '#mappings/vehicle-document.ts';
import {read} from './read-record.ts';

const vehicle = {
  KoeretoejRegistreringStatus: 'Registreret',
  KoeretoejArtNummer: '1',
  KoeretoejArtNavn: 'Personbil',
  KoeretoejAnvendelseStruktur: {
    KoeretoejAnvendelseNummer: '1',
    KoeretoejAnvendelseNavn: 'Privat personkørsel',
  },
};
const ground = {
  KoeretoejOplysningTotalVaegt: '1750',
  KoeretoejOplysningFoersteRegistreringDato: '2020-03-12+01:00',
};

const permit = (name: string, from?: string, until?: string): RecordTree => ({
  TilladelseStruktur: {
    TilladelseTypeStruktur: {TilladelseTypeNummer: '99', TilladelseTypeNavn: name},
    ...(from !== undefined && {TilladelseGyldigFra: from}),
    ...(until !== undefined && {TilladelseGyldigTil: until}),
  },
});

const inspected = (date: string, status: string, type = 'PeriodiskSyn') => ({
  SynResultatStruktur: {
    SynResultatSynsType: type,
    SynResultatSynsDato: date,
    SynResultatSynsResultat: 'Godkendt',
    SynResultatSynStatus: status,
  },
});

const documentOf = (parts: RecordTree) =>
  read({...vehicle, KoeretoejOplysningGrundStruktur: ground, ...parts}).document;

const estimateOf = (parts: RecordTree) => documentOf(parts).vehicle.nextInspectionEstimate;

const last = inspected('2024-03-05+01:00', 'Aktiv');

const emergency = (from?: string, until?: string): RecordTree => ({
  ...last,
  TilladelseSamling: {Tilladelse: [permit('Udrykningskørsel', from, until)]},
});

const [cancelled, ahead] = [
  inspected('2024-03-05+01:00', 'Annulleret'),
  inspected('2026-11-16+01:00', 'Aktiv'),
];
const [inForce, begins, ended, ends] = [
  emergency('2020-03-12T10:21:15.000+01:00'),
  emergency('2026-11-16T00:00:00.000+01:00'),
  emergency(undefined, '2026-11-14T00:00:00.000+01:00'),
  emergency(undefined, '2026-11-15T00:00:00.000+01:00'),
] as const;
const endsOnSomeDay = emergency(undefined, 'en dag');

test('of a record its permits and the status of its inspection are read, by the day of the extract', t => {
  t.like(estimateOf(last), {rule: 'FourYearsThenEveryTwo', date: '2026-03-05'});
  t.is(estimateOf(cancelled), null);
  t.is(estimateOf(ahead), null);
  t.like(estimateOf(inForce), {rule: 'EveryYear', date: '2025-03-05'});
  t.like(estimateOf(begins), {rule: 'FourYearsThenEveryTwo'});
  t.like(estimateOf(ended), {rule: 'FourYearsThenEveryTwo'});
  t.is(estimateOf(ends), null);
  t.is(estimateOf(endsOnSomeDay), null);
});

test('what is exported of a vehicle gives the same estimate, but where the end of a permit cannot be read', t => {
  const exported = (parts: RecordTree) => {
    const content = VehicleContent.parse(JSON.parse(contentJson(documentOf(parts))));
    return exportedDocument(content, new ExtractDay('2026-11-15')).vehicle.nextInspectionEstimate;
  };
  for (const parts of [last, cancelled, ahead, inForce, begins, ended, ends]) {
    t.deepEqual(exported(parts), estimateOf(parts));
  }
  t.like(exported(endsOnSomeDay), {rule: 'EveryYear'});
});
