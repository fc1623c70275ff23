import test, {type ExecutionContext} from 'ava';
import {type ReferenceDocument, referenceKey} from '#mappings/reference-document.ts';
import type {Services} from '#src/services.ts';
import {assertProblem} from '../helpers/api/assert-problem.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {aReference} from '../helpers/fakes/reference.ts';
import {fakeServices, versioned} from '../helpers/fakes/services.ts';

/** The API with one entry in every list, and what it is asked for. */
const startWith = async (t: ExecutionContext, entry: ReferenceDocument, totalCount = 1) => {
  const keys: string[] = [];
  const searches: Parameters<Services['references']['list']>[] = [];
  const services = fakeServices({
    references: {
      byId: async (list, parents, id) => {
        keys.push(referenceKey(list, parents, id));
        return versioned(entry);
      },
      list: async (list, parents, search) => {
        searches.push([list, parents, search]);
        return versioned({documents: [entry], totalCount});
      },
    },
  });
  const {get} = await startApi(t, services);
  return {keys, searches, get};
};

const ofModel = {makeId: '19001', modelId: '19001001'};

/** An entry with all that any list answers. */
const complete = aReference({...ofModel, originalName: 'Citroën'});

/** Of every list. */
const paths = [
  ...['/v1/colors', '/v1/kinds', '/v1/usages', '/v1/emission-standards', '/v1/equipment'],
  ...['/v1/makes', '/v1/makes/19001/models'],
  ...['variants', 'designation-types'].map(list => `/v1/makes/19001/models/19001001/${list}`),
];

for (const path of paths) {
  test(`${path} takes pages of up to 50`, async t => {
    const {get, searches} = await startWith(t, complete, 5_000);
    t.is((await get(`${path}?page=100&pageSize=50`)).status, 200);
    t.deepEqual(
      searches.map(([, , {page}]) => page),
      [{number: 100, size: 50}],
    );
    const tooLarge = await get(`${path}?pageSize=51&page=0`);
    t.deepEqual(assertProblem(t, tooLarge, 'ValidationFailed').errors, {
      PageOutOfRange: ['Page must be at least 1.'],
      PageSizeOutOfRange: ['Page size must be at least 1 and at most 50.'],
    });
    const past = await get(`${path}?page=101&pageSize=50`);
    t.deepEqual(assertProblem(t, past, 'ValidationFailed').errors, {
      PageOutOfRange: ['Page must be at least 1 and at most 100, the last page.'],
    });
  });
}

test('a name without a translation is its own original name', async t => {
  const {get} = await startWith(t, aReference({list: 'colors', id: '99', name: 'Ny farve'}));
  const expected = {id: '99', name: 'Ny farve', originalName: 'Ny farve'};
  t.deepEqual((await get('/v1/colors/99')).body, expected);
  t.like((await get('/v1/colors')).body, {data: [expected]});
});

test('an entry without a name is a fault, and so is a page that holds it', async t => {
  const {name: _, ...nameless} = aReference();
  const {get} = await startWith(t, nameless as never);
  for (const path of ['/v1/makes/19001', '/v1/makes']) {
    assertProblem(t, await get(path), 'InternalError');
  }
});

const ids = test.macro({
  title: (_, sent: string, read: string) => `the id ${sent} is asked for as ${read}`,
  async exec(t, sent: string, read: string) {
    const entry = aReference({...ofModel, list: 'variants'});
    const {get, keys, searches} = await startWith(t, entry);
    await get(`/v1/makes/${sent}/models/${sent}/variants/${sent}`);
    await get(`/v1/makes/${sent}/models/${sent}/variants`);
    t.deepEqual(keys, [`variants:${read}:${read}:${read}`]);
    t.deepEqual(
      searches.map(([, parents]) => parents),
      [{makeId: read, modelId: read}],
    );
  },
});

test(ids, '9223372036854775807', '9223372036854775807');
test(ids, '-0', '0');
test(ids, '%31', '1');

const isMalformed = test.macro({
  title: (_, path: string) => `${path} is malformed, by no rule`,
  async exec(t, path: string) {
    const {get, keys, searches} = await startWith(t, aReference());
    const problem = assertProblem(t, await get(path), 'ValidationFailed');
    t.false('errors' in problem);
    t.deepEqual([keys, searches], [[], []]);
  },
});

test(isMalformed, '/v1/colors/red');
test(isMalformed, '/v1/colors/01');
test(isMalformed, '/v1/makes/x/models');
test(isMalformed, '/v1/makes/1/models/x');
test(isMalformed, '/v1/makes/1/models/9223372036854775808/variants');
test(isMalformed, '/v1/makes/x/models/1/designation-types/1');
test(isMalformed, '/v1/makes?q=a&q=b');
test(isMalformed, '/v1/makes?q[]=a');
test(isMalformed, '/v1/makes?q=%E0%A4%A');
test(isMalformed, '/v1/makes?page=1.5');
test(isMalformed, '/v1/kinds?page=1&page=2');

const orphaned = test.macro({
  title: (_, missingParent: string, list: string, page: number) =>
    `page ${page} of ${list} is refused for the parent that ${missingParent} lacks`,
  async exec(t, missingParent: 'makes' | 'models', list: string, page: number) {
    const services = fakeServices({references: {list: async () => versioned({missingParent})}});
    const api = await startApi(t, services);
    const refused = await api.get(`/v1/makes/1/${list}?page=${page}`);
    assertProblem(t, refused, missingParent === 'makes' ? 'MakeNotFound' : 'ModelNotFound');
    t.is(refused.headers['x-dataset-version'], '20260101-120000-0001');
  },
});

for (const page of [1, 999]) {
  test(orphaned, 'makes', 'models', page);
  for (const list of ['models/2/variants', 'models/2/designation-types']) {
    test(orphaned, 'makes', list, page);
    test(orphaned, 'models', list, page);
  }
}

test('any page of an empty list is empty', async t => {
  const api = await startApi(t, fakeServices());
  const {status, body} = await api.get('/v1/makes/1/models?page=999&pageSize=50');
  t.is(status, 200);
  const metadata = {page: 999, pageSize: 50, totalCount: 0, totalPages: 0};
  t.deepEqual(body, {data: [], metadata});
});

const isReadAs = test.macro({
  title: (_, query: string, read: string | undefined) =>
    `?${query} looks for ${read ?? 'all names'}`,
  async exec(t, query: string, read: string | undefined) {
    const {get, searches} = await startWith(t, complete);
    for (const path of paths) t.is((await get(`${path}?${query}`)).status, 200);
    t.deepEqual<unknown, unknown>(
      searches.map(([, , {startsWith}]) => startsWith),
      paths.map(() => read),
    );
  },
});

test(isReadAs, 'q=Citro%C3%8BN', 'citroen');
test(isReadAs, 'q=+A+6+', 'a 6');
test(isReadAs, 'q=*', '*');
test(isReadAs, 'q=', undefined);
test(isReadAs, 'q', undefined);
test(isReadAs, 'q=%20', undefined);
test(isReadAs, 'q=%CC%81', undefined);
test(isReadAs, 'Q=a', undefined);

test('an empty search by name has the tag of none', async t => {
  const {get} = await startWith(t, complete);
  const {headers} = await get('/v1/makes');
  const tag = String(headers['etag']);
  for (const query of ['q=', 'q=+&page=1', 'pageSize=10']) {
    const {status} = await get(`/v1/makes?${query}`, {headers: {'If-None-Match': tag}});
    t.is(status, 304);
  }
  const other = await get('/v1/makes?q=a', {headers: {'If-None-Match': tag}});
  t.is(other.status, 200);
});
