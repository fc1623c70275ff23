import {METHODS} from 'node:http';
import test from 'ava';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {fakeServices} from '../../helpers/fakes/services.ts';

const isNoRoute = test.macro({
  title: (_, path: string) => `${path} is an unknown path`,
  async exec(t, path: string) {
    const api = await startApi(t, fakeServices());
    const problem = assertProblem(t, await api.get(path), 'RouteNotFound');
    t.is(problem.instance, path.split('?')[0] ?? '');
  },
});

test(isNoRoute, '/v1');
test(isNoRoute, '/v1/');
test(isNoRoute, '/v1/vehicles/');
test(isNoRoute, '/v1/vehicles/1/');
test(isNoRoute, '/v1/vehicles/?page=1');
test(isNoRoute, '/V1/vehicles');
test(isNoRoute, '/v1/Vehicles/1');
test(isNoRoute, '//v1/vehicles/1');
test(isNoRoute, '/v1//vehicles');
test(isNoRoute, '/v1/vehicles/plate/');
test(isNoRoute, '/v1/vehicles/plate/a/b');
test(isNoRoute, '/v1/%E0%A4%A');
test(isNoRoute, '/__proto__');

const refusable = METHODS.filter(method => !['GET', 'HEAD', 'CONNECT'].includes(method));

test('every method but GET and HEAD is answered 405 with Allow', async t => {
  const api = await startApi(t, fakeServices());
  for (const method of refusable) {
    const refused = await api.get('/v1/vehicles/1', {method});
    t.is(refused.headers.allow, 'GET, HEAD', method);
    assertProblem(t, refused, 'MethodNotAllowed');
  }
});

test('an unknown path is 404 whatever the method', async t => {
  const api = await startApi(t, fakeServices());
  assertProblem(t, await api.get('/v2', {method: 'PROPFIND'}), 'RouteNotFound');
});

test('a problem of an endpoint is a problem document whatever Accept says', async t => {
  const api = await startApi(t, fakeServices());
  const refused = await api.get('/v1/vehicles/a', {headers: {Accept: 'text/html'}});
  assertProblem(t, refused, 'ValidationFailed');
});
