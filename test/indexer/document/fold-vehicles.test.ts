import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import {foldVehicles} from '#indexer/document/fold-vehicles.ts';
import {
  documentJson,
  type UnsizedDocument,
  VehicleDocument,
  type VehicleResponse,
} from '#mappings/vehicle-document.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';

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
      color: fc.constantFrom(
        {id: '3', name: 'Grey', originalName: 'Grå'},
        {id: '3', name: 'Gray', originalName: 'Grå'},
        {id: '9', name: 'Blue', originalName: 'Blå'},
      ),
      registrationStatusOriginal: fc.constantFrom('Registreret', 'Afmeldt', 'UnderUdarbejdelse'),
      vehicleStatus: fc.constantFrom('Registered', 'Deregistered', 'Exported'),
      vehicleStatusDate: fc.constantFrom(
        '2020-03-12T09:21:15.000Z',
        '2020-08-01T00:00:00.000+02:00',
      ),
      leasingPeriods: fc
        .constantFrom(
          {validFrom: '2019-01-23', validTo: '2022-02-01'},
          {validFrom: '2022-02-02', validTo: null},
          {validFrom: null, validTo: '2018-01-01'},
        )
        .map(period => [period]),
    },
    {requiredKeys: ['plates', 'isRegistered']},
  )
  .map(members => aVehicleDocument({id: '9007199254740993', ...members}));

/** The document as Elasticsearch returns it. */
const storedAndRead = (document: UnsizedDocument): VehicleDocument =>
  VehicleDocument.parse(JSON.parse(documentJson(document)));

type AreEqual = ExecutionContext['deepEqual'];
type Check = (areEqual: AreEqual, ...documents: readonly VehicleDocument[]) => void;

const always = test.macro({
  title: (_, claim: string) => claim,
  exec(t, _claim: string, check: Check) {
    const property = fc.property(someDocument, someDocument, someDocument, (...documents) =>
      check(t.deepEqual, ...documents),
    );
    fc.assert(property, {seed: 20_261_121, numRuns: 2000});
  },
});

test(
  always,
  'neither the order nor the grouping in which records of a vehicle are folded matters',
  (areEqual, a, b, c) => {
    areEqual(foldVehicles(a, b), foldVehicles(b, a));
    areEqual(foldVehicles(foldVehicles(a, b), c), foldVehicles(a, foldVehicles(b, c)));
  },
);

test(always, 'a folded vehicle says how many bytes its response has', (areEqual, a, b) => {
  const {vehicleBytes, vehicle} = JSON.parse(documentJson(foldVehicles(a, b)));
  areEqual(vehicleBytes, new TextEncoder().encode(JSON.stringify(vehicle)).length);
});

test(
  always,
  'folding a record in again changes nothing, also where what is folded was stored',
  (areEqual, a, b) => {
    const folded = foldVehicles(a, b);
    areEqual(foldVehicles(folded, a), folded);
    areEqual(foldVehicles(folded, folded), folded);
    areEqual(foldVehicles(storedAndRead(a), b), folded);
    const {vehicleBytes: _, digest: __, ...read} = storedAndRead(folded);
    areEqual(read, folded);
  },
);

const aRecord = (members: Parameters<typeof aVehicleDocument>[0]): VehicleDocument =>
  aVehicleDocument({isRegistered: false, ...members});

type Vehicle = Partial<VehicleResponse>;

const aStatus = (status: string | undefined, date: string | undefined, vehicle: Vehicle = {}) =>
  aRecord({
    ...(date && {registrationStatusDate: `${date}T12:00:00.000+01:00`}),
    ...(status && {registrationStatusOriginal: status}),
    ...vehicle,
  });

const vehicleStatusSince = (vehicleStatus: string, date: string): Vehicle => ({
  vehicleStatus,
  vehicleStatusDate: `${date}T12:00:00.000+01:00`,
});

test('the newest registration status wins as an instant, whatever its offset', t => {
  const since = (registrationStatusDate: string) =>
    aRecord({registrationStatusOriginal: 'Registreret', registrationStatusDate});
  const [older, newer] = ['2020-06-01T00:30:00.000+02:00', '2020-05-31T23:00:00.000Z'];
  const {vehicle} = foldVehicles(since(older), since(newer));
  t.is(vehicle.registrationStatusDate, newer);
});

test('of the winner are the estimate of the next inspection and the facets, and of all records the leasing periods', t => {
  const estimate = {rule: 'EveryYear', lastInspectedOn: null, grossWeightKg: null};
  const make = {id: '1', name: '1'};
  const [former, current] = [
    {validFrom: '2019-02-05', validTo: '2022-02-08'},
    {validFrom: '2022-02-08', validTo: '2024-02-08'},
  ];
  const older = aStatus('Registreret', '2020-01-01', {
    nextInspectionEstimate: {...estimate, date: '2021-01-01'},
    make,
    model: {id: '2', name: '2'},
    leasingPeriods: [current],
  });
  const newer = aStatus('Registreret', '2021-01-01', {
    nextInspectionEstimate: {...estimate, date: '2022-01-01'},
    make,
    model: {id: '3', name: '3'},
    leasingPeriods: [former],
  });
  for (const folded of [foldVehicles(older, newer), foldVehicles(newer, older)]) {
    t.is(folded.vehicle.nextInspectionEstimate?.date, '2022-01-01');
    t.deepEqual(folded.facets, {model: '1:3'});
    t.deepEqual(folded.vehicle.leasingPeriods, [former, current]);
  }
});

const serves = test.macro({
  title: (title = '') => title,
  exec(t, winner: VehicleDocument, other: VehicleDocument) {
    t.deepEqual(storedAndRead(foldVehicles(winner, other)), winner);
    t.deepEqual(storedAndRead(foldVehicles(other, winner)), winner);
  },
});

const registered = aStatus(
  'Registreret',
  '2019-12-10',
  vehicleStatusSince('Registered', '2019-12-10'),
);

const deregistered = aStatus('Afmeldt', '2020-04-08');
const inPreparation = (vehicle: Vehicle = {}) =>
  aStatus('UnderUdarbejdelse', '2020-04-20', vehicle);

test('a deregistration after the registration is served', serves, deregistered, registered);
test(
  'a registration in preparation does not hide the one that is in force',
  serves,
  registered,
  inPreparation(vehicleStatusSince('Registered', '2019-12-10')),
);
for (const ended of ['Deregistered', 'Scrapped', 'Exported', 'Deleted']) {
  test(
    `a registration in preparation after the vehicle was ${ended} is served`,
    serves,
    inPreparation(vehicleStatusSince(ended, '2020-04-08')),
    registered,
  );
}
test(
  'of a deregistration and a preparation that tells of the same one, the newer is served',
  serves,
  inPreparation(vehicleStatusSince('Deregistered', '2020-04-08')),
  deregistered,
);
test(
  'a registration in preparation does not hide the one that came after a deregistration',
  serves,
  registered,
  inPreparation(vehicleStatusSince('Deregistered', '2018-01-01')),
);
for (const status of ['Registreret', 'Afmeldt']) {
  test(
    `${status} without a date is not hidden by a preparation after an end without a date`,
    serves,
    aStatus(status, undefined),
    inPreparation({vehicleStatus: 'Deregistered'}),
  );
}
test(
  'a registration without a date is not hidden by one in preparation',
  serves,
  aStatus('Registreret', undefined),
  inPreparation(),
);
test(
  'a record without a registration status does not hide a registration, whatever its date',
  serves,
  registered,
  aStatus(undefined, '2020-04-20'),
);
test(
  'of two records in preparation the newer one is served',
  serves,
  inPreparation(),
  aStatus('UnderUdarbejdelse', '2020-04-08'),
);

test('the reference entries of a record that is not served stay with its vehicle', t => {
  const [grey, blue] = [
    {id: '3', name: 'Grey', originalName: 'Grå'},
    {id: '9', name: 'Blue', originalName: 'Blå'},
  ];
  const older = aRecord({registrationStatusDate: '2020-03-12T10:00:00Z', color: grey});
  const newer = aRecord({registrationStatusDate: '2021-03-12T10:00:00Z', color: blue});
  const both = foldVehicles(older, newer);
  t.is(both.vehicle.color?.id, '9');
  const {id: _, ...names} = grey;
  t.deepEqual(both.foldedReferences, [{key: 'colors:::3', ...names}]);
  const newest = aRecord({registrationStatusDate: '2022-03-12T10:00:00Z', color: grey});
  t.deepEqual(
    foldVehicles(both, newest).foldedReferences?.map(({key}) => key),
    ['colors:::9'],
  );
});
