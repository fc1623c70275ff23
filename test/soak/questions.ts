import {isDeepStrictEqual} from 'node:util';
import {newApiKey} from '#core/access/api-key.ts';
import {type Random, weighted} from '#sample/random.ts';
import type {Dataset} from './imports.ts';
import {referenceEntry, referenceList, search} from './list-questions.ts';
import {type Ask, byId, byPlate, byPlates, byVin, type Question, recordOf} from './question.ts';

type DatasetBody = {readonly version: string; readonly vehicleCount: number};

const dataset: Ask = () => ({
  path: '/v1/dataset',
  isBody: (body, expected) => {
    const {version, vehicleCount} = body as DatasetBody;
    return isDeepStrictEqual({version, vehicleCount}, expected);
  },
  expected: ({version, documents}) => ({
    status: 200,
    body: {version, vehicleCount: documents.length},
  }),
});

const usage: Ask = () => ({path: '/v1/usage', cost: 0, always: {status: 200}});

const malformed: readonly Question[] = [
  ...['/v1/vehicles/x', '/v1/vehicles?page=0', '/v1/vehicles?page=1000&pageSize=20'],
  ...['/v1/vehicles/plate/%C3%9F', '/v1/makes?pageSize=51', '/v1/colors/1.0'],
].map(path => ({path, always: {status: 400, code: 'ValidationFailed'}}));

/** Questions that are refused before anything is looked up; only the malformed ones cost. */
const refused: readonly Question[] = [
  ...malformed,
  {path: '/v1/vehicles/1', key: null, cost: 0, always: {status: 401, code: 'ApiKeyMissing'}},
  {path: '/v1/vehicles/1', key: 'x', cost: 0, always: {status: 401, code: 'ApiKeyInvalid'}},
  {path: '/v1/nothing', cost: 0, always: {status: 404, code: 'RouteNotFound'}},
  {path: '/v1/colors', method: 'DELETE', cost: 0, always: {status: 405, code: 'MethodNotAllowed'}},
  {
    path: '/v1/vehicles/plates',
    method: 'POST',
    body: '{"plates":[]}',
    always: {status: 400, code: 'ValidationFailed'},
  },
  {
    path: '/v1/vehicles/plates',
    method: 'POST',
    body: 'x'.repeat(66_000),
    cost: 0,
    always: {status: 413, code: 'PayloadTooLarge'},
  },
];

const refusal: Ask = random =>
  random.chance(0.1)
    ? {
        path: '/v1/vehicles/1',
        key: newApiKey('live', 'a'.repeat(10)),
        cost: 0,
        always: {status: 401, code: 'ApiKeyInvalid'},
      }
    : random.pick(refused);

const kind = weighted<Ask>([
  [byId, 20],
  [byPlate, 20],
  [byVin, 8],
  [byPlates, 8],
  [recordOf, 8],
  [search, 14],
  [referenceList, 8],
  [referenceEntry, 6],
  [dataset, 2],
  [usage, 1],
  [refusal, 6],
]);

/** A question of the mix that clients ask. */
export const anyQuestion = (random: Random, dataset: Dataset): Question =>
  kind(random)(random, dataset);
