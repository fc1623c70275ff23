import type {ErrorCode} from '#src/api/errors.ts';
import {type AnyEndpoint, pathNames} from '#src/http/endpoint/endpoint.ts';
import {type Example, exampleOf, exampleTarget} from '#src/openapi/examples.ts';
import type {Services} from '#src/services.ts';
import type {Answer, Call} from '../helpers/api/start-api.ts';
import type {Copy} from '../helpers/api/start-copy.ts';
import type {World} from './world.ts';

type Endpoint = AnyEndpoint<Services>;
type Asked = Pick<Endpoint, 'path' | 'operationId'> & {readonly method?: string};

/** Asks a copy for the example of an endpoint, but for what a test changes. */
export const askFor = (
  copy: Copy,
  {method = 'GET', path, operationId}: Asked,
  key: string | undefined,
  changes: Partial<Example> & Pick<Call, 'headers'> = {},
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
  (code: ErrorCode): Provoke =>
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
  PaymentRequired: ({whole, keys}, endpoint) => askFor(whole, endpoint, keys.unpaid),
  ExportsNotIncluded: ({whole, keys}, endpoint) => askFor(whole, endpoint, keys.withoutExports),
  ExportNotFound: ({whole, keys}, endpoint) => {
    const {params} = exampleOf(endpoint.operationId);
    return askFor(whole, endpoint, keys.good, {params: {...params, serial: '999'}});
  },
  RangeNotSatisfiable: ({whole, keys}, endpoint) =>
    askFor(whole, endpoint, keys.good, {headers: {Range: 'bytes=999999999-'}}),
  RateLimitExceeded: async ({whole, keys}, endpoint) => {
    await askFor(whole, endpoint, keys.hurried);
    return askFor(whole, endpoint, keys.hurried);
  },
  QuotaExceeded: ({whole, keys}, endpoint) => askFor(whole, endpoint, keys.spent),
  ValidationFailed: malformed,
  ApiKeyMissing: ({whole}, endpoint) => askFor(whole, endpoint, undefined),
  ApiKeyInvalid: ({whole, keys}, endpoint) => askFor(whole, endpoint, `${keys.good}x`),
  VehicleNotFound: notFound('VehicleNotFound'),
  MakeNotFound: notFound('MakeNotFound'),
  ModelNotFound: notFound('ModelNotFound'),
  VariantNotFound: notFound('VariantNotFound'),
  DesignationTypeNotFound: notFound('DesignationTypeNotFound'),
  ColorNotFound: notFound('ColorNotFound'),
  KindNotFound: notFound('KindNotFound'),
  UsageNotFound: notFound('UsageNotFound'),
  EmissionStandardNotFound: notFound('EmissionStandardNotFound'),
  EquipmentNotFound: notFound('EquipmentNotFound'),
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
