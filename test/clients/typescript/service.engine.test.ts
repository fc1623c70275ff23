import test, {type ExecutionContext} from 'ava';
import {
  DatasetChanged,
  ProblemError,
  SearchTooDeep,
  type VehicleResponse,
} from '#clients/typescript/src/index.ts';
import {testCases} from '#core/domain/test-cases.ts';
import {startKeyedCopy} from '../../helpers/api/start-copy.ts';
import {
  clientOf,
  copyBeforeImport,
  startTestEnvironment,
  waitsAt,
} from '../../helpers/api-clients/copies.ts';
import {createTestGeneration} from '../../helpers/engines/test-index.ts';
import {marksIn, vehiclesMarked} from '../../helpers/extracts/marked-extract.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {sharedFixture} from '../../helpers/scope.ts';

const importing = sharedFixture(test, copyBeforeImport);

/** A client in whose n-th request the next extract is imported. */
const startImporting = async (t: ExecutionContext, request: number) => {
  t.timeout(120_000);
  const {importNext, client: other, ...copy} = await importing();
  const told: Error[] = [];
  let requests = 0;
  const {client} = clientOf(copy, {
    fetch: async asked => {
      requests += 1;
      if (requests === request) await importNext();
      return await fetch(asked);
    },
    onRetry: error => void told.push(error),
  });
  return {client, other, told, requests: () => requests};
};

/** Asserts that vehicles are all of one extract, that of a version. */
const assertOfOne = (
  t: ExecutionContext,
  vehicles: readonly VehicleResponse[],
  version: string | undefined,
): void => {
  t.deepEqual(marksIn(JSON.stringify(vehicles)), [version?.slice(0, 15)]);
};

test.serial(
  'a collection in which an import goes live has every vehicle of the new extract, once',
  async t => {
    const {client, told, requests} = await startImporting(t, 8);
    const {data, datasetVersion = ''} = await client.collect('/v1/vehicles');
    assertOfOne(t, data, datasetVersion);
    const vehicles = vehiclesMarked(datasetVersion);
    t.is(data.length, vehicles);
    t.is(new Set(data.map(({id}) => id)).size, vehicles);
    t.is(told.length, 1);
    t.true(told[0] instanceof DatasetChanged);
    // Seven pages of the old extract, the page that showed the change, and all of the new one.
    t.is(requests(), 8 + Math.ceil(vehicles / 20));
  },
);

test.serial(
  'a walk in which an import goes live yields vehicles of the old extract alone, then throws',
  async t => {
    const {client} = await startImporting(t, 3);
    const vehicles: VehicleResponse[] = [];
    const walk = async () => {
      for await (const vehicle of client.walk('/v1/vehicles')) vehicles.push(vehicle);
    };
    const error = await t.throwsAsync(walk(), {instanceOf: DatasetChanged});
    t.is(vehicles.length, 40);
    assertOfOne(t, vehicles, error?.from);
    t.not(error?.from, error?.to);
  },
);

test.serial(
  'a batch of 1,200 plates in which an import goes live has results of one extract, in order',
  async t => {
    const {client, other, told, requests} = await startImporting(t, 2);
    const {data: vehicles} = await other.collect('/v1/vehicles');
    const known = vehicles
      .flatMap(({registrationNumber}) => registrationNumber ?? [])
      .slice(0, 100);
    const unknown = Array.from({length: 1099}, (_, at) => `ZZ${10_000 + at}`);
    const plates = [...known.slice(0, 50), ...unknown, 'AB_1', ...known.slice(50)];

    const {data, datasetVersion} = await client.vehiclesByPlates(plates);
    t.deepEqual(
      data.map(({plate}) => plate),
      plates,
    );
    t.is(data[plates.indexOf('AB_1')]?.error?.code, 'InvalidPlate');
    for (const {plate, vehicle, error} of data) {
      if (unknown.includes(plate)) t.is(error?.code, 'VehicleNotFound');
      if (known.includes(plate)) t.truthy(vehicle, plate);
    }
    assertOfOne(
      t,
      data.flatMap(({vehicle}) => vehicle ?? []),
      datasetVersion,
    );
    t.is(told.length, 1);
    // The first part is asked for again; the second showed the change, and is of the new extract.
    t.is(requests(), 4);
  },
);

test.serial('lists are walked to their end', async t => {
  const {client} = await importing();
  for (const path of ['/v1/makes', '/v1/kinds', '/v1/colors', '/v1/equipment'] as const) {
    const {data} = await client.collect(path);
    const {data: first} = await client.get(path, {params: {query: {pageSize: 1}}});
    t.true(data.length > 0, path);
    t.is(data.length, first.metadata.totalCount, path);
  }
});

const environment = sharedFixture(test, startTestEnvironment);

const testClient = async (t: ExecutionContext) => {
  t.timeout(60_000);
  return clientOf(await environment());
};

for (const {plate, id, answer, failsTwice} of testCases) {
  if (failsTwice) {
    test(`${plate} fails twice and is found, in a lookup and in a batch`, async t => {
      const {client, waits: waited} = await testClient(t);
      const {data} = await client.get('/v1/vehicles/plate/{plate}', {params: {path: {plate}}});
      const {data: results} = await client.vehiclesByPlates(['TE20000', plate]);
      t.deepEqual([data.id, results[1]?.vehicle?.id], [id, id]);
      const waits = waitsAt(failsTwice).slice(0, 2);
      t.deepEqual(waited, [...waits, ...waits]);
    });
  }
  if (answer === 'vehicle' || answer === 'late') continue;

  test(`${plate} is ${answer} in a lookup and in a batch, after the retries that are due`, async t => {
    const waits = waitsAt(answer);
    const {client, waits: waited} = await testClient(t);
    const lookup = client.get('/v1/vehicles/plate/{plate}', {params: {path: {plate}}});
    const error = await t.throwsAsync(lookup, {instanceOf: ProblemError});
    t.is(error?.problem.code, answer);
    t.is(error?.status, error?.problem.status);
    t.is(error?.isRetryable, waits.length > 0);
    t.deepEqual(waited, waits);

    const batch = client.vehiclesByPlates(['TE20000', plate]);
    if (answer === 'VehicleNotFound' || answer === 'ValidationFailed') await batch;
    else t.is((await t.throwsAsync(batch, {instanceOf: ProblemError}))?.problem.code, answer);
    t.deepEqual(waited, [...waits, ...waits]);
  });
}

test('a lookup with fields has these members alone', async t => {
  const {client} = await testClient(t);
  const {data, datasetVersion} = await client.get('/v1/vehicles/{id}', {
    params: {path: {id: '20000'}, query: {fields: 'id,engine.maxPowerKw'}},
  });
  t.deepEqual(Object.keys(data), ['id', 'engine']);
  t.deepEqual(Object.keys(data.engine ?? {}), ['maxPowerKw']);
  t.truthy(datasetVersion);
});

test('a search with fields is collected and walked to its end', async t => {
  const {client} = await testClient(t);
  const params = {query: {fields: 'vin'}} as const;
  const {data} = await client.collect('/v1/vehicles', {params});
  const walked = await Array.fromAsync(client.walk('/v1/vehicles', {params}));
  t.true(data.length > 200);
  for (const vehicle of data) t.deepEqual(Object.keys(vehicle), ['vin']);
  t.deepEqual(data, walked);
});

test('a search of 10,001 vehicles is too deep, and its parts by first registration have all of it', async t => {
  t.timeout(120_000);
  const fleet = Array.from({length: 10_001}, (_, at) =>
    aVehicleDocument({
      id: `${at}`,
      modelYear: at % 4 === 0 ? null : 2020,
      firstRegisteredOn: `${2000 + (at % 40)}-06-01`,
    }),
  );
  const {prefix} = await createTestGeneration(t, fleet);
  const {client} = clientOf(await startKeyedCopy(t, prefix));

  const error = await t.throwsAsync(client.collect('/v1/vehicles'), {instanceOf: SearchTooDeep});
  t.is(error?.totalCount, 10_001);
  t.regex(error?.message ?? '', /fromFirstRegisteredOn and toFirstRegisteredOn/);
  const partOf = async (query: object) =>
    (await client.collect('/v1/vehicles', {params: {query}})).data.map(({id}) => BigInt(id));
  const ids = await partOf({toFirstRegisteredOn: '2019-12-31'});
  const others = await partOf({fromFirstRegisteredOn: '2020-01-01'});
  t.is(new Set([...ids, ...others]).size, 10_001);
  t.deepEqual(
    ids,
    ids.toSorted((one, other) => (one < other ? -1 : 1)),
  );
});
