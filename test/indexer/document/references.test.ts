import test from 'ava';
import fc from 'fast-check';
import {batchPreparer} from '#indexer/document/prepare-batch.ts';
import {collectReferences, type ReferenceSightings} from '#indexer/document/references.ts';
import {recordReader} from '#indexer/read/read-records.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {collectGarbage} from '../../helpers/collect-garbage.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {aRecord, registerHead} from '../read/register-xml.ts';

const named = (ids: readonly string[], names: readonly string[]) =>
  fc.record({id: fc.constantFrom(...ids), name: fc.constantFrom(...names)});

/** Few ids and names, so that entries differ in name between vehicles, and on one vehicle. */
const someDocument: fc.Arbitrary<VehicleDocument> = fc
  .record({
    id: fc.constantFrom('9', '10', '9007199254740992', '9007199254740993'),
    make: named(['1', '2'], ['VW', 'VOLKSWAGEN']),
    model: named(['7'], ['GOLF', 'Golf']),
    variant: named(['3', '4'], ['GTI']),
    designationType: named(['10015016200000001'], ['MK 1', 'MK 2']),
    kind: named(['1'], ['Passenger car', 'Van']).map(kind => ({
      ...kind,
      originalName: kind.name === 'Van' ? 'Varebil' : 'Personbil',
    })),
  })
  .map(aVehicleDocument);

const sightingsOf = (documents: readonly VehicleDocument[]): ReferenceSightings => {
  const sightings: ReferenceSightings = new Map();
  for (const document of documents) collectReferences(sightings, document);
  return sightings;
};

const byKey = (sightings: ReferenceSightings) =>
  Array.from(sightings).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** What is told of them: no members that are undefined. */
const told = (sightings: ReferenceSightings): object =>
  JSON.parse(JSON.stringify(Object.fromEntries(sightings)));

test('the entries are the same in any order of vehicles, named as the highest vehicle names them', t => {
  const property = fc.property(fc.array(someDocument, {minLength: 1}), documents => {
    const sightings = sightingsOf(documents);
    t.deepEqual(byKey(sightingsOf(documents.toReversed())), byKey(sightings));
    const highest = documents.reduce((a, b) =>
      BigInt(b.vehicle.id) > BigInt(a.vehicle.id) ? b : a,
    );
    t.is(sightings.get('kinds:::1')?.vehicleId, highest.vehicle.id);
  });
  fc.assert(property, {seed: 20_261_121, numRuns: 500});
});

const aCar = (members: Parameters<typeof aVehicleDocument>[0]) =>
  aVehicleDocument({id: '9', ...members});

test('an entry is kept under its parents, and a designation type with its variant', t => {
  const sightings = sightingsOf([
    aCar({
      make: {id: '1', name: 'VW'},
      model: {id: '7', name: 'GOLF'},
      variant: {id: '3', name: 'GTI'},
      designationType: {id: '10015016200000001', name: 'MK 1'},
      technicalDetails: {equipment: [{id: '506', name: 'ABS', count: 1}]},
    }),
  ]);
  t.deepEqual(told(sightings), {
    'equipment:::506': {vehicleId: '9', name: 'ABS'},
    'makes:::1': {vehicleId: '9', name: 'VW'},
    'models:1::7': {vehicleId: '9', name: 'GOLF'},
    'variants:1:7:3': {vehicleId: '9', name: 'GTI'},
    'designation-types:1:7:10015016200000001': {vehicleId: '9', name: 'MK 1', variantId: '3'},
  });
});

test('what has no number, or hangs under nothing, is no entry', t => {
  const unnumbered = aCar({technicalDetails: {equipment: [{id: null, name: 'ABS', count: 1}]}});
  const orphaned = aCar({model: {id: '7', name: 'GOLF'}});
  t.is(sightingsOf([unnumbered, orphaned]).size, 0);
});

/** A record of 50 kB. */
const aLongRecord = (id: number): string => {
  const type = `<ns:KoeretoejMaerkeTypeNummer>${1e15 + id}</ns:KoeretoejMaerkeTypeNummer>
    <ns:KoeretoejMaerkeTypeNavn>MAKE NUMBER ${id}</ns:KoeretoejMaerkeTypeNavn>`;
  const designation = `<ns:KoeretoejBetegnelseStruktur>${type}</ns:KoeretoejBetegnelseStruktur>`;
  return aRecord(
    String(9e15 + id),
    `<ns:KoeretoejOplysningGrundStruktur>${designation}</ns:KoeretoejOplysningGrundStruktur>${' '.repeat(50_000)}`,
  );
};

test('entries do not keep the records in memory that they were seen in', t => {
  const {slots, sightings, prepare} = batchPreparer('2026-11-15');
  const reader = recordReader(registerHead, slots);
  const memory = new ArrayBuffer(100_000);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let id = 1; id <= 400; id += 1) {
    // A second vehicle names the make otherwise.
    const text =
      aLongRecord(id) + aLongRecord(id).replace(`>${9e15 + id}<`, `>${9e15 + id + 500}<`);
    prepare(
      reader.readBlock({bytes: Buffer.from(text.replace('NUMBER', 'NO')), offset: 0}),
      memory,
    );
  }
  collectGarbage();
  const held = process.memoryUsage().heapUsed - before;
  t.is(sightings.size, 400);
  t.true(held < 5e6, `${held} bytes are held`);
});
