import test from 'ava';
import {testCases} from '#core/domain/test-cases.ts';
import {testData} from '#sample/test-data.ts';
import {preparedFrom} from '../helpers/extracts/prepared-extract.ts';

test('the test data is the same each time', t => {
  t.is(testData(), testData());
});

test('of what finds a case, no other vehicle of the test data has anything', async t => {
  const {vehicles, rejects} = await preparedFrom(testData());
  t.deepEqual(rejects, []);
  const keys = testCases.flatMap(({id, plate, vin}) => [id, plate, vin]);
  const having = vehicles.filter(({vehicle: {id, vin, plates}}) =>
    [id, vin, ...plates].some(key => keys.includes(key ?? undefined)),
  );
  t.deepEqual(
    having.map(({vehicle}) => vehicle.id),
    testCases.flatMap(({id, answer}) => (answer === 'vehicle' || answer === 'late' ? [id] : [])),
  );
});

test('the plates and VINs of the cases pass the checks of forms', t => {
  for (const {plate, vin, answer} of testCases) {
    if (answer === 'ValidationFailed') continue;
    t.regex(plate, /^([A-Z]{2}\d{5}|ÆØÅ\d{5})$/);
    t.regex(vin ?? '', /^[A-HJ-NPR-Z0-9]{17}$/);
  }
});
