import test from 'ava';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {type Answer, startApi} from '../../helpers/api/start-api.ts';
import {fakeServices, versioned} from '../../helpers/fakes/services.ts';
import {aVehicleDocument, jsonOf} from '../../helpers/fakes/vehicle-document.ts';

const [app, other] = ['https://app.example', 'https://other.example'];
const corsOrigins = ['http://localhost:3000', app];
const from = (Origin: string, headers = {}) => ({headers: {Origin, ...headers}});
const path = '/v1/vehicles/1';

/** With a vehicle, which no VIN finds. */
const services = fakeServices({
  vehicles: {
    byId: async () => versioned(jsonOf(aVehicleDocument())),
    byVin: async () => Promise.reject(new Error('broken')),
  },
});

const preflight = (Origin: string, method = 'GET') => ({
  method: 'OPTIONS',
  headers: {
    'X-Api-Key': undefined,
    Origin,
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': 'x-api-key',
  },
});

/** The CORS headers of a response. */
const aboutOrigins = ({headers}: Answer) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith('access-control-')),
  );

const exposed =
  'X-Request-Id,ETag,X-Dataset-Version,Preference-Applied,Retry-After,Allow,Accept-Ranges,Content-Range,RateLimit,RateLimit-Policy';
const readable = {
  'access-control-allow-origin': app,
  'access-control-expose-headers': exposed,
};

test('there are no CORS headers unless origins are configured', async t => {
  const api = await startApi(t, services);
  const answer = await api.get(path, from(app));
  t.deepEqual(aboutOrigins(answer), {});
  t.is(answer.headers.vary, 'Accept-Encoding, X-Api-Key');
  const refused = await api.get(path, preflight(app));
  assertProblem(t, refused, 'MethodNotAllowed');
  t.deepEqual(aboutOrigins(refused), {});
});

test('a configured origin may send a preflight without a key', async t => {
  const admit = () => Promise.reject(new Error('No key is asked for.'));
  const api = await startApi(t, fakeServices({callers: {admit}}), {corsOrigins});
  for (const method of ['GET', 'POST']) {
    const answer = await api.get(path, preflight(app, method));
    t.is(answer.status, 204);
    t.deepEqual(aboutOrigins(answer), {
      'access-control-allow-origin': app,
      'access-control-allow-methods': 'GET,HEAD,POST',
      'access-control-allow-headers':
        'X-Api-Key,Content-Type,Content-Encoding,If-None-Match,Range,If-Range,Prefer,X-Request-Id,traceparent',
      'access-control-max-age': '7200',
    });
    t.is(answer.headers.vary, 'Accept-Encoding, Origin');
    t.truthy(answer.headers['x-request-id']);
    t.is(answer.body, undefined);
  }
});

test('a configured origin may read responses, problems and documents', async t => {
  const api = await startApi(t, services, {corsOrigins});
  const found = await api.get(path, from(app));
  t.is(found.status, 200);
  t.deepEqual(aboutOrigins(found), readable);
  t.is(found.headers.vary, 'Accept-Encoding, Origin, X-Api-Key');

  const known = await api.get(path, from(app, {'If-None-Match': found.headers.etag}));
  t.is(known.status, 304);
  t.deepEqual(aboutOrigins(known), readable);
  t.is(known.headers.vary, 'Accept-Encoding, Origin, X-Api-Key');

  for (const [asked, headers, code] of [
    ['/nothing', {}, 'RouteNotFound'],
    ['/v1/vehicles/a', {}, 'ValidationFailed'],
    [path, {'X-Api-Key': ''}, 'ApiKeyMissing'],
    [path, {Host: []}, 'ValidationFailed'],
    ['/v1/vehicles/vin/A', {}, 'InternalError'],
  ] as const) {
    const refused = await api.get(asked, from(app, headers));
    assertProblem(t, refused, code);
    t.deepEqual(aboutOrigins(refused), readable, code);
    t.regex(String(refused.headers.vary), /^Accept-Encoding, Origin(?:, (?:X-Api-Key|Accept))?$/);
  }

  const page = await api.get('/problems', from(app));
  t.deepEqual(aboutOrigins(page), readable);
  t.is(page.headers.vary, 'Accept-Encoding, Origin');
});

for (const origin of [
  other,
  'null',
  '',
  '*',
  `${app}.evil.example`,
  `${app}:8443`,
  app.toUpperCase(),
  `${app}, ${app}`,
]) {
  test(`the origin ${origin} gets a response without CORS headers`, async t => {
    const api = await startApi(t, services, {corsOrigins});
    const answer = await api.get(path, from(origin));
    t.is(answer.status, 200);
    t.deepEqual(aboutOrigins(answer), {});
    t.is(answer.headers.vary, 'Accept-Encoding, Origin, X-Api-Key');
    const refused = await api.get(path, preflight(origin));
    assertProblem(t, refused, 'MethodNotAllowed');
    t.deepEqual(aboutOrigins(refused), {});
  });
}

test('OPTIONS that is no preflight is a method like any other', async t => {
  const api = await startApi(t, services, {corsOrigins});
  const refused = await api.get(path, {method: 'OPTIONS', ...from(app)});
  assertProblem(t, refused, 'MethodNotAllowed');
  t.is(refused.headers.allow, 'GET, HEAD');
  const nowhere = await api.get('/nothing', {method: 'OPTIONS', ...from(app)});
  assertProblem(t, nowhere, 'RouteNotFound');
});

test('with * any origin may read responses', async t => {
  const api = await startApi(t, services, {corsOrigins: ['*']});
  for (const origin of [app, other]) {
    const answer = await api.get(path, from(origin));
    t.is(answer.headers['access-control-allow-origin'], '*');
    t.is(answer.headers.vary, 'Accept-Encoding, Origin, X-Api-Key');
    t.is((await api.get(path, preflight(origin))).status, 204);
  }
});
