import {createServer} from 'node:http';
import {join} from 'node:path';
import test from 'ava';
import {execa} from 'execa';
import type {VehicleResponse} from '#clients/typescript/src/index.ts';
import {testCases} from '#core/domain/test-cases.ts';
import {needPythonClient} from '#local/prerequisites/packages.ts';
import {startKeyedCopy} from '../../helpers/api/start-copy.ts';
import {copyBeforeImport, startTestEnvironment, waitsAt} from '../../helpers/api-clients/copies.ts';
import {createTestGeneration} from '../../helpers/engines/test-index.ts';
import {marksIn, vehiclesMarked} from '../../helpers/extracts/marked-extract.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {sharedFixture} from '../../helpers/scope.ts';
import {freePort} from '../../helpers/servers/free-port.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';

const folder = join(import.meta.dirname, '../../../clients/python');
let python: string;

test.before(async t => {
  t.timeout(300_000);
  python = await needPythonClient(line => t.log(line));
});

type Call = {
  readonly method: 'vehicle_by_plate' | 'collect' | 'walk';
  readonly args: readonly string[];
  readonly query?: Readonly<Record<string, unknown>>;
  readonly stopAt?: number;
};

type Outcome = {
  readonly value?: unknown;
  readonly error?: string;
  readonly code?: string;
  readonly isRetryable?: boolean;
  readonly pauses: readonly number[];
  readonly requests: number;
};

type Api = {readonly port: number; readonly key: string};

const environmentOf = ({port, key}: Api) => ({
  API_URL: `http://127.0.0.1:${port}`,
  API_KEY: key,
  PYTHONPATH: folder,
  PYTHONDONTWRITEBYTECODE: '1',
});

/** The outcome of each call, one after the other; `meanwhile` happens at the request where one stops. */
const outcomesOf = async (api: Api, calls: readonly Call[], meanwhile = async () => {}) => {
  const args = [join(import.meta.dirname, 'driver.py'), ...calls.map(call => JSON.stringify(call))];
  const running = execa(python, args, {env: environmentOf(api)});
  const outcomes: Outcome[] = [];
  for await (const line of running) {
    if (line === 'stopped') {
      await meanwhile();
      running.stdin.write('\n');
    } else outcomes.push(JSON.parse(line));
  }
  return outcomes;
};

const outcomeOf = async (api: Api, call: Call, meanwhile?: () => Promise<void>) => {
  const [outcome] = await outcomesOf(api, [call], meanwhile);
  if (outcome === undefined) throw new Error('The call printed nothing.');
  return outcome;
};

test('a list in which an import goes live is one of the new extract, in Python', async t => {
  t.timeout(60_000);
  const {importNext, live, ...api} = await copyBeforeImport(t);
  const call: Call = {method: 'collect', args: ['/v1/vehicles'], stopAt: 8};
  const {value, pauses, requests} = await outcomeOf(api, call, importNext);
  const vehicles = value as readonly VehicleResponse[];
  const stamp = (await live()).slice(0, 15);
  t.deepEqual(marksIn(JSON.stringify(vehicles)), [stamp]);
  t.is(vehicles.length, vehiclesMarked(stamp));
  t.is(new Set(vehicles.map(({id}) => id)).size, vehicles.length);
  t.deepEqual(pauses, [1]);
  t.is(requests, 8 + Math.ceil(vehicles.length / 20));
});

test('a key that no header takes is refused at once, and not repeated, in Python', async t => {
  for (const key of ['secret\nkey', 'secret ']) {
    const env = environmentOf({port: 1, key});
    const run = execa(python, [join(folder, 'vehicles.py'), 'AB12345'], {env, reject: false});
    const {stderr} = await run;
    t.regex(stderr, /ValueError: The key has invalid characters\.$/);
    t.notRegex(stderr, /secret/);
  }
});

const testEnvironment = sharedFixture(test, startTestEnvironment);

test('every case of the test environment is what it is in Python, after the retries that are due', async t => {
  const cases = testCases.filter(
    ({answer, id}) => answer !== 'late' && !(answer === 'vehicle' && id === '20002'),
  );
  const calls = cases.map(({plate}): Call => ({method: 'vehicle_by_plate', args: [plate]}));
  const outcomes = await outcomesOf(await testEnvironment(), calls);
  t.is(outcomes.length, cases.length);
  for (const [at, {plate, id, answer, failsTwice}] of cases.entries()) {
    const {value, error, code, isRetryable, pauses} = outcomes[at] ?? {};
    if (answer === 'vehicle') t.like(value, {id}, plate);
    else if (answer === 'VehicleNotFound') t.is(value, null, plate);
    else {
      t.deepEqual([error, code], ['Problem', answer], plate);
      t.is(isRetryable, waitsAt(answer).length > 0, plate);
    }
    t.deepEqual(pauses, failsTwice ? waitsAt(failsTwice).slice(0, 2) : waitsAt(answer), plate);
  }
});

test('a search with fields has these members alone, in Python', async t => {
  const query = {registrationNumber: 'TE20000', fields: 'vin,engine.maxPowerKw'};
  const call: Call = {method: 'collect', args: ['/v1/vehicles'], query};
  const value = [{vin: 'TEST0000000020000', engine: {maxPowerKw: null}}];
  t.like(await outcomeOf(await testEnvironment(), call), {value, requests: 1});
});

test('a plate of dots is a plate that is not valid, in Python', async t => {
  const calls = ['.', '..', '../..'].map(
    (plate): Call => ({method: 'vehicle_by_plate', args: [plate]}),
  );
  const outcomes = await outcomesOf(await testEnvironment(), calls);
  t.deepEqual(
    outcomes.map(({code}) => code),
    ['ValidationFailed', 'ValidationFailed', 'ValidationFailed'],
  );
});

test('an empty list costs one request in Python', async t => {
  const query = {registrationNumber: 'TE40400'};
  const call: Call = {method: 'collect', args: ['/v1/vehicles'], query};
  t.like(await outcomeOf(await testEnvironment(), call), {value: [], requests: 1});
});

test('a failure of the network is retried in Python', async t => {
  const {key} = await testEnvironment();
  const call: Call = {method: 'collect', args: ['/v1/makes']};
  const {error, pauses} = await outcomeOf({port: await freePort(), key}, call);
  t.is(error, 'ConnectError');
  t.deepEqual(pauses, [1, 2, 4]);
});

test('a malformed problem of a proxy is retried like its pages in Python', async t => {
  for (const body of ['<html>', '[1]', '{}']) {
    const proxy = createServer((_, response) =>
      response.writeHead(503, {'Content-Type': 'application/problem+json'}).end(body),
    );
    const port = await onLoopback(t, proxy);
    const call: Call = {method: 'collect', args: ['/v1/makes']};
    const {error, pauses} = await outcomeOf({port, key: 'a'}, call);
    t.is(error, 'Problem', body);
    t.deepEqual(pauses, [1, 2, 4]);
  }
});

test('a page in place of an answer, as of a login, is an error at once in Python', async t => {
  const proxy = createServer((_, response) =>
    response.writeHead(200, {'Content-Type': 'text/html; charset=utf-8'}).end('<p>Log in.'),
  );
  const port = await onLoopback(t, proxy);
  const calls = [
    {method: 'collect', args: ['/v1/makes']},
    {method: 'vehicle_by_plate', args: ['AB12345']},
  ] as const;
  for (const {error, isRetryable, pauses} of await outcomesOf({port, key: 'a'}, calls)) {
    t.deepEqual([error, isRetryable], ['Problem', false]);
    t.deepEqual(pauses, []);
  }
});

test('an address without its scheme is refused at once in Python', async t => {
  const call: Call = {method: 'collect', args: ['/v1/makes']};
  const env = {...environmentOf({port: 1, key: 'a'}), API_URL: 'localhost:8080'};
  const args = [join(import.meta.dirname, 'driver.py'), JSON.stringify(call)];
  const {error, pauses} = JSON.parse((await execa(python, args, {env})).stdout);
  t.is(error, 'UnsupportedProtocol');
  t.deepEqual(pauses, []);
});

test('the page runs by itself, and a search beyond its reach costs one request', async t => {
  t.timeout(120_000);
  const hyundai = {make: {id: '10043', name: 'HYUNDAI'}, modelYear: 2017};
  const asked = {registrationNumber: 'ER52578', vin: 'JNWCCRPE64H013827'};
  const {prefix} = await createTestGeneration(t, [
    aVehicleDocument({id: '0', ...hyundai, ...asked}),
    aVehicleDocument({id: '1', ...hyundai}),
    aVehicleDocument({id: '2', registrationNumber: 'AB12345', vin: 'A', modelYear: null}),
    ...Array.from({length: 9999}, (_, at) => aVehicleDocument({id: `${at + 3}`})),
  ]);
  const api = await startKeyedCopy(t, prefix);
  const run = async (plate: string) => {
    const env = environmentOf(api);
    return (await execa(python, [join(folder, 'vehicles.py'), plate], {env})).stdout;
  };
  t.is(await run('er 52-578'), 'JNWCCRPE64H013827, one of 2 vehicles by HYUNDAI of 2017');
  t.is(await run('AB12345'), 'A, which has no model year or no make');
  const call: Call = {method: 'collect', args: ['/v1/vehicles']};
  t.like(await outcomeOf(api, call), {error: 'SearchTooDeep', requests: 1});
});
