import test from 'ava';
import fc from 'fast-check';
import {foldVehicles, isFoldedIn} from '#indexer/document/fold-vehicles.ts';
import {VehicleDocument} from '#mappings/vehicle-document.ts';

/** Few values of each kind, so that ties and repeats are the rule rather than the exception. */
const someDocument: fc.Arbitrary<VehicleDocument> = fc
  .record(
    {
      registrationStatusDate: fc.constantFrom(
        '2020-03-12T10:21:15.000+01:00',
        '2020-03-12T09:21:15.000Z',
        '2021-01-01T00:00:00.000+01:00',
      ),
      vin: fc.constantFrom('A', 'B'),
      plates: fc
        .uniqueArray(fc.constantFrom('AB1', 'CD2', 'ÆØ3'), {maxLength: 2})
        .map(plates => plates.toSorted()),
      isRegistered: fc.boolean(),
      ordinals: fc.constantFrom(1, 2, 3, 4, 5).map(ordinal => [ordinal]),
      leasingPeriods: fc.constantFrom(
        [{validFrom: '2019-01-23', validTo: '2022-02-01'}],
        [{validFrom: '2022-02-02', validTo: null}],
        [{validFrom: null, validTo: '2018-01-01'}],
      ),
    },
    {requiredKeys: ['plates', 'isRegistered', 'ordinals']},
  )
  .map(({leasingPeriods, ...searched}): VehicleDocument => {
    const vehicle = leasingPeriods ? {leasingPeriods: [...leasingPeriods]} : {};
    return {id: '9007199254740993', ...searched, details: {vehicle, technicalDetails: {}}};
  });

/** The document as Elasticsearch returns it. */
const storedAndRead = (document: VehicleDocument): VehicleDocument =>
  VehicleDocument.parse(JSON.parse(JSON.stringify(document)));

const options = {seed: 20_261_121, numRuns: 2000};

test('the order in which two records of a vehicle are folded does not matter', t => {
  fc.assert(
    fc.property(someDocument, someDocument, (a, b) => {
      t.deepEqual(foldVehicles(a, b), foldVehicles(b, a));
    }),
    options,
  );
  t.pass();
});

test('the grouping in which three records of a vehicle are folded does not matter', t => {
  fc.assert(
    fc.property(someDocument, someDocument, someDocument, (a, b, c) => {
      t.deepEqual(foldVehicles(foldVehicles(a, b), c), foldVehicles(a, foldVehicles(b, c)));
    }),
    options,
  );
  t.pass();
});

test('folding a record in again changes nothing', t => {
  fc.assert(
    fc.property(someDocument, someDocument, (a, b) => {
      const folded = foldVehicles(a, b);
      t.deepEqual(foldVehicles(folded, a), folded);
      t.deepEqual(foldVehicles(folded, folded), folded);
    }),
    options,
  );
  t.pass();
});

test('a document that was stored folds as the one that was sent', t => {
  fc.assert(
    fc.property(someDocument, someDocument, (a, b) => {
      const folded = foldVehicles(a, b);
      t.deepEqual(foldVehicles(storedAndRead(a), b), folded);
      t.deepEqual(storedAndRead(folded), folded);
    }),
    options,
  );
  t.pass();
});

const aRecord = (values: Partial<VehicleDocument>): VehicleDocument => ({
  id: '1',
  plates: [],
  isRegistered: false,
  ordinals: [1],
  details: {vehicle: {}, technicalDetails: {}},
  ...values,
});

test('the newest registration status wins as an instant, whatever its offset', t => {
  const older = aRecord({vin: 'OLDER', registrationStatusDate: '2020-06-01T00:30:00.000+02:00'});
  const newer = aRecord({vin: 'NEWER', registrationStatusDate: '2020-05-31T23:00:00.000Z'});
  t.is(foldVehicles(older, newer).vin, 'NEWER');
});

test('a record with a registration status wins over one without', t => {
  const dated = aRecord({vin: 'DATED', registrationStatusDate: '1990-01-01T00:00:00.000+01:00'});
  t.is(foldVehicles(aRecord({vin: 'UNDATED'}), dated).vin, 'DATED');
});

test('a record that is stored already is recognised by its ordinal', t => {
  const stored = foldVehicles(aRecord({ordinals: [7]}), aRecord({ordinals: [9]}));
  t.deepEqual(stored.ordinals, [7, 9]);
  t.true(isFoldedIn(aRecord({ordinals: [9]}), stored));
  t.false(isFoldedIn(aRecord({ordinals: [8]}), stored));
});
