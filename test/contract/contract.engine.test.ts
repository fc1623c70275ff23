import test, {type ExecutionContext} from 'ava';
import {dataErrors, type ErrorCode, errors, errorsOf} from '#src/api/errors.ts';
import {endpoints} from '#src/api/index.ts';
import type {AnyEndpoint} from '#src/http/endpoint/endpoint.ts';
import {exampleOf} from '#src/openapi/examples.ts';
import type {Services} from '#src/services.ts';
import {assertProblem} from '../helpers/api/assert-problem.ts';
import type {Answer} from '../helpers/api/start-api.ts';
import type {Copy} from '../helpers/api/start-copy.ts';
import {fixtureExtract, importFile, importSample} from '../helpers/extracts/import-extract.ts';
import {fileScope} from '../helpers/scope.ts';
import {askFor, momentary, provocations} from './provocations.ts';
import {issueKeys, startWorld, type World} from './world.ts';

type Endpoint = AnyEndpoint<Services>;

const shared = fileScope(test);
let copies: Awaited<ReturnType<typeof startWorld>>;
/** After another extract, so that a release has changes. */
test.before(async () => {
  const {prefix} = await importFile(shared, await fixtureExtract(shared));
  copies = await startWorld(shared, await importSample(shared, 20_000, prefix));
});

const aWorld = async (): Promise<World> => ({...copies, keys: await issueKeys(copies)});

/** An answer that the declaration allows: of its schema and nothing more, or one of its problems. */
const isDeclared = (t: ExecutionContext, endpoint: Endpoint, answer: Answer): void => {
  const {status, headers, body} = answer;
  t.truthy(headers['x-request-id']);
  if (status === 200 && endpoint.responses.mediaTypes) {
    t.true(endpoint.responses.mediaTypes.includes(String(headers['content-type'])));
  } else if (status === 200) {
    t.deepEqual(endpoint.responses[200].parse(body), body);
  } else if (status === 204) {
    t.is(endpoint.responses[204], null);
    t.is(body, undefined);
  } else {
    const {code} = body as {readonly code: ErrorCode};
    t.true(errorsOf(endpoint).includes(errors[code]), `${endpoint.path} answered ${code}`);
    assertProblem(t, answer, code);
  }
};

for (const endpoint of endpoints) {
  const {method = 'GET', path, operationId, responses} = endpoint;
  const name = `${method} ${path}`;
  const isFromData = dataErrors.every(kind => endpoint.errors.includes(kind));

  test.serial(`${name} answers its example as declared`, async t => {
    const {whole, keys} = await aWorld();
    const answer = await askFor(whole, endpoint, keys.good);
    t.is(answer.status, 200);
    isDeclared(t, endpoint, answer);
    if (!responses.mediaTypes) t.is(answer.headers['content-type'], 'application/json');
    t.is('x-dataset-version' in answer.headers, isFromData);
    const {data = [{}]} = answer.body as {readonly data?: readonly unknown[]};
    if (momentary.has(operationId)) t.true(data.length > 0, 'a list of nothing shows nothing');
    else t.deepEqual(answer.body, exampleOf(operationId).answer);
  });

  if (method === 'GET') {
    test.serial(`${name} tells HEAD what it tells GET, but for the body`, async t => {
      const {whole, keys} = await aWorld();
      const [got, headed] = [
        await askFor(whole, endpoint, keys.good),
        await askFor(whole, {...endpoint, method: 'HEAD'}, keys.good),
      ];
      t.is(headed.status, 200);
      t.is(headed.body, undefined);
      const own = ['date', 'x-request-id', 'ratelimit', 'content-length'];
      const names = Object.keys(got.headers).filter(header => !own.includes(header));
      for (const header of names) t.is(headed.headers[header], got.headers[header], header);
    });
  }

  if (method === 'GET' && isFromData) {
    test.serial(`${name} confirms an answer that is still right`, async t => {
      const {whole, keys} = await aWorld();
      const {headers} = await askFor(whole, endpoint, keys.good);
      const known = {headers: {'If-None-Match': headers.etag}};
      const confirmed = await askFor(whole, endpoint, keys.good, known);
      t.is(confirmed.status, 304);
      t.is(confirmed.body, undefined);
      for (const header of ['etag', 'x-dataset-version', 'cache-control', 'vary']) {
        t.truthy(headers[header], header);
        t.is(confirmed.headers[header], headers[header], header);
      }
    });
  }

  if (responses[204] === null) {
    test.serial(`${name} answers 204 for a vehicle without one`, async t => {
      const {whole, keys} = await aWorld();
      const statuses = new Set<number>();
      for (const vehicleId of await someVehicles(whole, keys.good)) {
        const answer = await askFor(whole, endpoint, keys.good, {params: {vehicleId}});
        isDeclared(t, endpoint, answer);
        statuses.add(answer.status);
      }
      t.deepEqual([...statuses].toSorted(), [200, 204]);
    });
  }

  test.serial(`${name} answers each problem it declares, as it declares it`, async t => {
    const world = await aWorld();
    for (const {code} of errorsOf(endpoint)) {
      const provoke = provocations[code as ErrorCode];
      if (provoke === undefined) return t.fail(`Nothing is known to cause ${code}.`);
      const answer = await provoke(world, endpoint);
      assertProblem(t, answer, code as ErrorCode);
      if (answer.status === 503) t.regex(String(answer.headers['retry-after']), /^[1-9]\d?$/);
    }
  });

  const takesInput = endpoint.params ?? endpoint.query ?? endpoint.body;
  if (!takesInput) continue;

  test.serial(`${name} answers odd input as it declares`, async t => {
    const {whole, keys} = await aWorld();
    const {params = {}, query = {}} = exampleOf(operationId);
    for (const odd of oddities) {
      const changes = [
        ...Object.keys(params).map(changed => ({params: {...params, [changed]: odd}})),
        ...Object.keys(endpoint.query?.shape ?? {}).map(changed => ({
          query: {...query, [changed]: odd},
        })),
        ...(endpoint.body ? [{body: odd}, {body: {plates: odd}}, {body: {plates: [odd]}}] : []),
      ];
      for (const change of changes) {
        const answer = await askFor(whole, endpoint, keys.good, change);
        if (answer.status === errors.RouteNotFound.status && odd === '') continue;
        isDeclared(t, endpoint, answer);
        t.true(answer.status < 500, JSON.stringify(change));
      }
    }
  });
}

/** The ids of enough vehicles that some lack a record. */
const someVehicles = async (copy: Copy, key: string): Promise<readonly string[]> => {
  const pages = await Promise.all(
    [1, 2, 3, 4, 5].map(page =>
      copy.get(`/v1/vehicles?sortBy=vin&page=${page}&pageSize=20`, {headers: {'X-Api-Key': key}}),
    ),
  );
  return pages.flatMap(({body}) =>
    (body as {readonly data: readonly {readonly id: string}[]}).data.map(({id}) => id),
  );
};

const oddities = [
  '',
  ' ',
  '-0',
  '0',
  '-1',
  '01',
  '1e3',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775808',
  '9'.repeat(400),
  '\u0000',
  '\u0663',
  'ß',
  'null',
  'undefined',
  '__proto__',
  '*',
  '"',
  '../../_cluster',
  '{"match_all":{}}',
  '\ud83d\ude97',
  'Å'.repeat(300),
];
