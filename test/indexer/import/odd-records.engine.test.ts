import test from 'ava';
import type {RecordTree} from '#indexer/read/source-record.ts';
import {storedVehicles} from '../../helpers/engines/stored-documents.ts';
import {anExtractFile} from '../../helpers/extracts/extract-files.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';

const ground = (elements: RecordTree): RecordTree => ({KoeretoejOplysningGrundStruktur: elements});
const firstRegistered = (day: string) => ground({KoeretoejOplysningFoersteRegistreringDato: day});
const weight = (text: string) => ground({KoeretoejOplysningTotalVaegt: text});
const long = 'x'.repeat(40_000);

type Odd = readonly [record: RecordTree, vehicle: object, details?: object];

/** By what is odd about the record: what is stored of it, beside its id. */
const oddities: Readonly<Record<string, Odd>> = {
  'nothing but its ident': [{}, {vin: null, registrationNumber: null, plates: []}],
  'no VIN and no date': [{RegistreringNummerNummer: 'ZZ10001'}, {registrationNumber: 'ZZ10001'}],
  'no plate': [ground({KoeretoejOplysningStelNummer: ' tst0 '}), {vin: 'TST0'}],
  'the day 0001-01-01': [firstRegistered('0001-01-01'), {firstRegisteredOn: null}],
  'an offset in place of a day': [firstRegistered('+02:00'), {firstRegisteredOn: null}],
  'a day in the year 3015': [firstRegistered('3015-01-01+01:00'), {firstRegisteredOn: null}],
  'the model year 1086': [ground({KoeretoejOplysningModelAar: '1086'}), {modelYear: null}],
  'a status time with an offset that no clock has': [
    {KoeretoejRegistreringStatusDato: '2020-01-01T10:00:00+18:30'},
    {registrationStatusDate: null},
  ],
  'the number of a kind of 40,000 characters': [{KoeretoejArtNummer: long}, {kind: null}],
  'the name of a kind of 40,000 characters': [
    {KoeretoejArtNummer: '1', KoeretoejArtNavn: long},
    {kind: {id: '1'}},
  ],
  'a weight with a comma': [weight('1250,5'), {}, {grossWeightKg: undefined}],
  'a weight with an exponent': [weight('1.25E3'), {}, {grossWeightKg: 1250}],
  'a weight beyond 32 bits': [weight('99999999999'), {}, {grossWeightKg: undefined}],
  'a remark of 5,000 characters': [
    ground({KoeretoejOplysningKommentar: 'æ & x'.repeat(1000)}),
    {vin: null},
  ],
  'empty elements, and a list of nothing': [
    {RegistreringNummerNummer: '', KoeretoejMotorStruktur: {}, TilladelseSamling: []},
    {registrationNumber: null, plates: []},
  ],
};

const records = Object.values(oddities).map(([record], n) =>
  JSON.stringify({KoeretoejIdent: String(n + 1), ...record}),
);

test('a record that is odd in one value is a vehicle without that value, and stops nothing', async t => {
  const content = `${records.join('\n')}\n`;
  const {client, prefix, summary} = await importFile(t, await anExtractFile(t, content));
  t.like(summary, {records: records.length, vehicles: records.length, rejects: 0});
  t.deepEqual(summary.setAside, {
    firstRegisteredOn: 3,
    modelYear: 1,
    grossWeightKg: 2,
    registrationStatusDate: 1,
  });
  const stored = await storedVehicles(client, prefix);
  const empty = aVehicleDocument({id: '1', isRegistered: false});
  t.deepEqual(stored[0], empty);
  for (const [n, [oddity, [, vehicle, technicalDetails]]] of Object.entries(oddities).entries()) {
    const expected = {vehicle: {id: String(n + 1), ...vehicle}};
    t.like(stored[n], {...expected, ...(technicalDetails && {technicalDetails})}, oddity);
  }
});
