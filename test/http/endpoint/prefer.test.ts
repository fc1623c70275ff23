import test from 'ava';
import {prefersStrict} from '#src/http/endpoint/input.ts';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {fakeServices, servicesWith} from '../../helpers/fakes/services.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';

const strictly = (prefer = 'handling=strict') => ({headers: {Prefer: prefer}});

const asks = test.macro({
  title: (_, prefer: string, isStrict: boolean) =>
    `Prefer: ${prefer} asks for ${isStrict ? 'strict' : 'lenient'} handling`,
  exec(t, prefer: string, isStrict: boolean) {
    t.is(prefersStrict(prefer), isStrict);
  },
});

test(asks, 'handling=strict', true);
test(asks, 'Handling = "strict"; because=I-said-so', true);
test(asks, 'respond-async, wait=10, handling=strict', true);
test(asks, 'handling=strict, handling=lenient', true);
test(asks, 'handling=lenient, handling=strict', false);
test(asks, 'handling=lenient', false);
test(asks, 'handling=stricter', false);
test(asks, 'handling', false);
test(asks, 'mishandling=strict', false);
test(asks, 'foo="a, handling=strict"', false);
test(asks, 'foo="a \\", handling=strict"', false);
test(asks, 'foo="a \\\\", handling=strict', true);
test(asks, 'foo="a, handling=strict', false);
test(asks, 'foo=\\", handling=strict"', false);

test('a misspelt filter is refused where the client asked for strict handling', async t => {
  const api = await startApi(t, fakeServices());
  const refused = await api.get('/v1/vehicles?makeid=1&page=1&&colour=2', strictly());
  const problem = assertProblem(t, refused, 'ValidationFailed');
  t.is(
    problem.detail,
    'Unknown parameter makeid. Did you mean makeId, makeIds, or make? Unknown parameter colour. Did you mean color?',
  );
  t.is(problem.errors, undefined);
  t.is(refused.headers['preference-applied'], 'handling=strict');
});

test('all faults are told at once', async t => {
  const api = await startApi(t, fakeServices());
  const refused = await api.get('/v1/vehicles?makeId[]=1&marke=1', strictly());
  const {detail} = assertProblem(t, refused, 'ValidationFailed');
  t.regex(detail ?? '', /^The parameter makeId takes one value\. Unknown parameter marke\. /);
});

test('a right request is answered the same, and is told that it was handled strictly', async t => {
  const api = await startApi(t, servicesWith(aVehicleDocument()));
  const lenient = await api.get('/v1/vehicles/1');
  const strict = await api.get('/v1/vehicles/1', strictly());
  t.is(strict.status, 200);
  t.deepEqual(strict.body, lenient.body);
  t.is(strict.headers.etag, lenient.headers.etag);
  t.is(strict.headers['preference-applied'], 'handling=strict');
  t.is(lenient.headers['preference-applied'], undefined);
});
