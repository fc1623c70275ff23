import test from 'ava';
import {ProblemError, SearchTooDeep} from '#clients/typescript/src/index.ts';
import {testCases} from '#core/domain/test-cases.ts';
import {startKeyedCopy} from '../../helpers/api/start-copy.ts';
import {clientOf, startTestEnvironment, waitsAt} from '../../helpers/api-clients/copies.ts';
import {importSample} from '../../helpers/extracts/import-extract.ts';
import {fileScope} from '../../helpers/scope.ts';

const shared = fileScope(test);
let environment: Awaited<ReturnType<typeof startTestEnvironment>>;

test.before(async t => {
  t.timeout(60_000);
  environment = await startTestEnvironment(shared);
});

const testClientOf = () => clientOf(environment, environment.key);

for (const {plate, id, answer, failsTwice} of testCases) {
  if (failsTwice) {
    test(`${plate} fails twice and is found, in a lookup and in a batch`, async t => {
      const {client, waits: waited} = testClientOf();
      const {data} = await client.get('/v1/vehicles/plate/{plate}', {params: {path: {plate}}});
      const {data: results} = await client.vehiclesByPlates(['TE20000', plate]);
      t.deepEqual([data.id, results[1]?.vehicle?.id], [id, id]);
      const waits = waitsAt(failsTwice).slice(0, 2);
      t.deepEqual(waited, [...waits, ...waits]);
    });
  }
  if (answer === 'vehicle' || answer === 'late') continue;

  test(`${plate} throws ${answer} from a lookup, after the retries that are due`, async t => {
    const {client, waits: waited} = testClientOf();
    const lookup = client.get('/v1/vehicles/plate/{plate}', {params: {path: {plate}}});
    const error = await t.throwsAsync(lookup, {instanceOf: ProblemError});
    t.is(error?.problem.code, answer);
    t.is(error?.status, error?.problem.status);
    t.is(error?.isRetryable, waitsAt(answer).length > 0);
    t.deepEqual(waited, waitsAt(answer));
  });

  test(`${plate} in a batch is ${waitsAt(answer).length > 0 ? 'retried' : 'not retried'}`, async t => {
    const {client, waits: waited} = testClientOf();
    const [{reason} = {}] = (await Promise.allSettled([
      client.vehiclesByPlates(['TE20000', plate]),
    ])) as readonly {reason?: unknown}[];
    if (answer === 'VehicleNotFound' || answer === 'ValidationFailed') t.is(reason, undefined);
    else t.is((reason as ProblemError).problem.code, answer);
    t.deepEqual(waited, waitsAt(answer));
  });
}

test('a lookup with fields has these members alone', async t => {
  const {client} = testClientOf();
  const {data, datasetVersion} = await client.get('/v1/vehicles/{id}', {
    params: {path: {id: '20000'}, query: {fields: 'id,engine.maxPowerKw'}},
  });
  t.deepEqual(Object.keys(data), ['id', 'engine']);
  t.deepEqual(Object.keys(data.engine ?? {}), ['maxPowerKw']);
  t.truthy(datasetVersion);
});

test('a search with fields is collected and walked to its end', async t => {
  const {client} = testClientOf();
  const params = {query: {fields: 'vin'}} as const;
  const {data} = await client.collect('/v1/vehicles', {params});
  const walked = await Array.fromAsync(client.walk('/v1/vehicles', {params}));
  t.true(data.length > 200);
  for (const vehicle of data) t.deepEqual(Object.keys(vehicle), ['vin']);
  t.deepEqual(data, walked);
});

test('a search of 20,000 vehicles is too deep, and its parts by model year are not', async t => {
  t.timeout(120_000);
  const whole = await startKeyedCopy(t, await importSample(t));
  const {client} = clientOf(whole, whole.key);

  const error = await t.throwsAsync(client.collect('/v1/vehicles'), {instanceOf: SearchTooDeep});
  t.is(error?.totalCount, 20_000);
  const params = {query: {fromModelYear: 2019, toModelYear: 2020}};
  const {data: first} = await client.get('/v1/vehicles', {params});
  const {data} = await client.collect('/v1/vehicles', {params});
  t.true(data.length > 100);
  t.is(data.length, first.metadata.totalCount);
  t.is(new Set(data.map(({id}) => id)).size, data.length);
  const ids = data.map(({id}) => BigInt(id));
  t.deepEqual(
    ids,
    ids.toSorted((one, other) => (one < other ? -1 : 1)),
  );
});
