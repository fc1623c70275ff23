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

type Outcome = {
  readonly answers: readonly Scripted[];
  /** By default a lookup. */
  readonly call?: 'lookup' | 'batch';
  readonly waits?: readonly number[];
  readonly error?: abstract new (...args: never[]) => Error;
  readonly isRetryable?: true;
  readonly maxRetryAfter?: number;
};

/** What becomes of a call: its error, the waits of the client, how often it asked, and whether asking again is worthwhile. */
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
    t.deepEqual([...new Set(asked.map(({body}) => body))].length, 1);
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
