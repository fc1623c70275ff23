import test from 'ava';
import {startApi} from '../helpers/api/start-api.ts';
import {fakeServices} from '../helpers/fakes/services.ts';

test('the dataset says which extract is answered from', async t => {
  const dataset = {
    importedAt: '2026-01-02T03:04:05.678Z',
    extractedAt: '2026-01-01T12:00:00+01:00',
    version: '20260101-120000-0007',
    vehicleCount: 14_000_000,
    digest: '00000000000000aa',
    serial: 12,
  };
  const api = await startApi(t, fakeServices({dataset: {current: async () => dataset}}));
  const {status, headers, body} = await api.get('/v1/dataset');
  t.is(status, 200);
  t.is(headers['x-dataset-version'], '20260101-120000-0007');
  t.deepEqual(body, dataset);
});
