import {getEventListeners} from 'node:events';
import test from 'ava';
import {
  createClient,
  NetworkError,
  ProblemError,
  UnexpectedAnswer,
} from '#clients/typescript/src/index.ts';
import {conductOf} from '#clients/typescript/src/options.ts';
import {
  aProblem,
  type Scripted,
  scriptedClient,
} from '../../helpers/api-clients/scripted-server.ts';
import {freePort} from '../../helpers/servers/free-port.ts';

test('a lookup sends the key and an encoded plate, and returns the vehicle and its dataset', async t => {
  const {client, asked} = await scriptedClient(t, [
    {headers: {'x-dataset-version': 'v1'}, body: {id: '1'}},
  ]);
  const {data, datasetVersion, response} = await client.get('/v1/vehicles/plate/{plate}', {
    params: {path: {plate: 'ÆØ 1/2'}},
  });
  t.is(data.id, '1');
  t.is(datasetVersion, 'v1');
  t.is(response.status, 200);
  t.is(asked[0]?.url, `/v1/vehicles/plate/${encodeURIComponent('ÆØ 1/2')}`);
  t.is(asked[0]?.headers['x-api-key'], 'a key');
});

test('a vehicle without a record has no data', async t => {
  const {client} = await scriptedClient(t, [{status: 204, body: ''}]);
  const {data} = await client.get('/v1/vehicles/{vehicleId}/engine', {
    params: {path: {vehicleId: '1'}},
  });
  t.is(data, undefined);
});

for (const plate of ['', '.', '..']) {
  test(`a plate that would make another path is refused: "${plate}"`, async t => {
    const {client, asked} = await scriptedClient(t, []);
    await t.throwsAsync(client.get('/v1/vehicles/plate/{plate}', {params: {path: {plate}}}), {
      instanceOf: RangeError,
      message: `No path can have the plate "${plate}".`,
    });
    t.deepEqual(asked, []);
  });
}

test('a walk under an id that would make another path is refused', async t => {
  const {client, asked} = await scriptedClient(t, []);
  const params = {path: {makeId: '..'}};
  await t.throwsAsync(client.collect('/v1/makes/{makeId}/models', {params}), {
    message: 'No path can have the makeId "..".',
  });
  t.deepEqual(asked, []);
});

test('a value that no address can have is refused by its name', async t => {
  const {client, asked} = await scriptedClient(t, []);
  for (const call of [
    client.get('/v1/vehicles/plate/{plate}', {params: {path: {plate: 'A\uD800'}}}),
    client.collect('/v1/vehicles', {params: {query: {make: '\uDC00', pageSize: 20}}}),
  ]) {
    const {message} = await t.throwsAsync(call, {instanceOf: RangeError});
    t.regex(message, /^The (plate|make) has a lone surrogate, which UTF-8 cannot encode\.$/);
  }
  t.deepEqual(asked, []);
});

const secret = 'vdl_live_secret';

for (const [what, options] of [
  ['a key with a line break', {baseUrl: 'http://localhost', apiKey: `vdl_live\n${secret}`}],
  ['a key with a letter that headers do not have', {baseUrl: '/', apiKey: `${secret}→`}],
  ['a login in the address', {baseUrl: `http://user:${secret}@localhost`, apiKey: 'a key'}],
  ['a user in the address', {baseUrl: `http://${secret}@localhost`, apiKey: 'a key'}],
] as const) {
  test(`${what} is refused at once, and not repeated in the message`, t => {
    const error = t.throws(() => createClient(options), {instanceOf: TypeError});
    t.false(error?.message.includes(secret));
  });
}

test('a key that is not set is refused at once', t => {
  const options = {baseUrl: 'http://localhost', apiKey: undefined as unknown as string};
  t.throws(() => createClient(options), {instanceOf: TypeError, message: 'The key is missing.'});
});

test('an address without its scheme is refused at once', t => {
  const message = 'The address must begin with http:// or https://.';
  for (const baseUrl of ['localhost:8080', 'file:///v1']) {
    t.throws(() => createClient({baseUrl, apiKey: 'a key'}), {instanceOf: TypeError, message});
  }
});

test('an address may end in slashes', async t => {
  const asked: string[] = [];
  const fetch = async ({url}: Request) => {
    asked.push(url);
    return Response.json({});
  };
  for (const slashes of ['', '/', '//']) {
    await createClient({
      baseUrl: `https://api.example/vehicles${slashes}`,
      apiKey: 'a key',
      fetch,
    }).get('/v1/dataset');
  }
  t.deepEqual([...new Set(asked)], ['https://api.example/vehicles/v1/dataset']);
});

test('a key may have the byte order mark and the line break of its file', async t => {
  const {client, asked} = await scriptedClient(t, [{}], {apiKey: '\uFEFFa key\r\n'});
  await client.get('/v1/dataset');
  t.is(asked[0]?.headers['x-api-key'], 'a key');
});

test('an option that is undefined has its default', async t => {
  const answers = [aProblem(429, 'RateLimitExceeded', {'retry-after': '30'}), {}];
  // As it comes from programs without exactOptionalPropertyTypes.
  const options = {fetch: undefined, maxRetryAfter: undefined, onRetry: undefined} as object;
  const {client, waits} = await scriptedClient(t, answers, options);
  await client.get('/v1/dataset');
  t.deepEqual(waits, [30]);
});

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

const found: Scripted = {headers: {'x-dataset-version': 'v1'}, body: {data: []}};
const unavailable = aProblem(503, 'SearchUnavailable');
const page: Scripted = {status: 502, headers: {'content-type': 'text/html'}, body: '<h1>Bad</h1>'};

type Outcome = {
  readonly answers: readonly Scripted[];
  /** By default a lookup. */
  readonly call?: 'lookup' | 'batch';
  readonly waits?: readonly number[];
  readonly error?: abstract new (...args: never[]) => Error;
  readonly isRetryable?: true;
  readonly maxRetryAfter?: number;
};

/**
 * Asserts the outcome of a call: its error, the waits of the client, how often it asked, and whether asking again is
 * worthwhile.
 */
const outcome = test.macro({
  title: (title = '') => title,
  async exec(t, {answers, call, waits: expected = [], error, isRetryable, ...options}: Outcome) {
    const {maxRetryAfter = 60} = options;
    const retries: number[] = [];
    const onRetry = (_: Error, seconds: number) => void retries.push(seconds);
    const {client, asked, waits} = await scriptedClient(t, answers, {maxRetryAfter, onRetry});
    const calling =
      call === 'batch' ? client.vehiclesByPlates(['AB12345']) : client.get('/v1/dataset');
    const [{reason} = {}] = (await Promise.allSettled([calling])) as readonly {reason?: Error}[];
    t.is<unknown, unknown>(reason?.constructor, error);
    if (reason) t.is((reason as ProblemError).isRetryable, isRetryable ?? false);
    t.deepEqual(waits, expected);
    t.deepEqual(retries, expected);
    t.is(asked.length, expected.length + 1);
    t.is(new Set(asked.map(({body}) => body)).size, 1);
  },
});

const limited = (seconds: string) => aProblem(429, 'RateLimitExceeded', {'retry-after': seconds});
const busy = (seconds: string) => aProblem(503, 'ServiceUnavailable', {'retry-after': seconds});
const internal = aProblem(500, 'InternalError');
const isWorthwhile = {error: ProblemError, isRetryable: true} as const;

const ofBoth: Readonly<Record<string, Outcome>> = {
  'waits as long as a 429 says': {answers: [limited('7'), found], waits: [7]},
  'is repeated after 1, 2 and 4 seconds, then fails': {
    answers: [internal, unavailable, unavailable, unavailable],
    waits: [1, 2, 4],
    ...isWorthwhile,
  },
  'waits longer where a 503 says so': {answers: [busy('5'), busy('1'), found], waits: [5, 2]},
};

for (const call of ['lookup', 'batch'] as const) {
  for (const [what, expected] of Object.entries(ofBoth)) {
    test(`a ${call} ${what}`, outcome, {call, ...expected});
  }
  for (const [status, code] of [
    [400, 'ValidationFailed'],
    [401, 'ApiKeyInvalid'],
    [402, 'PaymentRequired'],
    [404, 'VehicleNotFound'],
    [413, 'PayloadTooLarge'],
    [405, 'A code of the future'],
  ] as const) {
    const answers = [aProblem(status, code)];
    test(`a ${call} is not repeated after ${status}`, outcome, {
      call,
      answers,
      error: ProblemError,
    });
  }
}

const ofOne: Readonly<Record<string, Outcome>> = {
  'a wait longer than the caller allows is an error at once': {
    answers: [limited('61')],
    ...isWorthwhile,
  },
  'the caller sets how long a wait may be': {
    answers: [limited('61'), found],
    waits: [61],
    maxRetryAfter: 61,
  },
  'waits for Retry-After are limited in sum': {
    answers: [limited('40'), limited('20'), limited('1')],
    waits: [40, 20],
    ...isWorthwhile,
  },
  'a 429 that names no time is repeated after a second': {
    answers: [
      aProblem(429, 'RateLimitExceeded'),
      limited('Mon, 23 Nov 2026 12:00:00 GMT'),
      limited('0'),
      found,
    ],
    waits: [1, 1, 1],
  },
  'an exhausted quota is an error at once, even in the last minute of the month': {
    answers: [aProblem(429, 'QuotaExceeded', {'retry-after': '5'})],
    error: ProblemError,
  },
  'a lookup is repeated when the connection breaks': {answers: [{cut: true}, found], waits: [1]},
  'a batch is not repeated when the connection breaks: it may have been counted': {
    call: 'batch',
    answers: [{cut: true}],
    error: NetworkError,
  },
  'a lookup is repeated after the error page of a proxy': {answers: [page, found], waits: [1]},
  'a batch is not repeated after the error page of a proxy': {
    call: 'batch',
    answers: [page],
    error: UnexpectedAnswer,
  },
  'failures of all kinds are counted together': {
    answers: [{cut: true}, page, limited('3'), unavailable, {cut: true}],
    waits: [1, 2, 3, 4],
    error: NetworkError,
    isRetryable: true,
  },
};

for (const [title, expected] of Object.entries(ofOne)) test(title, outcome, expected);

const {wait} = conductOf({baseUrl: '', apiKey: ''});

for (const owner of ['call', 'client'] as const) {
  for (const moment of ['before', 'in'] as const) {
    test(`a wait ends when the signal of the ${owner} is aborted ${moment} it`, async t => {
      const ending = new AbortController();
      const reason = new Error('Enough.');
      const end = () => ending.abort(reason);
      const signal = ending.signal;
      const {client, asked} = await scriptedClient(t, [limited('59')], {
        wait,
        onRetry: () => void (moment === 'before' ? end() : setImmediate(end)),
        ...(owner === 'client' && {signal}),
      });
      const call = client.get('/v1/dataset', owner === 'call' ? {signal} : {});
      t.is(await t.throwsAsync(call), reason);
      t.is(asked.length, 1);
    });
  }

  test(`a request ends when the signal of the ${owner} is aborted, and is not repeated`, async t => {
    const ending = new AbortController();
    const reason = new Error('Enough.');
    const signal = ending.signal;
    let sent = 0;
    const {client, waits} = await scriptedClient(t, [{}], {
      fetch: request => {
        sent += 1;
        const answer = fetch(request);
        ending.abort(reason);
        return answer;
      },
      ...(owner === 'client' && {signal}),
    });
    const call = client.vehiclesByPlates(['AB12345'], owner === 'call' ? {signal} : {});
    t.is(await t.throwsAsync(call), reason);
    t.is(sent, 1);
    t.deepEqual(waits, []);
  });
}

test('a wait that is over leaves nothing behind at the signal', async t => {
  const {signal} = new AbortController();
  await wait(0.001, signal);
  t.deepEqual(getEventListeners(signal, 'abort'), []);
});

for (const seconds of [3_000_000, Number.POSITIVE_INFINITY]) {
  test(`a wait of ${seconds} seconds, longer than timers take, does not end at once`, async t => {
    await t.throwsAsync(wait(seconds, AbortSignal.timeout(50)), {name: 'TimeoutError'});
  });
}
