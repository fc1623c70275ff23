import test from 'ava';
import {startApi} from '../../helpers/api/start-api.ts';
import {servicesWith} from '../../helpers/fakes/services.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';

const vehicle = aVehicleDocument({
  technicalDetails: {seatsMin: 5},
  environment: {particleFilter: true},
  engine: {cylinderCount: 3},
  inspection: {date: '2026-01-02'},
});

const holds = test.macro({
  title: (_, record: string) =>
    `${record} answers with what the register holds, and null elsewhere`,
  async exec(t, record: string, held: object, absent: object) {
    const api = await startApi(t, servicesWith(vehicle));
    const {status, headers, body} = await api.get(`/v1/vehicles/1/${record}`);
    t.is(status, 200);
    t.is(headers['x-dataset-version'], '20260101-120000-0001');
    t.like(body, {...held, ...absent});
  },
});

test(holds, 'technical-details', {seatsMin: 5}, {seatsMax: null, equipment: []});
test(holds, 'environmental-information', {particleFilter: true}, {emissionStandard: null});
test(holds, 'engine', {cylinderCount: 3}, {displacementCm3: null, fuels: []});
test(holds, 'inspection', {date: '2026-01-02'}, {result: null});

for (const record of ['environmental-information', 'engine', 'inspection']) {
  test(`${record} is 204 where the register holds none, in a version of the data`, async t => {
    const api = await startApi(t, servicesWith(aVehicleDocument()));
    for (const method of ['GET', 'HEAD']) {
      const {status, headers, body} = await api.get(`/v1/vehicles/1/${record}`, {method});
      t.is(status, 204);
      t.is(body, undefined);
      t.is(headers['x-dataset-version'], '20260101-120000-0001');
      t.is(headers['content-type'], undefined);
      t.is(headers['content-length'], undefined);
    }
  });
}

test('every vehicle has technical details, if only empty ones', async t => {
  const api = await startApi(t, servicesWith(aVehicleDocument()));
  const {status, body} = await api.get('/v1/vehicles/1/technical-details');
  t.is(status, 200);
  t.like(body, {seatsMin: null, equipment: []});
});
