import test from 'ava';
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

test('a problem is logged with its code', async t => {
  const api = await startApi(t, fakeServices());
  await api.get('/v1/vehicles/1');
  t.like(JSON.parse(api.lines[0] ?? ''), {status: 404, code: 'VehicleNotFound'});
});

test('an unknown path is not logged: it can hold anything', async t => {
  const api = await startApi(t, fakeServices());
  await api.get('/AB12345');
  const line = JSON.parse(api.lines[0] ?? '');
  t.like(line, {status: 404, code: 'RouteNotFound'});
  t.false('route' in line);
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
