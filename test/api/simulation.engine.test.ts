import test, {type ExecutionContext} from 'ava';
import {issuedKeys} from '#core/access/issued-keys.ts';
import {lateSeconds, type TestCase, testCases} from '#core/domain/test-cases.ts';
import {testData} from '#sample/test-data.ts';
import {endpoints} from '#src/api/index.ts';
import {filledPath} from '#src/http/endpoint/endpoint.ts';
import {type Endpoint, provocations, startWorld, type World} from '../contract/provocations.ts';
import {assertProblem} from '../helpers/api/assert-problem.ts';
import type {Answer} from '../helpers/api/start-api.ts';
import {type Copy, startCopy} from '../helpers/api/start-copy.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {aFile} from '../helpers/extracts/files.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
import {runIndexer} from '../helpers/processes/run-indexer.ts';
import {fileScope} from '../helpers/scope.ts';

const shared = fileScope(test);
/** The live environment. */
let world: World;
let testCopy: Copy;
/** Another process of the same service, which gives its requests less time than a late case takes. */
let otherCopy: Copy;

/** Data of the register, in which a vehicle has the plate that the test environment answers 429 for. */
const importLive = async (): Promise<string> => {
  const name = 'ESStatistikListeModtag-20261108-031500.xml';
  const file = await aFile(shared, testData().replaceAll('20000<', '42900<'), name);
  return (await importFile(shared, file)).prefix;
};

test.before(async t => {
  const {client: elasticsearch, prefix} = anInstallation(shared);
  const imported = await runIndexer(shared, ['import-test-data'], {INDEX_PREFIX: prefix});
  t.is(imported.code, 0, imported.stderr);
  world = await startWorld(shared, await importLive());
  testCopy = await startCopy(shared, {elasticsearch, redis: world.redis}, prefix, 'test');
  otherCopy = await startCopy(shared, {elasticsearch, redis: world.redis}, prefix, 'test', {
    timeoutMs: lateSeconds * 900,
  });
});

/** A developer with a key for each environment. */
const aDeveloper = async () => {
  const {accountId, key: liveKey} = await anAccount(world.redis);
  const issued = await issuedKeys(world.redis, 'test').issue(accountId);
  const key = issued?.key ?? '';
  const ask = (path: string, body?: unknown) =>
    body === undefined
      ? testCopy.get(path, {headers: {'X-Api-Key': key}})
      : testCopy.post(path, JSON.stringify(body), {headers: {'X-Api-Key': key}});
  const used = async () => ((await ask('/v1/usage')).body as {readonly used: number}).used;
  return {key, liveKey, ask, used};
};

type Ask = Awaited<ReturnType<typeof aDeveloper>>['ask'];

const ofVehicles = endpoints.filter(({path}) => path.startsWith('/v1/vehicles'));

const isSearch = ({query}: Endpoint): boolean => 'registrationNumber' in (query?.shape ?? {});

/** What each endpoint answers to a case, and after how long, but for that of VINs where the case has none. */
const answersTo = (ask: Ask, {id, plate, vin}: TestCase) => {
  const values: Readonly<Record<string, string | undefined>> = {id, vehicleId: id, plate, vin};
  const asked = ofVehicles.filter(({path}) => vin !== undefined || !path.includes('{vin}'));
  return Promise.all(
    asked.map(async endpoint => {
      const path = filledPath(endpoint.path, name => encodeURIComponent(values[name] ?? ''));
      const query = isSearch(endpoint) ? `?registrationNumber=${encodeURIComponent(plate)}` : '';
      const start = performance.now();
      const answer = await ask(path + query, endpoint.body && {plates: [plate]});
      return {endpoint, answer, seconds: (performance.now() - start) / 1000};
    }),
  );
};

type Item = {
  readonly id: string;
  readonly vehicle?: {readonly id: string} | null;
  readonly error?: {readonly code: string};
};

const itemsOf = ({body}: Answer): readonly Item[] => (body as {readonly data: Item[]}).data;

/** The vehicle that carries a plate now. */
const carrierOf = (wanted: string) => testCases.find(({plate}) => plate === wanted)?.id;

const assertFound = (
  t: ExecutionContext,
  {id, plate, without}: TestCase,
  endpoint: Endpoint,
  answer: Answer,
): void => {
  const {path, body} = endpoint;
  const record = path.split('/{vehicleId}/')[1];
  t.is(answer.status, without.some(each => each === record) ? 204 : 200, path);
  if (record !== undefined) return;
  if (body) t.is(itemsOf(answer)[0]?.vehicle?.id, carrierOf(plate));
  else if (isSearch(endpoint)) t.is(itemsOf(answer)[0]?.id, carrierOf(plate));
  else t.like(answer.body, {id: path.includes('{plate}') ? carrierOf(plate) : id}, path);
};

/** What is the same in every answer of its kind, with `#` for each number. */
const kindOf = ({status, headers, body}: Answer) => {
  const own = ['date', 'x-request-id', 'content-length', 'requestId', 'traceId', 'instance'];
  const lasting = (members: object) =>
    Object.entries(members)
      .filter(([name]) => !own.includes(name))
      .map(([name, value]) => [name, String(value).replaceAll(/\d+/g, '#')]);
  return {status, headers: lasting(headers), body: lasting(body as object)};
};

for (const testCase of testCases) {
  const {number, answer: expected, failsTwice} = testCase;

  if (failsTwice) {
    test(`${number} fails twice as ${failsTwice} for each key, then is found, in whatever process`, async t => {
      const [one, another] = [await aDeveloper(), await aDeveloper()];
      const {id, plate, vin} = testCase;
      const paths = [`plate/${plate}?expand=engine,inspection`, `${id}/engine`, `vin/${vin}`];
      const tags = new Map<string, string>();
      for (const path of [...paths, ...paths]) {
        const asked = `/v1/vehicles/${path}`;
        const headers = {'X-Api-Key': one.key, 'If-None-Match': tags.get(asked) ?? ''};
        assertProblem(t, await one.ask(asked), failsTwice);
        assertProblem(t, await otherCopy.get(asked, {headers}), failsTwice);
        const found = await one.ask(asked);
        t.is(found.status, 200, asked);
        tags.set(asked, String(found.headers.etag));
        assertProblem(t, await another.ask(`/v1/vehicles/plate/${plate}`), failsTwice);
        t.is((await another.ask('/v1/vehicles/20000?expand=engine')).status, 200);
        assertProblem(t, await another.ask('/v1/vehicles/plates', {plates: [plate]}), failsTwice);
        t.is((await another.ask(`/v1/vehicles?registrationNumber=${plate}`)).status, 200);
      }
      t.is(await one.used(), paths.length * 2);
    });

    test(`${number} among other vehicles of a search is like any of them`, async t => {
      const {ask} = await aDeveloper();
      const found = await ask('/v1/vehicles?expand=engine&sortBy=id&pageSize=20');
      t.is(found.status, 200);
      t.true(itemsOf(found).some(({id}) => id === testCase.id));
    });
  } else if (expected === 'vehicle' || expected === 'late') {
    test(`${number} is a vehicle`, async t => {
      const {ask, key} = await aDeveloper();
      const headers = {'X-Api-Key': key};
      const path = `/v1/vehicles/${testCase.id}?expand=engine`;
      const [answers, expanded] = await Promise.all([
        answersTo(ask, testCase),
        otherCopy.get(path, {headers}),
      ]);
      t.is(expanded.status, 200);
      for (const {endpoint, answer, seconds} of answers) {
        assertFound(t, testCase, endpoint, answer);
        // Timers may fire a little early.
        if (expected === 'late') t.true(seconds > lateSeconds - 0.1, endpoint.path);
      }
    });
  } else if (expected === 'VehicleNotFound' || expected === 'ValidationFailed') {
    test(`${number} is answered ${expected}, in a batch for its item`, async t => {
      const {ask} = await aDeveloper();
      const isAbsent = expected === 'VehicleNotFound';
      for (const {endpoint, answer} of await answersTo(ask, testCase)) {
        if (endpoint.body) {
          t.is(itemsOf(answer)[0]?.error?.code, isAbsent ? expected : 'InvalidPlate');
        } else if (isSearch(endpoint) && isAbsent) {
          t.deepEqual(itemsOf(answer), []);
        } else {
          assertProblem(t, answer, expected);
        }
      }
    });
  } else {
    test(`${number} is answered as ${expected} is in earnest, and costs nothing`, async t => {
      const {ask, used} = await aDeveloper();
      for (const {endpoint, answer} of await answersTo(ask, testCase)) {
        const inEarnest = await provocations[expected]?.(world, endpoint);
        if (inEarnest === undefined) return t.fail(`Nothing is known to cause ${expected}.`);
        assertProblem(t, answer, expected);
        t.deepEqual(kindOf(answer), kindOf(inEarnest), endpoint.path);
      }
      t.is(await used(), 0);
    });
  }
}

test('the plate of two vehicles in turn finds both in a search, the current one first', async t => {
  const {ask} = await aDeveloper();
  const ids = itemsOf(await ask('/v1/vehicles?registrationNumber=TE20001')).map(({id}) => id);
  t.deepEqual(ids, ['20001', '20002']);
});

test('a vehicle of which nothing is known has all its members, and no value', async t => {
  const {ask} = await aDeveloper();
  const {id, vin, registrationNumber, plates, registrationStatus, ...others} = (
    await ask('/v1/vehicles/20004')
  ).body as Readonly<Record<string, unknown>>;
  t.deepEqual([id, registrationStatus], ['20004', 'NotRegistered']);
  t.true(Object.values(others).every(value => value === null || String(value) === ''));
});

test('a batch is answered as the first problem of its cases, and counts for nothing', async t => {
  const {ask, used} = await aDeveloper();
  const plates = ['TE20000', 'TE40400', 'te-42900', 'TE50300'];
  const answer = await ask('/v1/vehicles/plates', {plates});
  assertProblem(t, answer, 'RateLimitExceeded');
  t.is(answer.headers['retry-after'], '2');
  const recovering = {plates: ['TE42902', 'TE50301']};
  const refused = ['RateLimitExceeded', 'RateLimitExceeded', 'ServiceUnavailable'] as const;
  for (const code of refused) assertProblem(t, await ask('/v1/vehicles/plates', recovering), code);
  const late = await ask('/v1/changes?since=1&plates=TE20007,TE40200');
  assertProblem(t, late, 'PaymentRequired');
  t.is(await used(), 0);
});

test('in the live environment the cases are plates, VINs and ids like any other', async t => {
  const {liveKey} = await aDeveloper();
  const live = (path: string) => world.whole.get(path, {headers: {'X-Api-Key': liveKey}});
  for (const path of ['42900', 'plate/TE42900', 'vin/TEST0000000042900', '42900/engine']) {
    t.is((await live(`/v1/vehicles/${path}`)).status, 200, path);
  }
  for (const {plate, answer} of testCases) {
    if (['vehicle', 'ValidationFailed'].includes(answer) || plate === 'TE42900') continue;
    const status = answer === 'late' ? 200 : 404;
    t.is((await live(`/v1/vehicles/plate/${plate}`)).status, status, plate);
  }
});

test('a key is good in its own environment alone', async t => {
  const {key, liveKey} = await aDeveloper();
  const [path, headers] = ['/v1/vehicles/20001', {'X-Api-Key': liveKey}];
  const inTest = assertProblem(t, await testCopy.get(path, {headers}), 'ApiKeyInvalid');
  t.regex(String(inTest.detail), /^The key is for the live environment/);
  assertProblem(t, await world.whole.get(path, {headers: {'X-Api-Key': key}}), 'ApiKeyInvalid');
});
