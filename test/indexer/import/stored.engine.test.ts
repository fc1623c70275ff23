import {isDeepStrictEqual} from 'node:util';
import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import {blockBytes} from '#indexer/read/cut-blocks.ts';
import type {RecordTree} from '#indexer/read/source-record.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {storedReferences, storedVehicles} from '../../helpers/engines/stored-documents.ts';
import {anExtractFile, extractZip, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aFile} from '../../helpers/extracts/files.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';
import {foldedInMemory, treeOf} from '../../helpers/extracts/prepared-trees.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {type Scope, sharedFixture} from '../../helpers/scope.ts';
import {aRecord, end, start} from '../read/register-xml.ts';

const vehicles = 600;
const records = someRecords(vehicles, 6);

const importRecords = async (t: Scope, records: readonly string[]) =>
  importFile(t, await anExtractFile(t, await extractZip(records)));

const inOrder = sharedFixture(test, scope => importRecords(scope, records));

/** That vehicles are the same; the first that is not is shown alone, since describing all takes seconds. */
const areSame = (
  t: ExecutionContext,
  found: readonly VehicleDocument[],
  expected: readonly VehicleDocument[],
): void => {
  t.is(found.length, expected.length);
  const at = found.findIndex((vehicle, n) => !isDeepStrictEqual(vehicle, expected[n]));
  t.deepEqual(found[at], expected[at]);
};

/** Characters from the first to the last record of each vehicle that has several. */
const distances = (records: readonly string[]): readonly number[] => {
  const offsets = new Map<string | undefined, number[]>();
  let offset = 0;
  for (const record of records) {
    const id = /KoeretoejIdent>(\d+)/.exec(record)?.[1];
    offsets.set(id, [...(offsets.get(id) ?? []), offset]);
    offset += record.length;
  }
  return Array.from(offsets.values())
    .filter(places => places.length > 1)
    .map(places => (places.at(-1) ?? 0) - (places[0] ?? 0));
};

test('repeated vehicles are folded to what folding all records in memory gives', async t => {
  const {client, prefix, summary} = await inOrder();
  const expected = foldedInMemory(records);
  t.is(expected.length, vehicles);
  t.like(summary, {records: records.length, vehicles, rejects: 0});
  t.is(summary.repeats, records.length - vehicles);
  t.true(summary.repeats > vehicles * 0.03, 'there are repeats enough to prove something');

  areSame(t, await storedVehicles(client, prefix), expected);
  const apart = distances(records);
  t.true(
    apart.some(bytes => bytes > blockBytes),
    'some are blocks apart',
  );
  t.true(
    apart.some(bytes => bytes < blockBytes / 20),
    'some are in one block',
  );
});

/** That an installation has the vehicles and reference entries that the records give in their order. */
const hasTheSame = async (t: ExecutionContext, prefix: string): Promise<void> => {
  const {client, prefix: expected} = await inOrder();
  areSame(t, await storedVehicles(client, prefix), await storedVehicles(client, expected));
  t.deepEqual(await storedReferences(client, prefix), await storedReferences(client, expected));
};

test('the order of the records does not matter', async t => {
  const shuffled = fc.sample(fc.shuffledSubarray([...records], {minLength: records.length}), {
    seed: 20_261_121,
    numRuns: 1,
  })[0];
  t.notDeepEqual(shuffled, records);
  const disordered = await importRecords(t, shuffled ?? []);
  await hasTheSame(t, disordered.prefix);
});

test("NDJSON gives the same vehicles and entries as the register's zip", async t => {
  const lines = records.map(record => `${JSON.stringify(treeOf(record))}\n`).join('');
  const {prefix, summary} = await importFile(t, await anExtractFile(t, lines));
  t.like(summary, {records: records.length, vehicles});
  await hasTheSame(t, prefix);
});

const two53 = 2n ** 53n;

/** Ascending as numbers, and such that a JavaScript number would make one of several. */
const idents = [
  '9',
  '10',
  String(two53 - 1n),
  String(two53),
  String(two53 + 1n),
  '9223372036854775806',
  '9223372036854775807',
];

const types = ['10015016200000001', '10015016200000002'];

const withGreatId = (KoeretoejIdent: string, n: number): string =>
  JSON.stringify({
    KoeretoejIdent,
    KoeretoejOplysningGrundStruktur: {
      KoeretoejBetegnelseStruktur: {
        KoeretoejMaerkeTypeNummer: String(two53 + BigInt(n % 2)),
        KoeretoejMaerkeTypeNavn: `MAKE ${n % 2}`,
        Model: {KoeretoejModelTypeNummer: '10015016', KoeretoejModelTypeNavn: 'MODEL'},
        Type: {KoeretoejTypeTypeNummer: types[n % 2], KoeretoejTypeTypeNavn: `TYPE ${n % 2}`},
      },
    },
  });

test('ids that no JavaScript number holds stay exact in the index, its order and its entries', async t => {
  const lines = idents.toReversed().map(withGreatId).join('\n');
  const {client, prefix, summary} = await importFile(t, await anExtractFile(t, `${lines}\n`));
  t.is(summary.vehicles, idents.length);

  const {hits} = await client.search<VehicleDocument>({
    index: `${prefix}vehicles`,
    size: 100,
    sort: 'vehicle.id',
  });
  t.deepEqual(
    hits.hits.map(({_id, _source}) => [_id, _source?.vehicle.id]),
    idents.map(id => [id, id]),
  );
  for (const id of idents) {
    const query = {term: {'vehicle.id': id}};
    const found = await client.search({index: `${prefix}vehicles`, query});
    t.deepEqual(
      found.hits.hits.map(({_id}) => _id),
      [id],
    );
  }

  const entries = await storedReferences(client, prefix);
  t.deepEqual(
    Array.from(entries.values(), ({list, id, makeId, name}) => [list, makeId, id, name]),
    [
      ['designation-types', '9007199254740992', '10015016200000001', 'TYPE 0'],
      ['designation-types', '9007199254740993', '10015016200000002', 'TYPE 1'],
      ['makes', undefined, '9007199254740992', 'MAKE 0'],
      ['makes', undefined, '9007199254740993', 'MAKE 1'],
      ['models', '9007199254740992', '10015016', 'MODEL'],
      ['models', '9007199254740993', '10015016', 'MODEL'],
    ],
  );
});

const inspected = `
  <ns:KoeretoejRegistreringStatus>Registreret</ns:KoeretoejRegistreringStatus>
  <ns:KoeretoejArtNummer>5</ns:KoeretoejArtNummer><ns:KoeretoejArtNavn>Stor personbil</ns:KoeretoejArtNavn>
  <ns:KoeretoejOplysningGrundStruktur>
    <ns:KoeretoejOplysningFoersteRegistreringDato>2020-03-12+01:00</ns:KoeretoejOplysningFoersteRegistreringDato>
  </ns:KoeretoejOplysningGrundStruktur>
  <ns:SynResultatStruktur>
    <ns:SynResultatSynsType>PeriodiskSyn</ns:SynResultatSynsType>
    <ns:SynResultatSynsDato>2026-11-15+01:00</ns:SynResultatSynsDato>
    <ns:SynResultatSynsResultat>Godkendt</ns:SynResultatSynsResultat>
  </ns:SynResultatStruktur>`;

test('what has happened is judged by the day of the extract, not by that of the import', async t => {
  const name = 'ESStatistikListeModtag-20261114-225959.xml';
  const file = await aFile(t, start + aRecord('1', inspected) + end, name);
  const {client, prefix} = await importFile(t, file, undefined, {force: 'one bus'});
  const [bus] = await storedVehicles(client, prefix);
  t.is(bus?.vehicle.nextInspectionEstimate, null);
});

const ground = (elements: RecordTree): RecordTree => ({KoeretoejOplysningGrundStruktur: elements});
const long = 'x'.repeat(40_000);

type Odd = readonly [record: RecordTree, vehicle: object];

/** By what is odd about the record: what is stored of it, beside its id. */
const oddities: Readonly<Record<string, Odd>> = {
  'nothing but its ident': [{}, {vin: null, registrationNumber: null, plates: []}],
  'the day 0001-01-01': [
    ground({KoeretoejOplysningFoersteRegistreringDato: '0001-01-01'}),
    {firstRegisteredOn: null},
  ],
  'the model year 1086': [ground({KoeretoejOplysningModelAar: '1086'}), {modelYear: null}],
  'the number of a kind of 40,000 characters': [{KoeretoejArtNummer: long}, {kind: null}],
  'the name of a kind of 40,000 characters': [
    {KoeretoejArtNummer: '1', KoeretoejArtNavn: long},
    {kind: {id: '1'}},
  ],
  'a weight beyond 32 bits': [ground({KoeretoejOplysningTotalVaegt: '99999999999'}), {}],
  'a remark of 5,000 characters': [
    ground({KoeretoejOplysningKommentar: 'æ & x'.repeat(1000)}),
    {vin: null},
  ],
  'empty elements, and a list of nothing': [
    {RegistreringNummerNummer: '', KoeretoejMotorStruktur: {}, TilladelseSamling: []},
    {registrationNumber: null, plates: []},
  ],
};

const oddRecords = Object.values(oddities).map(([record], n) =>
  JSON.stringify({KoeretoejIdent: String(n + 1), ...record}),
);

test('a record that is odd in one value is a vehicle without that value, and stops nothing', async t => {
  const content = `${oddRecords.join('\n')}\n`;
  const {client, prefix, summary} = await importFile(t, await anExtractFile(t, content));
  t.like(summary, {records: oddRecords.length, vehicles: oddRecords.length, rejects: 0});
  t.deepEqual(summary.setAside, {firstRegisteredOn: 1, modelYear: 1, grossWeightKg: 1});
  const stored = await storedVehicles(client, prefix);
  const empty = aVehicleDocument({id: '1', isRegistered: false});
  t.deepEqual(stored[0], empty);
  for (const [n, [oddity, [, vehicle]]] of Object.entries(oddities).entries()) {
    t.like(stored[n], {vehicle: {id: String(n + 1), ...vehicle}}, oddity);
  }
});
