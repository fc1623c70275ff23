import test from 'ava';
import {startApi} from '../helpers/api/start-api.ts';
import {fakeServices} from '../helpers/fakes/services.ts';
import {plates} from './fleet/random-fleet.ts';
import {startFleet} from './fleet/start-fleet.ts';

type Item = {
  readonly plate: string;
  readonly vehicle: object | null;
  readonly error: {readonly code: string; readonly message: string} | null;
};

/** As a person may write it. */
const spelled = (plate: string, index: number) =>
  [plate, plate.toLowerCase(), `${plate.slice(0, 1)} -${plate.slice(1)}`][index % 3] ?? plate;

test('an item of a batch is what the single lookup and the first of the history answer', async t => {
  t.timeout(60_000);
  const {service, version} = await startFleet(t, {fleet: 4, shards: 2, segments: 2});
  const api = await startApi(t, fakeServices({vehicles: service}));
  const sent = [...plates, 'NOBODY', 'ß1', ''].map(spelled);
  const {headers, body} = await api.post('/v1/vehicles/plates', JSON.stringify({plates: sent}));
  t.is(headers['x-dataset-version'], version);
  const {data} = body as {readonly data: readonly Item[]};
  t.deepEqual(
    data.map(({plate}) => plate),
    sent,
  );

  const outcomes = new Set<string>();
  for (const {plate, vehicle, error} of data) {
    const encoded = encodeURIComponent(plate);
    const single = await api.get(`/v1/vehicles/plate/${encoded}`);
    const history = await api.get(`/v1/vehicles?registrationNumber=${encoded}`);
    outcomes.add(error?.code ?? 'found');
    if (error === null) {
      t.deepEqual(single.body, vehicle, plate);
      t.deepEqual(
        (history.body as {readonly data: readonly object[]}).data[0],
        vehicle ?? undefined,
      );
    } else if (error.code === 'VehicleNotFound') {
      t.like(single.body, {code: 'VehicleNotFound', title: error.message}, plate);
      t.like(history.body, {data: []}, plate);
    } else if (plate !== '') {
      const errors = {RegistrationNumberInvalid: [error.message]};
      t.like(single.body, {code: 'ValidationFailed', errors}, plate);
      t.like(history.body, {code: 'ValidationFailed', errors}, plate);
    }
  }
  t.deepEqual([...outcomes].toSorted(), ['InvalidPlate', 'VehicleNotFound', 'found']);
});
