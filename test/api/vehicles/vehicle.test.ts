import test, {type ExecutionContext} from 'ava';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {fakeServices, servicesWith, versioned} from '../../helpers/fakes/services.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';

/** The API without vehicles, and what it looks up. */
const startListening = async (t: ExecutionContext) => {
  const asked: string[] = [];
  const note = async (key: string) => {
    asked.push(key);
    return versioned(undefined);
  };
  const services = fakeServices({vehicles: {byId: note, byVin: note, byPlate: note}});
  const {get} = await startApi(t, services);
  return {asked, get: (path: string) => get(`/v1/vehicles/${path}`)};
};

for (const path of ['/v1/vehicles/1', '/v1/vehicles/vin/TST1', '/v1/vehicles/plate/AB12345']) {
  test(`GET ${path} answers with the vehicle and the version of the data`, async t => {
    const api = await startApi(t, servicesWith(aVehicleDocument({id: '7', vin: 'TST1'})));
    const {status, headers, body} = await api.get(path);
    t.is(status, 200);
    t.is(headers['content-type'], 'application/json');
    t.is(headers['x-dataset-version'], '20260101-120000-0001');
    t.like(body, {id: '7', vin: 'TST1', registrationNumber: null, plates: []});
  });

  test(`GET ${path} of an unknown vehicle is not found, in a version of the data`, async t => {
    const api = await startApi(t, fakeServices());
    const found = await api.get(path);
    t.is(assertProblem(t, found, 'VehicleNotFound').instance, path);
    t.is(found.headers['x-dataset-version'], '20260101-120000-0001');
  });
}

const looksUp = test.macro({
  title: (_, path: string, key: string) => `GET /v1/vehicles/${path} looks up ${key}`,
  async exec(t, path: string, key: string) {
    const {asked, get} = await startListening(t);
    assertProblem(t, await get(path), 'VehicleNotFound');
    t.deepEqual(asked, [key]);
  },
});

test(looksUp, '-0', '0');
test(looksUp, '9007199254740993', '9007199254740993');
test(looksUp, '9223372036854775807', '9223372036854775807');
test(looksUp, '-9223372036854775808', '-9223372036854775808');
test(looksUp, `plate/${encodeURIComponent('æø 12-345')}`, 'ÆØ12345');
test(looksUp, 'plate/a%CC%8A1', 'Å1');
test(looksUp, 'plate/%41%42%31', 'AB1');
test(looksUp, 'plate/engine', 'ENGINE');
test(looksUp, 'vin/inspection', 'INSPECTION');
test(looksUp, 'vin/%20wvwzzz1jz3w386752%20', 'WVWZZZ1JZ3W386752');
test(looksUp, 'vin/IOQ', 'IOQ');
test(looksUp, 'vin/a%2Fb', 'A/B');
test(looksUp, 'vin/%00', '\0');
test(looksUp, 'vin/%2A%20OR%20%22%28', '* OR "(');
test(looksUp, 'vin/a+b', 'A+B');

const isMalformed = test.macro({
  title: (_, path: string) => `GET /v1/vehicles/${path.slice(0, 40)} is malformed, by no rule`,
  async exec(t, path: string) {
    const {asked, get} = await startListening(t);
    const problem = assertProblem(t, await get(path), 'ValidationFailed');
    t.false('errors' in problem);
    t.regex(problem.detail ?? '', /^The parameter \w+ /);
    t.deepEqual(asked, []);
  },
});

const noIds = ['abc', '01', '+1', '%201', '%20', '%D9%A1', '9223372036854775808'];
const badEncodings = ['%E0%A4%A', 'plate/%E0%A4%A', 'plate/%', 'vin/%ff', 'vin/%C3'];
const fixedWordsAlone = ['vin', 'plate'];
for (const path of [...noIds, '9'.repeat(400), ...badEncodings, ...fixedWordsAlone]) {
  test(isMalformed, path);
}

const isNoPlate = test.macro({
  title: (_, path: string) => `${path} cannot be a registration number`,
  async exec(t, path: string) {
    const {asked, get} = await startListening(t);
    const problem = assertProblem(t, await get(`plate/${path}`), 'ValidationFailed');
    t.deepEqual(Object.keys(problem.errors ?? {}), ['RegistrationNumberInvalid']);
    t.deepEqual(asked, []);
  },
});

for (const path of ['ABC12345678', '%20', '--', 'AB%C2%A01', '%C3%9F', '%00', 'a%2Fb', '*']) {
  test(isNoPlate, path);
}

test('HEAD of an unknown vehicle is 404 with a request id and no body', async t => {
  const api = await startApi(t, fakeServices());
  const {status, headers, body} = await api.get('/v1/vehicles/1', {method: 'HEAD'});
  t.is(status, 404);
  t.truthy(headers['x-request-id']);
  t.is(body, undefined);
});

const complete = aVehicleDocument({
  technicalDetails: {seatsMin: 5},
  environment: {particleFilter: true},
  engine: {cylinderCount: 3},
  inspection: {date: '2026-01-02'},
});

const holds = test.macro({
  title: (_, record: string) =>
    `${record} answers with what the register holds, and null elsewhere`,
  async exec(t, record: string, held: object, absent: object) {
    const api = await startApi(t, servicesWith(complete));
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
