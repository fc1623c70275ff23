import test, {type ExecutionContext} from 'ava';
import {ReferenceDocument} from '#mappings/reference-document.ts';
import references from '#mappings/references.json' with {type: 'json'};
import {VehicleDocument} from '#mappings/vehicle-document.ts';
import vehicles from '#mappings/vehicles.json' with {type: 'json'};
import {createTestIndex, testClient, testPrefix} from '../helpers/engines/test-index.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';
import {fileScope} from '../helpers/scope.ts';

const definitions = {vehicles, references};
const documents = {vehicles: VehicleDocument, references: ReferenceDocument};
type Name = keyof typeof definitions;

const vehicle: VehicleDocument = aVehicleDocument({
  id: '9223372036854775807',
  vin: 'TST0PETROL0000001',
  registrationNumber: 'ÆØÅ12',
  plates: ['ÆØÅ12', 'AB12345'],
  registrationStatusDate: '2020-03-12T10:21:15.000+01:00',
  firstRegisteredOn: '1886-01-29',
  modelYear: 2020,
  kind: {id: '1', name: 'Passenger car', originalName: 'Personbil'},
  make: {id: '19001', name: 'CITROËN'},
  bodyType: 'Hatchback',
  engine: {fuels: []},
  inspection: {},
  environment: {},
  foldedReferences: [
    {key: 'variants:1:7:9', name: '01', originalName: '01', variantId: '1900100101'},
  ],
});

const reference: ReferenceDocument = {
  list: 'variants',
  id: '90071992547409931',
  makeId: '19001',
  modelId: '19001001',
  variantId: '1900100101',
  vehicleId: '9223372036854775807',
  name: 'Ærø',
  originalName: 'Ærø',
  searchNames: ['ærø', 'aro'],
};

const examples: Readonly<Record<Name, object>> = {vehicles: vehicle, references: reference};

const client = testClient(fileScope(test));

/** An empty index of the engine. */
const anIndex = (t: ExecutionContext, name: Name) =>
  createTestIndex(t, client, testPrefix() + name, definitions[name]);

for (const name of ['vehicles', 'references'] as const) {
  test(`${name} takes a document with every member, gives it back, and refuses one with a further member`, async t => {
    const members = Object.keys(documents[name].shape).toSorted();
    t.deepEqual(Object.keys(definitions[name].mappings.properties).toSorted(), members);
    t.deepEqual(Object.keys(examples[name]).toSorted(), members);
    const index = await anIndex(t, name);
    await client.create({index, id: '1', document: examples[name]});
    const {_source} = await client.get({index, id: '1'});
    t.deepEqual<unknown, unknown>(documents[name].parse(_source), examples[name]);
    const document = {...examples[name], comment: 'nobody mapped this'};
    await t.throwsAsync(client.create({index, id: '2', document}), {
      message: /strict_dynamic_mapping_exception/,
    });
  });
}

test('every searched member of a vehicle is one that the API answers', t => {
  const {vehicle} = vehicles.mappings.properties;
  const answered = new Set(Object.keys(VehicleDocument.shape.vehicle.shape));
  t.true(new Set(Object.keys(vehicle.properties)).isSubsetOf(answered));
  t.false(vehicle.dynamic);
});

test('what is served alone is stored without a look inside, and a text too long to search all the same', async t => {
  const index = await anIndex(t, 'vehicles');
  const document = {...vehicle, engine: {anything: [1, 'two', {three: null}]}};
  await client.create({index, id: '1', document});
  const {_source} = await client.get({index, id: '1'});
  t.deepEqual<unknown, unknown>(_source, document);
  const long = aVehicleDocument({vin: 'Æ'.repeat(50_000)});
  await t.notThrowsAsync(client.create({index, id: '2', document: long}));
});
