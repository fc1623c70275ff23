import test from 'ava';
import {startApi} from '../helpers/api/start-api.ts';
import {patientVehicles} from '../helpers/engines/patient-services.ts';
import {createTestGeneration} from '../helpers/engines/test-index.ts';
import {fakeServices} from '../helpers/fakes/services.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';

const long = 'W'.repeat(200);

/** As the register may have them; of a VIN that several vehicles have, the plate order picks the last. */
const vins = [
  'TST0PETROL0000001',
  'TST0PETROL000001',
  'TST0PETROL00000001',
  'IOQIOQIOQIOQIOQIO',
  'FRAME 12-34/B',
  'ØRSTED 1',
  '1',
  long,
  'TST0TWICE00000001',
  'TST0TWICE00000001',
];

/** A spelling, and the position of the vehicle that it finds. */
const lookups: readonly [spelling: string, at: number | undefined][] = [
  ...vins.map((vin, at): [string, number] => [vin, vins.lastIndexOf(vin) === at ? at : at + 1]),
  ['tst0petrol0000001', 0],
  ['  TST0PETROL0000001 ', 0],
  ['ioqioqioqioqioqio', 3],
  ['frame 12-34/b', 4],
  ['ørsted 1', 5],
  [long.toLowerCase(), 7],
  ['tst0twice00000001', 9],
  ['TST0PETROL00000', undefined],
  ['TST0PETROL0000001X', undefined],
  ['TST0 PETROL0000001', undefined],
  ['FRAME12-34/B', undefined],
  [`${long}W`, undefined],
  ['1O', undefined],
];

test('a VIN of any length and letters finds its vehicle, however it is spelled, and no other', async t => {
  const documents = vins.map((vin, at) =>
    aVehicleDocument({
      id: String(at + 1),
      vin,
      registrationStatusDate: `20${10 + at}-01-01T00:00:00.000+01:00`,
    }),
  );
  const {client, prefix} = await createTestGeneration(t, documents, {segments: 3, shards: 2});
  const api = await startApi(t, fakeServices({vehicles: patientVehicles(client, prefix)}));
  // All at once, so that they share requests, and then one at a time.
  const lookUp = async ([spelling, at]: (typeof lookups)[number]) => {
    const {body} = await api.get(`/v1/vehicles/vin/${encodeURIComponent(spelling)}`);
    const found = at === undefined ? {code: 'VehicleNotFound'} : documents[at]?.vehicle;
    t.like(body, found as object, spelling);
  };
  await Promise.all(lookups.map(lookUp));
  for (const lookup of lookups) await lookUp(lookup);
});
