import test from 'ava';
import type {RecordTree} from '#indexer/read/source-record.ts';
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

const estimateOf = (parts: RecordTree) =>
  read({...vehicle, KoeretoejOplysningGrundStruktur: ground, ...parts}).document.vehicle
    .nextInspectionEstimate;

test('of a record its permits and the status of its inspection are read, by the day of the extract', t => {
  const last = inspected('2024-03-05+01:00', 'Aktiv');
  const emergency = (from?: string, until?: string) =>
    estimateOf({
      ...last,
      TilladelseSamling: {Tilladelse: [permit('Udrykningskørsel', from, until)]},
    });
  t.like(estimateOf(last), {rule: 'FourYearsThenEveryTwo', date: '2026-03-05'});
  t.is(estimateOf(inspected('2024-03-05+01:00', 'Annulleret')), null);
  t.is(estimateOf(inspected('2026-11-16+01:00', 'Aktiv')), null);
  t.like(emergency('2020-03-12T10:21:15.000+01:00'), {rule: 'EveryYear', date: '2025-03-05'});
  t.like(emergency('2026-11-16T00:00:00.000+01:00'), {rule: 'FourYearsThenEveryTwo'});
  t.like(emergency(undefined, '2026-11-14T00:00:00.000+01:00'), {rule: 'FourYearsThenEveryTwo'});
  t.is(emergency(undefined, '2026-11-15T00:00:00.000+01:00'), null);
  t.is(emergency(undefined, 'en dag'), null);
});
