import test from 'ava';
import {
  NetworkError,
  ProblemError,
  SearchTooDeep,
  UnexpectedAnswer,
} from '#clients/typescript/src/index.ts';
import type {ClientOptions} from '#clients/typescript/src/options.ts';
import {testCases} from '#core/domain/test-cases.ts';
import {startKeyedCopy} from '../../helpers/api/start-copy.ts';
import {clientOf} from '../../helpers/api-clients/client-of.ts';
import {startTestEnvironment, waitsAt} from '../../helpers/api-clients/test-environment.ts';
import {importSample} from '../../helpers/extracts/import-extract.ts';
import {fileScope} from '../../helpers/scope.ts';
import {freePort} from '../../helpers/servers/free-port.ts';

const shared = fileScope(test);
let environment: Awaited<ReturnType<typeof startTestEnvironment>>;

test.before(async t => {
  t.timeout(60_000);
  environment = await startTestEnvironment(shared);
});

const testClientOf = (options: Partial<ClientOptions> = {}) =>
  clientOf(environment, environment.key, options);

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

test('a vehicle without an engine has no data', async t => {
  const {client} = testClientOf();
  const {data, response} = await client.get('/v1/vehicles/{vehicleId}/engine', {
    params: {path: {vehicleId: '20400'}},
  });
  t.is(data, undefined);
  t.is(response.status, 204);
});

test('a key of another environment is a problem', async t => {
  const {client} = clientOf(environment, environment.key.replace('test', 'live'));
  const error = await t.throwsAsync(client.get('/v1/usage'), {instanceOf: ProblemError});
  t.is(error?.problem.code, 'ApiKeyInvalid');
});

test('an address that nobody listens on is a network error with its cause', async t => {
  const {client, waits: waited} = clientOf({port: await freePort()}, 'a key');
  const error = await t.throwsAsync(client.get('/v1/usage'), {instanceOf: NetworkError});
  t.true(error?.cause instanceof Error);
  t.deepEqual(waited, [1, 2, 4]);
});

test('the address of a page is an unexpected answer', async t => {
  const baseUrl = `http://127.0.0.1:${environment.port}/problems/VehicleNotFound?`;
  const {client} = testClientOf({baseUrl});
  const error = await t.throwsAsync(client.get('/v1/usage'), {instanceOf: UnexpectedAnswer});
  t.is(error?.status, 200);
  t.regex(error?.body ?? '', /<!doctype html>/i);
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
