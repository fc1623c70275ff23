import test, {type ExecutionContext} from 'ava';
import {newAccountId, newApiKey} from '#core/access/api-key.ts';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {fakeServices, servicesWith, unknown} from '../../helpers/fakes/services.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';

test('each request is one line of JSON', async t => {
  const api = await startApi(t, servicesWith(aVehicleDocument()));
  const {headers} = await api.get('/v1/vehicles/1');
  t.is(api.lines.length, 1);
  const line = JSON.parse(api.lines[0] ?? '');
  t.like(line, {
    msg: 'request',
    method: 'GET',
    route: '/v1/vehicles/{id}',
    status: 200,
    requestId: headers['x-request-id'],
    keyId: 'account-key',
  });
  t.is(typeof line.durationMs, 'number');
  t.regex(line.traceId, /^[0-9a-f]{32}$/);
});

test('a problem is logged with its code, and an unknown path is not: it can hold anything', async t => {
  const api = await startApi(t, fakeServices());
  await api.get('/v1/vehicles/1');
  await api.get('/AB12345');
  const [absent, nowhere] = api.lines.map(line => JSON.parse(line));
  t.like(absent, {route: '/v1/vehicles/{id}', status: 404, code: 'VehicleNotFound'});
  t.like(nowhere, {status: 404, code: 'RouteNotFound'});
  t.false('route' in nowhere);
});

test('no key, plate or VIN is ever logged', async t => {
  const broken = new Error('broken', {cause: new Error('deep')});
  Object.assign(broken, {meta: {body: 'SECRET', params: {plate: 'SECRET'}}});
  const fail = async () => {
    throw broken;
  };
  const headers = {'X-Api-Key': 'SECRET', Authorization: 'SECRET', Cookie: 'SECRET'};
  for (const services of [
    servicesWith(aVehicleDocument({vin: 'SECRET', registrationNumber: 'SECRET'})),
    fakeServices(),
    fakeServices({callers: {admit: async () => unknown}}),
    fakeServices({vehicles: {byVin: fail, byPlate: fail, byPlates: fail, search: fail}}),
  ]) {
    const api = await startApi(t, services);
    await api.get('/v1/vehicles/vin/SECRET', {headers});
    await api.get('/v1/vehicles/plate/SECRET', {headers});
    await api.get('/v1/vehicles?registrationNumber=SECRET', {headers});
    await api.get('/v1/vehicles/plate/SECRET%', {headers});
    await api.post('/v1/vehicles/plates', '{"plates": ["SECRET"]}', {headers});
    await api.post('/v1/vehicles/plates', '{"plates": "SECRET"}', {headers});
    await api.post('/v1/vehicles/plates', '{"plates": ["SECRET"', {headers});
    await api.post('/v1/vehicles/plates', '{"plates": ["SECRET"], "__proto__": 1}', {headers});
    await api.get('/SECRET?SECRET', {headers, method: 'POST'});
    await api.sendRaw('GET /v1/vehicles/vin/SECRET HTTP/1.1\r\nX-Api-Key: SECRET\x01\r\n\r\n');
    t.true(api.lines.length >= 10);
    t.notRegex(api.lines.join(''), /SECRET/);
  }
});

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test('every response has its own request id', async t => {
  const api = await startApi(t, fakeServices());
  const answers = [
    await api.get('/v1/dataset'),
    await api.get('/v1/dataset'),
    await api.get('/v1/dataset', {headers: {'X-Request-Id': ''}}),
  ];
  const ids = answers.map(({headers}) => String(headers['x-request-id']));
  for (const id of ids) t.regex(id, uuid);
  t.is(new Set(ids).size, 3);
});

const key = newApiKey('live', newAccountId());

for (const [what, id] of [
  ['of one character', 'a'],
  ['of letters, digits and marks', 'My_request-1.2'],
  ['of 64 characters', 'x'.repeat(64)],
  ['that has as little of the key as chance may have', `${key.slice(-7)}-vdl`],
] as const) {
  test(`the client's own request id ${what} is kept`, async t => {
    const api = await startApi(t, fakeServices(), {key});
    const answer = await api.get('/nothing', {headers: {'X-Request-Id': id}});
    t.is(assertProblem(t, answer, 'RouteNotFound').requestId, id);
  });
}

for (const [what, id, keys] of [
  ['65 characters', 'x'.repeat(65), key],
  ['10,000 characters', 'x'.repeat(10_000), key],
  ['a quote', 'a"b', key],
  ['a space', 'a b', key],
  ['a second value', ['one', 'other'], key],
  ['the key', key, key],
  ['the key of a header that was sent twice', key, [key, key]],
  ['the second of two keys', key, [newApiKey('test', newAccountId()), key]],
  ['the key in another case', key.toUpperCase(), key],
  ['the key and more', `request-${key}.1`, key],
  ['the end of the key', key.slice(-20), key],
  ['a part of the key and more', `1.${key.slice(25, 33)}-2`, key],
  ['a key, though none was sent', key, undefined],
  ['the beginning of a key', `x${key.slice(0, 30)}`, 'another'],
] as const) {
  test(`a request id with ${what} is replaced`, async t => {
    const api = await startApi(t, fakeServices());
    const headers = {'X-Request-Id': id, 'X-Api-Key': keys};
    const answer = await api.get('/v1/dataset', {headers});
    t.regex(String(answer.headers['x-request-id']), uuid);
    t.is(api.lines.length, 1);
    t.false([id].flat().some(each => api.lines.join().includes(each)));
  });
}

const traceId = '0af7651916cd43dd8448eb211c80319c';

/** The trace id that a request with this `traceparent` is answered with. */
const traceIdFor = async (t: ExecutionContext, traceparent: string) => {
  const api = await startApi(t, fakeServices());
  const answer = await api.get('/nothing', {headers: {traceparent}});
  return assertProblem(t, answer, 'RouteNotFound').traceId;
};

for (const header of [
  `00-${traceId}-b7ad6b7169203331-01`,
  `00-${traceId}-b7ad6b7169203331-00`,
  `01-${traceId}-b7ad6b7169203331-01`,
  `cc-${traceId}-b7ad6b7169203331-01-what-comes-later`,
]) {
  test(`traceparent ${header} sets the trace id`, async t => {
    t.is(await traceIdFor(t, header), traceId);
  });
}

for (const header of [
  '',
  'x',
  traceId,
  `ff-${traceId}-b7ad6b7169203331-01`,
  `00-${traceId}-0000000000000000-01`,
  `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
  `00-${traceId.toUpperCase()}-b7ad6b7169203331-01`,
  `00-${traceId}-b7ad6b7169203331-01-more`,
  `01-${traceId}-b7ad6b7169203331-01more`,
]) {
  test(`traceparent ${header} is malformed and starts a new trace`, async t => {
    const started = await traceIdFor(t, header);
    t.regex(started, /^[0-9a-f]{32}$/);
    t.not(started, traceId);
  });
}
