import {getEventListeners, once} from 'node:events';
import {METHODS} from 'node:http';
import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {prefersStrict} from '#src/http/endpoint/input.ts';
import type {Services} from '#src/services.ts';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {type Call, startApi} from '../../helpers/api/start-api.ts';
import {fakeServices, servicesWith, versioned} from '../../helpers/fakes/services.ts';
import {aVehicleDocument, jsonOf} from '../../helpers/fakes/vehicle-document.ts';
import {type Scope, sharedFixture} from '../../helpers/scope.ts';
import {openConnection} from '../../helpers/servers/open-connection.ts';

const api = sharedFixture(test, t => startApi(t, fakeServices()));

const get = async (path: string, call?: Call) => (await api()).get(path, call);

for (const path of [
  '/v1',
  '/v1/',
  '/v1/vehicles/',
  '/v1/vehicles/1/',
  '/v1/vehicles/?page=1',
  '/V1/vehicles',
  '/v1/Vehicles/1',
  '//v1/vehicles/1',
  '/v1//vehicles',
  '/v1/vehicles/plate/',
  '/v1/vehicles/plate/a/b',
  '/v1/%E0%A4%A',
  '/__proto__',
]) {
  test(`${path} is an unknown path`, async t => {
    const problem = assertProblem(t, await get(path), 'RouteNotFound');
    t.is(problem.instance, path.split('?')[0] ?? '');
  });
}

test('every method but GET and HEAD is answered 405 with Allow, and 404 for an unknown path', async t => {
  for (const method of METHODS.filter(each => !['GET', 'HEAD', 'CONNECT'].includes(each))) {
    const refused = await get('/v1/vehicles/1', {method});
    t.is(refused.headers.allow, 'GET, HEAD', method);
    assertProblem(t, refused, 'MethodNotAllowed');
  }
  assertProblem(t, await get('/v2', {method: 'PROPFIND'}), 'RouteNotFound');
});

test('a problem of an endpoint is a problem document whatever Accept says', async t => {
  const refused = await get('/v1/vehicles/a', {headers: {Accept: 'text/html'}});
  assertProblem(t, refused, 'ValidationFailed');
});

for (const [isStrict, ...preferences] of [
  [
    true,
    'handling=strict',
    'Handling = "strict"; because=I-said-so',
    'respond-async, wait=10, handling=strict',
    'handling=strict, handling=lenient',
    'foo="a \\\\", handling=strict',
  ],
  [
    false,
    'handling=lenient, handling=strict',
    'handling=lenient',
    'handling=stricter',
    'handling',
    'mishandling=strict',
    'foo="a, handling=strict"',
    'foo="a \\", handling=strict"',
    'foo="a, handling=strict',
    'foo=\\", handling=strict"',
  ],
] as const) {
  for (const prefer of preferences) {
    test(`Prefer: ${prefer} asks for ${isStrict ? 'strict' : 'lenient'} handling`, t => {
      t.is(prefersStrict(prefer), isStrict);
    });
  }
}

const strictly = {headers: {Prefer: 'handling=strict'}};

test('all faults of a strict request are told at once, and that it was handled strictly', async t => {
  const refused = await get('/v1/vehicles?makeId[]=1&page=1&&colour=2', strictly);
  const {detail, errors} = assertProblem(t, refused, 'ValidationFailed');
  t.is(
    detail,
    'The parameter makeId takes one value. Unknown parameter colour. Did you mean color?',
  );
  t.is(errors, undefined);
  t.is(refused.headers['preference-applied'], 'handling=strict');
});

test('a right request is answered the same, and is told that it was handled strictly', async t => {
  const {get} = await startApi(t, servicesWith(aVehicleDocument()));
  const lenient = await get('/v1/vehicles/1');
  const strict = await get('/v1/vehicles/1', strictly);
  t.is(strict.status, 200);
  t.deepEqual(strict.body, lenient.body);
  t.is(strict.headers.etag, lenient.headers.etag);
  t.is(strict.headers['preference-applied'], 'handling=strict');
  t.is(lenient.headers['preference-applied'], undefined);
});

/** A client that has asked for a vehicle, which is looked up like this; `refunds` is what that leads to. */
const lookUp = async (t: Scope, byId: Services['vehicles']['byId']) => {
  const refunds: unknown[] = [];
  const refund = async (_: unknown, charge: unknown) => void refunds.push(charge);
  const api = await startApi(t, fakeServices({vehicles: {byId}, callers: {refund}}));
  const connection = await openConnection(t, api.port);
  const ask = () =>
    connection.write('GET /v1/vehicles/1 HTTP/1.1\r\nHost: a\r\nX-Api-Key: a\r\n\r\n');
  ask();
  return {...connection, ask, refunds, lines: api.lines};
};

test('a failure is reported and refunded although the client has left', async t => {
  const asked = Promise.withResolvers<void>();
  const {socket, refunds, lines} = await lookUp(t, async (_, signal) => {
    asked.resolve();
    await once(signal as AbortSignal, 'abort');
    throw new Error('A fault.');
  });
  await asked.promise;
  socket.destroy();
  while (!lines.some(line => line.includes('A fault.'))) await wait(5);
  while (refunds.length === 0) await wait(5);
  t.is(refunds.length, 1);
});

test('a request leaves nothing behind on the signal of its connection', async t => {
  const signals: AbortSignal[] = [];
  const {socket, receive, ask} = await lookUp(t, async (_, signal) => {
    signals.push(signal as AbortSignal);
    return versioned(jsonOf(aVehicleDocument()));
  });
  await receive(/\r\n\r\n\{/);
  ask();
  while (signals.length < 2) await wait(5);
  const [signal, again] = signals as [AbortSignal, AbortSignal];
  t.is(again, signal);
  t.deepEqual(getEventListeners(signal, 'abort'), []);
  socket.destroy();
  await once(signal, 'abort');
});
