import test, {type ExecutionContext} from 'ava';
import {DatasetChanged, type VehicleResponse} from '#clients/typescript/src/index.ts';
import {clientOf, copyBeforeImport} from '../../helpers/api-clients/copies.ts';
import {marksIn, vehiclesMarked} from '../../helpers/extracts/marked-extract.ts';

/** A client in whose n-th request the next extract is imported. */
const startImporting = async (t: ExecutionContext, request: number) => {
  t.timeout(60_000);
  const {importNext, client: other, ...copy} = await copyBeforeImport(t);
  const told: Error[] = [];
  let requests = 0;
  const {client} = clientOf(copy, copy.key, {
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

test('a collection in which an import goes live has every vehicle of the new extract, once', async t => {
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
});

test('a walk in which an import goes live yields vehicles of the old extract alone, then throws', async t => {
  const {client} = await startImporting(t, 3);
  const vehicles: VehicleResponse[] = [];
  const walk = async () => {
    for await (const vehicle of client.walk('/v1/vehicles')) vehicles.push(vehicle);
  };
  const error = await t.throwsAsync(walk(), {instanceOf: DatasetChanged});
  t.is(vehicles.length, 40);
  assertOfOne(t, vehicles, error?.from);
  t.not(error?.from, error?.to);
});

test('a batch of 1,200 plates in which an import goes live has results of one extract, in order', async t => {
  const {client, other, told, requests} = await startImporting(t, 2);
  const {data: vehicles} = await other.collect('/v1/vehicles');
  const known = vehicles.flatMap(({registrationNumber}) => registrationNumber ?? []).slice(0, 100);
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
});

test('lists are walked to their end', async t => {
  const {client} = await startImporting(t, 0);
  for (const path of ['/v1/makes', '/v1/kinds', '/v1/colors', '/v1/equipment'] as const) {
    const {data} = await client.collect(path);
    const {data: first} = await client.get(path, {params: {query: {pageSize: 1}}});
    t.true(data.length > 0, path);
    t.is(data.length, first.metadata.totalCount, path);
  }
});
