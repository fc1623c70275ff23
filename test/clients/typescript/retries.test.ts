import test from 'ava';
import {NetworkError, ProblemError, UnexpectedAnswer} from '#clients/typescript/src/index.ts';
import {
  aProblem,
  type Scripted,
  scriptedClient,
} from '../../helpers/api-clients/scripted-server.ts';

const found: Scripted = {headers: {'x-dataset-version': 'v1'}, body: {data: []}};
const unavailable = aProblem(503, 'SearchUnavailable');
const page: Scripted = {status: 502, headers: {'content-type': 'text/html'}, body: '<h1>Bad</h1>'};

/** What becomes of a call: its error, the waits of the client, how often it asked, and whether asking again is worthwhile. */
const outcome = test.macro({
  title: (title = '') => title,
  async exec(
    t,
    call: 'lookup' | 'batch',
    answers: readonly Scripted[],
    expected: {
      readonly waits: readonly number[];
      readonly error?: abstract new (...args: never[]) => Error;
      readonly isRetryable?: true;
      readonly maxRetryAfter?: number;
    },
  ) {
    const {maxRetryAfter = 60} = expected;
    const retries: number[] = [];
    const onRetry = (_: Error, seconds: number) => void retries.push(seconds);
    const {client, asked, waits} = await scriptedClient(t, answers, {maxRetryAfter, onRetry});
    const calling =
      call === 'lookup' ? client.get('/v1/dataset') : client.vehiclesByPlates(['AB12345']);
    const [{reason} = {}] = (await Promise.allSettled([calling])) as readonly {reason?: Error}[];
    t.is<unknown, unknown>(reason?.constructor, expected.error);
    if (reason) t.is((reason as ProblemError).isRetryable, expected.isRetryable ?? false);
    t.deepEqual(waits, expected.waits);
    t.deepEqual(retries, expected.waits);
    t.is(asked.length, expected.waits.length + 1);
    t.deepEqual([...new Set(asked.map(({body}) => body))].length, 1);
  },
});

const limited = (seconds: string) => aProblem(429, 'RateLimitExceeded', {'retry-after': seconds});

for (const call of ['lookup', 'batch'] as const) {
  test(`a ${call} waits as long as a 429 says`, outcome, call, [limited('7'), found], {waits: [7]});
  test(
    `a ${call} is repeated after 1, 2 and 4 seconds, then fails`,
    outcome,
    call,
    [aProblem(500, 'InternalError'), unavailable, unavailable, unavailable],
    {waits: [1, 2, 4], error: ProblemError, isRetryable: true},
  );
  test(
    `a ${call} waits longer where a 503 says so`,
    outcome,
    call,
    [
      aProblem(503, 'ServiceUnavailable', {'retry-after': '5'}),
      aProblem(503, 'ServiceUnavailable', {'retry-after': '1'}),
      found,
    ],
    {waits: [5, 2]},
  );
  for (const [status, code] of [
    [400, 'ValidationFailed'],
    [401, 'ApiKeyInvalid'],
    [402, 'PaymentRequired'],
    [404, 'VehicleNotFound'],
    [413, 'PayloadTooLarge'],
    [405, 'A code of the future'],
  ] as const) {
    test(`a ${call} is not repeated after ${status}`, outcome, call, [aProblem(status, code)], {
      waits: [],
      error: ProblemError,
    });
  }
}

test(
  'a wait longer than the caller allows is an error at once',
  outcome,
  'lookup',
  [limited('61')],
  {
    waits: [],
    error: ProblemError,
    isRetryable: true,
  },
);
test('the caller sets how long a wait may be', outcome, 'lookup', [limited('61'), found], {
  waits: [61],
  maxRetryAfter: 61,
});
test(
  'waits for Retry-After are limited in sum',
  outcome,
  'lookup',
  [limited('40'), limited('20'), limited('1')],
  {waits: [40, 20], error: ProblemError, isRetryable: true},
);
test(
  'a 429 that names no time is repeated after a second',
  outcome,
  'lookup',
  [
    aProblem(429, 'RateLimitExceeded'),
    limited('Mon, 23 Nov 2026 12:00:00 GMT'),
    limited('0'),
    found,
  ],
  {waits: [1, 1, 1]},
);
test(
  'an exhausted quota is an error at once, even in the last minute of the month',
  outcome,
  'lookup',
  [aProblem(429, 'QuotaExceeded', {'retry-after': '5'})],
  {waits: [], error: ProblemError},
);

test('a lookup is repeated when the connection breaks', outcome, 'lookup', [{cut: true}, found], {
  waits: [1],
});
test(
  'a batch is not repeated when the connection breaks: it may have been counted',
  outcome,
  'batch',
  [{cut: true}],
  {waits: [], error: NetworkError},
);
test('a lookup is repeated after the error page of a proxy', outcome, 'lookup', [page, found], {
  waits: [1],
});
test('a batch is not repeated after the error page of a proxy', outcome, 'batch', [page], {
  waits: [],
  error: UnexpectedAnswer,
});
test(
  'failures of all kinds are counted together',
  outcome,
  'lookup',
  [{cut: true}, page, limited('3'), unavailable, {cut: true}],
  {waits: [1, 2, 3, 4], error: NetworkError, isRetryable: true},
);
