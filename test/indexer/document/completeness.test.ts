import test from 'ava';
import {completenessCounter} from '#indexer/document/completeness.ts';
import type {Completeness} from '#mappings/generation.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';

const car = {id: '1', name: 'Passenger car', originalName: 'Personbil'};
const petrol = {id: '1', name: 'Petrol', originalName: 'Benzin'};
type Fuel = NonNullable<NonNullable<VehicleDocument['engine']>['fuels']>[number];

const fuel = (type: Fuel['type']): Fuel => ({
  type,
  measurementNorm: null,
  isPrimary: true,
  fuelEconomyKmPerL: null,
  co2GPerKm: null,
  electricConsumptionWhPerKm: null,
  fuelCell: null,
});

const aCar = (members: Parameters<typeof aVehicleDocument>[0]): VehicleDocument =>
  aVehicleDocument({kind: car, ...members});

const counted = (documents: readonly VehicleDocument[]): Completeness => {
  const counter = completenessCounter();
  for (const document of documents) counter.add(document);
  return counter.taken();
};

/** The counts of a kind by member, but for those that are 0. */
const filledIn = ({members, kinds}: Completeness, kindId: string) => {
  const kind = kinds.find(({id}) => id === kindId);
  const filled = members.map((member, at) => [member, kind?.filled[at] ?? 0] as const);
  return {...kind, filled: Object.fromEntries(filled.filter(([, count]) => count > 0))};
};

const documents = [
  aCar({vin: 'TST0PETROL0000001', engine: {fuels: [fuel(null), fuel(petrol)], maxPowerKw: 88}}),
  aCar({engine: {fuels: [fuel(null)]}, technicalDetails: {grossWeightKg: 1750}}),
  aCar({vin: 'TST0PETROL0000002', make: {id: '1', name: 'KIA'}}),
  aVehicleDocument({vin: 'TST0TRAILER000001'}),
];

test('records are counted by kind, and their members where they have a value', t => {
  t.deepEqual(filledIn(counted(documents), '1'), {
    id: '1',
    name: 'Passenger car',
    records: 3,
    filled: {
      vin: 2,
      make: 1,
      'technicalDetails.grossWeightKg': 1,
      'engine.fuels': 1,
      'engine.maxPowerKw': 1,
    },
  });
  t.like(filledIn(counted(documents), ''), {name: 'no kind', records: 1, filled: {vin: 1}});
});

test('neither the order of records nor their batches change the counts', t => {
  const merged = completenessCounter();
  merged.merge(counted(documents.slice(2)));
  merged.merge(counted(documents.slice(0, 2)));
  t.deepEqual(filledIn(merged.taken(), '1'), filledIn(counted(documents), '1'));
  t.deepEqual(filledIn(merged.taken(), ''), filledIn(counted(documents), ''));
});

test('of a file with a kind in every record, a hundred kinds are kept apart, and their names are short', t => {
  const merged = completenessCounter();
  for (const batch of [0, 1, 2]) {
    const kinds = Array.from({length: 300}, (_, n) => `${n * 3 + batch}${'x'.repeat(1000)}`);
    merged.merge(counted(kinds.map(id => aCar({kind: {...car, id, name: id}}))));
  }
  const {kinds} = merged.taken();
  t.is(kinds.length, 101);
  t.like(kinds.at(-1), {id: 'others', name: 'other kinds', records: 800});
  t.true(kinds.every(({id, name}) => id.length <= 80 && name.length <= 80));
});
