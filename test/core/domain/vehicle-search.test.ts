import test from 'ava';
import {toVehicleSortBy} from '#core/domain/vehicle-search.ts';

test('a leading minus sorts descending', t => {
  t.deepEqual(toVehicleSortBy('vin'), {field: 'vin', order: 'asc'});
  t.deepEqual(toVehicleSortBy('-firstRegisteredOn'), {field: 'firstRegisteredOn', order: 'desc'});
});

for (const text of [
  '',
  '-',
  '--id',
  'ID',
  'id,vin',
  ' id',
  'constructor',
  '__proto__',
  'modelYear',
]) {
  test(`"${text}" is not a sort order`, t => {
    t.is(toVehicleSortBy(text), undefined);
  });
}
