import test from 'ava';
import {idOf, lookedUpIn, vehiclesIn} from '#src/search/engine/stored-vehicles.ts';
import {aVehicleDocument, jsonOf} from '../../helpers/fakes/vehicle-document.ts';

/** Texts that look like what a response has between its documents. */
const hostile = [
  '"_source":{"vehicleBytes":2,"vehicle":{}',
  '\\"_source":{"vehicleBytes":2,"vehicle":{}',
  '\\\\","_source":{"vehicleBytes":1,"vehicle":{',
  '"_source"',
  ',"vehicle":',
  ',"registrationStatus":',
  '","plates":["AB1"],"registrationStatus":',
  '}},{"_index":"x","error":{"type":"y"}}',
  'Æ\u{1F697}\u2028\u0000"\\/',
];

const documents = hostile.map((text, at) =>
  aVehicleDocument({
    id: String(at + 1),
    vin: text,
    registrationNumber: text,
    plates: [text, 'AB12345'],
    make: {id: '1', name: text},
    leasingPeriods: [{validFrom: text, validTo: null}],
    technicalDetails: {equipment: [{id: null, name: text, count: 1}]},
    engine: {engineCode: text},
  }),
);

const responseOf = (hits: readonly object[]) =>
  Buffer.from(JSON.stringify({took: 1, hits: {max_score: null, hits}, _source: {}}));

const response = responseOf(
  documents.map(_source => ({_index: 'i', _id: _source.vehicle.id, _source, sort: ['_source']})),
);

test('vehicles are found in their order, whatever texts they hold', t => {
  t.deepEqual(
    vehiclesIn(response)?.map(vehicle => vehicle.toString()),
    documents.map(document => jsonOf(document).toString()),
  );
});

test('a vehicle is a view of the response, not a copy', t => {
  t.true(vehiclesIn(response)?.every(({buffer}) => buffer === response.buffer));
});

test('what a vehicle is looked up by is read whatever texts it holds', t => {
  for (const [at, vehicle] of (vehiclesIn(response) ?? []).entries()) {
    const {id, vin, plates} = documents[at]?.vehicle ?? {};
    t.is(idOf(vehicle), id ?? '');
    t.like(lookedUpIn(vehicle), {vin, plates});
  }
});

test('a response without a vehicle has none', t => {
  t.deepEqual(vehiclesIn(responseOf([])), []);
  t.deepEqual(vehiclesIn(Buffer.alloc(0)), []);
});

test('a document that is wrong about the length of its vehicle is not taken for one', t => {
  const [document] = documents;
  const vehicleBytes = (document?.vehicleBytes ?? 0) - 1;
  const wrong = responseOf([{_source: {...document, vehicleBytes}}]);
  t.is(vehiclesIn(wrong), undefined);
  t.is(vehiclesIn(response.subarray(0, 200)), undefined);
});
