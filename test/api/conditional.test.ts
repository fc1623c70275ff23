import test from 'ava';
import {SearchUnavailable} from '#core/domain/outages.ts';
import type {Services} from '#src/services.ts';
import {assertProblem} from '../helpers/api/assert-problem.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {fakeServices, servicesWith} from '../helpers/fakes/services.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';

const vehicle = aVehicleDocument({engine: {}});

/** Services of one vehicle that count how often data is asked for. */
const counting = () => {
  let asked = 0;
  const counted = <Ask extends (...about: never[]) => unknown>(ask: Ask) =>
    ((...about: Parameters<Ask>) => {
      asked += 1;
      return ask(...about);
    }) as Ask;
  const {vehicles, ...others} = servicesWith(vehicle);
  const entries = Object.entries(vehicles).map(([name, ask]) => [name, counted(ask as never)]);
  const services = {...others, vehicles: Object.fromEntries(entries)} as Services;
  return {services, asked: () => asked};
};

const sameTag = test.macro({
  title: (_, one: string, other: string) => `${one} and ${other} have the same tag`,
  async exec(t, one: string, other: string) {
    const api = await startApi(t, servicesWith(vehicle));
    const [a, b] = [await api.get(`/v1/vehicles${one}`), await api.get(`/v1/vehicles${other}`)];
    t.is(a.status, 200);
    t.regex(a.headers.etag ?? '', /^W\/"[\w-]{22}"$/);
    t.is(a.headers.etag, b.headers.etag);
  },
});

test(sameTag, '/plate/AB12345', '/plate/ab%2012-345');
test(sameTag, '/plate/%C3%85', '/plate/a%CC%8A');
test(sameTag, '/0', '/-0');
test(sameTag, '/vin/a', '/vin/%20A');
test(sameTag, '', '?page=1&pageSize=10');
test(sameTag, '?makeId=1&kindId=2', '?kindId=2&unknown=1&makeId=%31');
test(sameTag, '?registrationNumber=ab1', '?registrationNumber=AB-1');

test('different answers have different tags', async t => {
  const api = await startApi(t, servicesWith(vehicle));
  const paths = [
    '/1',
    '/2',
    '/plate/1',
    '/vin/1',
    '/1/technical-details',
    '/1/engine',
    '',
    '?page=1&pageSize=11',
    '?sortBy=id',
    '?sortBy=-id',
    '?makeId=1',
    '?kindId=1',
    '?registrationNumber=1',
    '?fromModelYear=1',
    '?toModelYear=1',
  ];
  const tags = paths.map(async path => (await api.get(`/v1/vehicles${path}`)).headers.etag);
  const answered = await Promise.all(tags);
  t.false(answered.includes(undefined));
  t.is(new Set(answered).size, paths.length);
});

for (const path of ['/v1/vehicles/1', '/v1/vehicles/1/engine', '/v1/vehicles?page=1']) {
  for (const method of ['GET', 'HEAD']) {
    test(`${method} ${path} is 304 without asking the engine, once its tag is known`, async t => {
      const {services, asked} = counting();
      const api = await startApi(t, services);
      const {headers} = await api.get(path);
      const known = {'If-None-Match': headers.etag};
      const again = await api.get(path, {method, headers: known});
      t.is(again.status, 304);
      t.is(again.body, undefined);
      t.is(asked(), 1);
      t.is(again.headers['content-type'], undefined);
      t.is(again.headers['content-length'], undefined);
    });
  }
}

test('the dataset says which extract is answered from, is always asked, and confirmed by what it says', async t => {
  let asked = 0;
  let dataset = {
    importedAt: '2026-01-02T03:04:05.678Z',
    extractedAt: '2026-01-01T12:00:00+01:00' as string | null,
    version: '20260101-120000-0007',
    vehicleCount: 14_000_000,
    digest: '00000000000000aa',
    serial: 12,
  };
  const current = async () => {
    asked += 1;
    return dataset;
  };
  const api = await startApi(t, fakeServices({dataset: {current, version: async () => '1'}}));
  const {status, headers, body} = await api.get('/v1/dataset');
  t.is(status, 200);
  t.is(headers['x-dataset-version'], '20260101-120000-0007');
  t.deepEqual(body, dataset);
  const known = {headers: {'If-None-Match': headers.etag}};
  t.is((await api.get('/v1/dataset', known)).status, 304);
  dataset = {...dataset, version: '20260108-120000-0008', extractedAt: null};
  t.is((await api.get('/v1/dataset', known)).status, 200);
  t.is(asked, 3);
});

test('what a client has is not confirmed before key and parameters are right', async t => {
  const {services, asked} = counting();
  const api = await startApi(t, services);
  const anything = {'If-None-Match': '*'};
  const noKey = await api.get('/v1/vehicles/1', {headers: {...anything, 'X-Api-Key': undefined}});
  assertProblem(t, noKey, 'ApiKeyMissing');
  const malformed = await api.get('/v1/vehicles/x', {headers: anything});
  assertProblem(t, malformed, 'ValidationFailed');
  for (const {headers} of [noKey, malformed]) t.is(headers.etag, undefined);
  t.is(asked(), 0);
});

test('what is not there, or not known, is never confirmed', async t => {
  const {headers} = await (await startApi(t, servicesWith(vehicle))).get('/v1/vehicles/1');
  const known = {headers: {'If-None-Match': `*, ${headers.etag}`}};
  const absent = await startApi(t, fakeServices());
  assertProblem(t, await absent.get('/v1/vehicles/2', known), 'VehicleNotFound');
  const bare = await startApi(t, servicesWith(aVehicleDocument()));
  t.is((await bare.get('/v1/vehicles/1/engine', known)).status, 204);

  const version = async () => {
    throw new SearchUnavailable();
  };
  const away = await startApi(t, fakeServices({dataset: {version}}));
  assertProblem(t, await away.get('/v1/vehicles/1', known), 'SearchUnavailable');
});
