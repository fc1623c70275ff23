import {accounts} from '#core/access/accounts.ts';
import type {PlanLimits} from '#core/access/plans.ts';
import type {RedisClient} from '#core/access/redis.ts';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {createRedisClient} from '#core/clients/redis.ts';
import {createLog} from '#core/log/log.ts';
import {type ErrorCode, errors} from '#src/api/errors.ts';
import {type AnyEndpoint, pathNames} from '#src/http/endpoint/endpoint.ts';
import {type Example, exampleOf, exampleTarget} from '#src/openapi/examples.ts';
import type {Services} from '#src/services.ts';
import type {Engines} from '#src/wiring.ts';
import {writtenExport} from '../exports/written-export.ts';
import type {Answer, Call} from '../helpers/api/start-api.ts';
import {type Copy, startCopy} from '../helpers/api/start-copy.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {engineProxy} from '../helpers/engines/elasticsearch-proxy.ts';
import {startRedis} from '../helpers/engines/redis.ts';
import {testClient, testPrefix} from '../helpers/engines/test-index.ts';
import type {Scope} from '../helpers/scope.ts';

/** A port that nothing listens on. */
const nowhere = '127.0.0.1:1';

const engineAt = (t: Scope, node: string) => {
  const client = createElasticsearchClient({
    elasticsearch: {nodes: [node], auth: undefined, ca: undefined},
  });
  t.teardown(() => client.close());
  return client;
};

const redisNowhere = (t: Scope) => {
  const redis = createRedisClient(
    {redis: {kind: 'server', url: `redis://${nowhere}`}},
    createLog('silent'),
  );
  t.teardown(() => redis.disconnect());
  return redis;
};

const mistaken = {status: 400, body: {error: {type: 'a fault of ours'}, status: 400}};

/**
 * Keys that are good, without a plan, without exports, of an account whose record is spoiled, of a month that is
 * used up, and of one request a minute: a new one each time.
 */
const issueKeys = async (redis: RedisClient) => {
  const keyOf = async (plan: string, grant: Partial<PlanLimits>) =>
    (await anAccount(redis, grant, {plan})).key;
  const unpaid = await anAccount(redis, {}, {plan: 'ending'});
  await accounts(redis).setPlan(unpaid.accountId, undefined);
  const spoiled = await anAccount(redis, {}, {plan: 'spoiled'});
  await redis.hset(`account:{${spoiled.accountId}}`, 'createdAt', 'never');
  return {
    good: await keyOf('ample', {}),
    unpaid: unpaid.key,
    withoutExports: await keyOf('paging', {exports: false}),
    spoiled: spoiled.key,
    spent: await keyOf('nothing', {monthlyRequests: 0}),
    hurried: () => keyOf('slow', {requestsPerMinute: 1}),
  };
};

/**
 * Copies of the API on the real engines, each in a state of the world that a client can meet: all is
 * well, no import yet, Elasticsearch or Redis away, or a question that Elasticsearch finds wrong.
 */
export const startWorld = async (t: Scope, indexPrefix: string) => {
  const {redis} = await startRedis(t);
  const engines = {elasticsearch: testClient(t), redis};
  const directory = writtenExport(t);
  const proxy = await engineProxy(t, () => mistaken);
  const start = (changed: Partial<Engines>, exports?: {readonly directory: string}) =>
    startCopy(t, {...engines, ...changed}, indexPrefix, 'live', exports && {exports});
  return {
    redis,
    keys: await issueKeys(redis),
    whole: await start({}, {directory}),
    beforeImport: await startCopy(t, engines, testPrefix()),
    withoutSearch: await start({elasticsearch: engineAt(t, `http://${nowhere}`)}),
    // With a file where the folder of the exports should be.
    atFault: await start({elasticsearch: engineAt(t, proxy)}, {directory: `${directory}/secret`}),
    withoutKeys: await start({redis: redisNowhere(t)}),
  };
};

export type World = Awaited<ReturnType<typeof startWorld>>;

export type Endpoint = AnyEndpoint<Services>;
export type Changes = Partial<Example> & Pick<Call, 'headers' | 'method'>;

/** Asks a copy for the example of an endpoint, but for what a test changes. */
export const askFor = (
  copy: Copy,
  {method: declared = 'GET', path, operationId}: Endpoint,
  key: string | undefined,
  {method = declared, ...changes}: Changes = {},
): Promise<Answer> => {
  const example = {...exampleOf(operationId), ...changes};
  const headers = {'X-Api-Key': key, ...changes.headers};
  const body = example.body === undefined ? undefined : JSON.stringify(example.body);
  return copy.get(exampleTarget(path, example), {method, headers, ...(body && {body})});
};

/** Operations whose response depends on the time of the request, or on the releases. */
export const momentary: ReadonlySet<string> = new Set([
  'getDataset',
  'getAccountUsage',
  'listChanges',
  'getVehicleChanges',
  'listReleases',
  'listExports',
  'getExportFile',
]);

/** Values that no import has: the greatest possible id, and a plate and a VIN without a vehicle. */
const absent: Readonly<Record<string, string>> = {plate: 'QQQQQQQQQQ', vin: 'NOBODYS'};
const greatestId = '9223372036854775807';

/** The parameter that names what a code says is not there: `ModelNotFound` → `modelId`, else `id`. */
const naming = (endpoint: Endpoint, code: string): string => {
  const thing = code.replace('NotFound', '');
  const own = `${thing.charAt(0).toLowerCase()}${thing.slice(1)}Id`;
  const named = [own, 'id', 'vin', 'plate'].find(name => pathNames(endpoint.path).includes(name));
  if (named === undefined) throw new Error(`No parameter of ${endpoint.path} can cause ${code}.`);
  return named;
};

const notFound =
  (code: string): Provoke =>
  ({whole, keys}, endpoint) => {
    const name = naming(endpoint, code);
    const params = {...exampleOf(endpoint.operationId).params, [name]: absent[name] ?? greatestId};
    return askFor(whole, endpoint, keys.good, {params});
  };

/** The first of what an endpoint reads, in a form that cannot be right. */
const malformed: Provoke = ({whole, keys}, endpoint) => {
  const [name] = pathNames(endpoint.path);
  const {params} = exampleOf(endpoint.operationId);
  if (endpoint.body) return askFor(whole, endpoint, keys.good, {body: {plates: []}});
  if (name === undefined) {
    const isList = 'page' in (endpoint.query?.shape ?? {});
    const query = isList ? {page: '0'} : {groupBy: 'ß', since: 'ß'};
    return askFor(whole, endpoint, keys.good, {query});
  }
  if (name === 'vin') return whole.get('/v1/vehicles/vin/%FF', {headers: {'X-Api-Key': keys.good}});
  return askFor(whole, endpoint, keys.good, {params: {...params, [name]: 'ß'}});
};

type Provoke = (world: World, endpoint: Endpoint) => Promise<Answer>;

/** How each problem comes about in the real world. */
export const provocations: Readonly<Partial<Record<ErrorCode, Provoke>>> = {
  ...Object.fromEntries(
    Object.keys(errors)
      .filter(code => code.endsWith('NotFound'))
      .map(code => [code, notFound(code)]),
  ),
  PaymentRequired: ({whole, keys}, endpoint) => askFor(whole, endpoint, keys.unpaid),
  ExportsNotIncluded: ({whole, keys}, endpoint) => askFor(whole, endpoint, keys.withoutExports),
  ExportNotFound: ({whole, keys}, endpoint) => {
    const {params} = exampleOf(endpoint.operationId);
    return askFor(whole, endpoint, keys.good, {params: {...params, serial: '999'}});
  },
  RangeNotSatisfiable: ({whole, keys}, endpoint) =>
    askFor(whole, endpoint, keys.good, {headers: {Range: 'bytes=999999999-'}}),
  RateLimitExceeded: async ({whole, keys}, endpoint) => {
    const hurried = await keys.hurried();
    await askFor(whole, endpoint, hurried);
    return askFor(whole, endpoint, hurried);
  },
  QuotaExceeded: ({whole, keys}, endpoint) => askFor(whole, endpoint, keys.spent),
  ValidationFailed: malformed,
  ApiKeyMissing: ({whole}, endpoint) => askFor(whole, endpoint, undefined),
  ApiKeyInvalid: ({whole, keys}, endpoint) => askFor(whole, endpoint, `${keys.good}x`),
  ChangesExpired: ({whole, keys}, endpoint) =>
    askFor(whole, endpoint, keys.good, {query: {since: '0'}}),
  PayloadTooLarge: ({whole, keys}, endpoint) =>
    askFor(whole, endpoint, keys.good, {body: {plates: ['A'.repeat(65_536)]}}),
  InternalError: ({atFault, whole, keys}, endpoint) =>
    endpoint.tag === 'Account'
      ? askFor(whole, endpoint, keys.spoiled)
      : askFor(atFault, endpoint, keys.good),
  DatasetNotLoaded: ({beforeImport, keys}, endpoint) => askFor(beforeImport, endpoint, keys.good),
  SearchUnavailable: ({withoutSearch, keys}, endpoint) =>
    askFor(withoutSearch, endpoint, keys.good),
  ServiceUnavailable: ({withoutKeys, keys}, endpoint) => askFor(withoutKeys, endpoint, keys.good),
};
