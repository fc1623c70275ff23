import {Session} from 'node:inspector/promises';
import test, {type ExecutionContext} from 'ava';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
// It counts in what is loaded from here on.
await session.post('Profiler.startPreciseCoverage', {callCount: true, detailed: true});
const {endpoints} = await import('#src/api/index.ts');
const {startApi} = await import('../helpers/api/start-api.ts');
const {fakeServices} = await import('../helpers/fakes/services.ts');

/** How often blocks of the service and its libraries have run since it was last asked. */
const workDone = async (): Promise<number> => {
  const {result} = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({url}) => /^file:.*\/(?:src|core|node_modules)\//.test(url))
    .flatMap(({functions}) => functions.flatMap(({ranges}) => ranges))
    .reduce((sum, {count}) => sum + count, 0);
};

/** Nearly all that a head may have. */
const bytes = 15_000;

/** Texts that make parsers list, nest, convert and start again. */
const worst = [
  ...['\\"', '"', '"a', ',', 'a,', '1,', 'id,', ', ', ';', 'a=1,', ' ', '-', '9', '0.', '1e'],
  ...['handling=strict,', '[', '(', 'W/"x",', 'gzip;q=0.1,', '\xe5', 'A', '%', '/', '\t', '.'],
].map(unit => unit.repeat(bytes / unit.length));

/** A few blocks for each byte, whichever bytes they are; the rest is the work of a short request. */
const mostWork = 10 * bytes + 5000;

const start = async (t: ExecutionContext) => {
  const api = await startApi(t, fakeServices(), {corsOrigins: ['https://app.example']});
  await api.get('/v1/vehicles');
  await workDone();
  return api;
};

for (const name of [
  ...['Prefer', 'If-None-Match', 'Accept-Encoding', 'X-Request-Id', 'Traceparent', 'X-Api-Key'],
  ...['Origin', 'Expect', 'Accept', 'Content-Type', 'Content-Encoding', 'X-Forwarded-For'],
]) {
  test.serial(`whatever ${name} holds is read in work that is bounded by its length`, async t => {
    const {get} = await start(t);
    for (const text of worst) {
      await get('/v1/vehicles', {headers: {[name]: text}});
      const work = await workDone();
      t.true(work < mostWork, `${text.slice(0, 20)}: ${work}`);
    }
  });
}

const pairs = [
  ...['&', 'a&', 'a=1&', '=&', '[&', 'a[b]&', '%&', '%41&', '+'],
  ...['makeId&', 'page=1&'],
];

for (const Prefer of ['handling=lenient', 'handling=strict']) {
  test.serial(`whatever is asked under ${Prefer}, the query is read once`, async t => {
    const {get} = await start(t);
    for (const pair of pairs) {
      await get(`/v1/vehicles?${pair.repeat(bytes / pair.length)}`, {headers: {Prefer}});
      const work = await workDone();
      t.true(work < mostWork, `${pair}: ${work}`);
    }
  });
}

test.serial('whatever a path holds is read in work that is bounded by its length', async t => {
  const {get} = await start(t);
  for (const segment of ['/', 'a/', '%2F', '..%2F', 'A', '-', '9']) {
    await get(`/v1/vehicles/vin/${segment.repeat(bytes / segment.length)}`);
    const work = await workDone();
    t.true(work < mostWork, `${segment}: ${work}`);
  }
});

const parameters = new Map(
  endpoints.flatMap(({params, query}) => Object.entries({...params, ...query?.shape})),
);

test.serial('whatever a parameter holds is read in work that is bounded by its length', async t => {
  t.true(parameters.size > 60);
  await workDone();
  for (const [name, schema] of parameters) {
    for (const text of worst) schema.safeParse(text);
    const work = await workDone();
    t.true(work < mostWork * worst.length, `${name}: ${work}`);
  }
});
