import test from 'ava';
import {NetworkError, ProblemError, UnexpectedAnswer} from '#clients/typescript/src/index.ts';
import {aProblem, scriptedClient} from '../../helpers/api-clients/scripted-server.ts';
import {freePort} from '../../helpers/servers/free-port.ts';

test('a problem is thrown with all that it says', async t => {
  const problem = aProblem(404, 'VehicleNotFound', {'x-dataset-version': 'v1'});
  const {client} = await scriptedClient(t, [problem]);
  const error = await t.throwsAsync(client.get('/v1/dataset'), {
    instanceOf: ProblemError,
    name: 'ProblemError',
    message: '404 VehicleNotFound: A title. (request r1)',
  });
  t.deepEqual<unknown, unknown>(error?.problem, problem.body);
  t.like(error, {status: 404, isRetryable: false, retryAfter: undefined, datasetVersion: 'v1'});
});

for (const [status, isRetryable] of [
  [400, false],
  [429, true],
  [500, true],
  [503, true],
  [505, false],
] as const) {
  test(`whether a request is worth repeating after ${status} is told: ${isRetryable}`, async t => {
    const problem = aProblem(status, 'SomeCode', {'retry-after': '90'});
    const {client} = await scriptedClient(t, () => problem);
    const error = await t.throwsAsync(client.get('/v1/dataset'), {instanceOf: ProblemError});
    t.like(error, {isRetryable, retryAfter: 90});
  });
}

for (const [title, status, type, body] of [
  ['a page of a proxy', 403, 'text/html', `<h1>${'x'.repeat(1000)}`],
  ['a page with status 200', 200, 'text/html', '<h1>Log in</h1>'],
  ['JSON of another type', 200, 'text/plain', '{}'],
  ['a success that is no JSON', 200, 'application/json', '{'],
  ['a problem that is no JSON', 404, 'application/problem+json', '<h1>'],
  ['a problem without a code', 404, 'application/problem+json', '{"status":404}'],
  ['an error of another service', 404, 'application/json', '{"code":"VehicleNotFound"}'],
  ['a redirect', 302, 'text/html', ''],
] as const) {
  test(`${title} is an error with its status and the start of its body`, async t => {
    const headers = {'content-type': type, ...(status === 302 && {location: '/elsewhere'})};
    const {client, asked} = await scriptedClient(t, [{status, headers, body}]);
    const error = await t.throwsAsync(client.get('/v1/dataset'), {instanceOf: UnexpectedAnswer});
    t.like(error, {status, body: body.slice(0, 500), isRetryable: false});
    t.is(asked.length, 1);
  });
}

test('a failure of the network keeps its cause', async t => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const {client} = await scriptedClient(t, [], {baseUrl});
  const error = await t.throwsAsync(client.get('/v1/dataset'), {instanceOf: NetworkError});
  t.like(error?.cause, {cause: {code: 'ECONNREFUSED'}});
  t.is(error?.message, `No response from ${baseUrl}: TypeError: fetch failed (ECONNREFUSED)`);
});
