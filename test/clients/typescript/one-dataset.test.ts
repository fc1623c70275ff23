import test from 'ava';
import {
  type Client,
  DatasetChanged,
  NetworkError,
  ProblemError,
  SearchTooDeep,
  UnexpectedAnswer,
} from '#clients/typescript/src/index.ts';
import {
  aProblem,
  type Scripted,
  scriptedClient,
} from '../../helpers/api-clients/scripted-server.ts';

/** The dataset that each request meets: these in turn, and the last one from then on. */
const inTurn = (versions: readonly string[]) => {
  let requests = 0;
  return () => versions[Math.min(requests++, versions.length - 1)] ?? '';
};

/** A service whose lists have this many items, named after the dataset that each request meets. */
const listsOf = (
  totals: number | Readonly<Record<string, number>>,
  versions: readonly string[],
) => {
  const next = inTurn(versions);
  return ({url = ''}: {readonly url?: string | undefined}): Scripted => {
    const version = next();
    const query = new URL(url, 'http://localhost').searchParams;
    const [page, pageSize] = [Number(query.get('page')), Number(query.get('pageSize'))];
    const totalCount = typeof totals === 'number' ? totals : (totals[version] ?? 0);
    const totalPages = Math.ceil(totalCount / pageSize);
    const headers = {'x-dataset-version': version};
    if (totalCount > 0 && page > totalPages) return aProblem(400, 'ValidationFailed', headers);
    const start = (page - 1) * pageSize;
    const data = idsOf(version, totalCount)
      .slice(start, start + pageSize)
      .map(id => ({id}));
    return {headers, body: {data, metadata: {page, pageSize, totalCount, totalPages}}};
  };
};

const idsOf = (version: string, count: number) =>
  Array.from({length: count}, (_, at) => `${version}-${at + 1}`);

const walked = (items: AsyncIterable<{readonly id: string}>): Promise<readonly string[]> =>
  Array.fromAsync(items, ({id}) => id);

test('a walk over a search yields each vehicle once, in the order of ids', async t => {
  const {client, asked} = await scriptedClient(t, listsOf(45, ['a']));
  const params = {query: {makeId: '1', fromModelYear: 2017}};
  t.deepEqual(await walked(client.walk('/v1/vehicles', {params})), idsOf('a', 45));
  t.deepEqual(
    asked.map(({url}) => url),
    [1, 2, 3].map(
      page => `/v1/vehicles?pageSize=20&sortBy=id&makeId=1&fromModelYear=2017&page=${page}`,
    ),
  );
});

test('a walk asks for pages when their items are wanted', async t => {
  const {client, asked} = await scriptedClient(t, listsOf(45, ['a']));
  for await (const {id} of client.walk('/v1/vehicles')) if (id === 'a-20') break;
  t.is(asked.length, 1);
});

test('the caller may choose the order and the size of pages', async t => {
  const {client, asked} = await scriptedClient(t, listsOf(3, ['a']));
  await walked(client.walk('/v1/vehicles', {params: {query: {sortBy: '-vin', pageSize: 5}}}));
  t.is(asked[0]?.url, '/v1/vehicles?pageSize=5&sortBy=-vin&page=1');
});

test('a walk over a list under a parent asks for pages of 50', async t => {
  const {client, asked} = await scriptedClient(t, listsOf(101, ['a']));
  const params = {path: {makeId: '7'}};
  const models = client.walk('/v1/makes/{makeId}/models', {params});
  t.deepEqual(await walked(models), idsOf('a', 101));
  t.is(asked[2]?.url, '/v1/makes/7/models?pageSize=50&page=3');
});

test('an empty list ends after one request', async t => {
  const {client, asked} = await scriptedClient(t, listsOf(0, ['a']));
  t.deepEqual(await client.collect('/v1/vehicles'), {data: [], datasetVersion: 'a'});
  t.is(asked.length, 1);
});

test('a search beyond its reach costs one request, and says how to narrow it', async t => {
  const {client, asked} = await scriptedClient(t, listsOf(10_001, ['a']));
  const error = await t.throwsAsync(walked(client.walk('/v1/vehicles')), {
    instanceOf: SearchTooDeep,
    message: /finds 10001 vehicles.*reach only 10000.*fromFirstRegisteredOn/,
  });
  t.is(error?.totalCount, 10_001);
  t.is(asked.length, 1);
});

const inLargePages = {params: {query: {pageSize: 2500}}};

test('a search that ends with the last page in reach is walked', async t => {
  const {client} = await scriptedClient(t, listsOf(10_000, ['a']));
  t.is((await client.collect('/v1/vehicles', inLargePages)).data.length, 10_000);
});

test('a search whose last page is cut by the reach is beyond it', async t => {
  const {client} = await scriptedClient(t, listsOf(9995, ['a']));
  const params = {query: {pageSize: 15}};
  await t.throwsAsync(client.collect('/v1/vehicles', {params}), {instanceOf: SearchTooDeep});
});

test('a list that is no search has no such limit', async t => {
  const {client} = await scriptedClient(t, listsOf(10_001, ['a']));
  t.is((await client.collect('/v1/makes', inLargePages)).data.length, 10_001);
});

for (const [what, totals, cause] of [
  ['when the dataset changes under it', {a: 60, b: 60}, undefined],
  ['when the new dataset does not have the page', {a: 60, b: 10}, ProblemError],
] as const) {
  test(`a walk throws ${what}`, async t => {
    const {client} = await scriptedClient(t, listsOf(totals, ['a', 'a', 'b']));
    const error = await t.throwsAsync(walked(client.walk('/v1/vehicles')), {
      instanceOf: DatasetChanged,
    });
    t.like(error, {from: 'a', to: 'b'});
    t.is<unknown, unknown>(error?.cause?.constructor, cause);
  });
}

test('a problem that is no change of the dataset is thrown as it is', async t => {
  const page = {
    data: [{id: '1'}],
    metadata: {page: 1, pageSize: 20, totalCount: 21, totalPages: 2},
  };
  const headers = {'x-dataset-version': 'a'};
  for (const problem of [
    aProblem(402, 'PaymentRequired'),
    aProblem(400, 'ValidationFailed', headers),
  ]) {
    const {client} = await scriptedClient(t, [{headers, body: page}, problem]);
    await t.throwsAsync(client.collect('/v1/vehicles'), {instanceOf: ProblemError});
  }
});

test('a collection starts over when the dataset changes, and tells why', async t => {
  const told: Error[] = [];
  const {client, waits} = await scriptedClient(t, listsOf({a: 60, b: 41}, ['a', 'a', 'b']), {
    onRetry: error => void told.push(error),
  });
  const {data, datasetVersion} = await client.collect('/v1/vehicles');
  t.deepEqual(
    data.map(({id}) => id),
    idsOf('b', 41),
  );
  t.is(datasetVersion, 'b');
  t.deepEqual(waits, [1]);
  t.true(told[0] instanceof DatasetChanged);
});

test('a dataset that is not named cannot be held', async t => {
  const {client} = await scriptedClient(t, [{body: {data: [], metadata: {}}}]);
  await t.throwsAsync(client.collect('/v1/vehicles'), {message: /lacks X-Dataset-Version/});
});

test('a body that is not of the service is named as such, also under its headers', async t => {
  const calls = {
    list: (client: Client) => client.collect('/v1/makes'),
    batch: (client: Client) => client.vehiclesByPlates(['AB1']),
  };
  for (const [call, body] of [
    ['list', {status: 'ok'}],
    ['list', {data: []}],
    ['list', []],
    ['batch', {status: 'ok'}],
  ] as const) {
    const {client, asked} = await scriptedClient(t, [{headers: {'x-dataset-version': 'a'}, body}]);
    const error = await t.throwsAsync(calls[call](client), {instanceOf: UnexpectedAnswer});
    t.like(error, {status: 200, body: JSON.stringify(body)});
    t.is(asked.length, 1);
  }
});

test('each request of a walk has its own retries', async t => {
  const service = listsOf(60, ['a']);
  let requests = 0;
  const {client, waits} = await scriptedClient(t, asked => {
    requests += 1;
    return requests % 2 === 1 ? {cut: true} : service(asked);
  });
  t.is((await client.collect('/v1/vehicles')).data.length, 60);
  t.deepEqual(waits, [1, 1, 1]);
  const {client: hopeless} = await scriptedClient(t, () => ({cut: true}));
  await t.throwsAsync(hopeless.collect('/v1/vehicles'), {instanceOf: NetworkError});
});

test('changes are read page by page, up to the last one', async t => {
  const pages = [
    {data: [{vehicleId: '1'}], next: '7-1', serial: 7},
    {data: [{vehicleId: '2'}], next: null, serial: 8},
  ];
  const {client, asked} = await scriptedClient(
    t,
    pages.map(body => ({body})),
  );
  t.deepEqual<unknown, unknown>(
    await Array.fromAsync(client.changes({since: 3, plates: 'AB1,CD2'})),
    pages,
  );
  const path = '/v1/changes?pageSize=500&since=3&plates=AB1%2CCD2';
  t.deepEqual(
    asked.map(({url}) => url),
    [path, `${path}&after=7-1`],
  );
});

test('changes end at a page that is none, such as one of a proxy', async t => {
  const {client, asked} = await scriptedClient(t, [{body: {status: 'ok'}}]);
  await Array.fromAsync(client.changes({since: 3}));
  t.is(asked.length, 1);
});

const platesIn = ({body}: {readonly body: string}): readonly string[] => JSON.parse(body).plates;

/** A service that finds no vehicle, and says of which dataset, one for each request. */
const batchesOf = (versions: readonly string[]) => {
  const next = inTurn(versions);
  return (asked: {readonly body: string}): Scripted => {
    const version = next();
    const error = {code: 'VehicleNotFound', message: version};
    const data = platesIn(asked).map(plate => ({plate, vehicle: null, error}));
    return {headers: {'x-dataset-version': version}, body: {data}};
  };
};

const plates = (count: number) => Array.from({length: count}, (_, at) => `AB${at}`);

test('a batch is split after 500 plates, and its results have their order', async t => {
  const {client, asked} = await scriptedClient(t, batchesOf(['a']));
  const {data, datasetVersion} = await client.vehiclesByPlates(plates(1001));
  t.deepEqual(
    data.map(({plate}) => plate),
    plates(1001),
  );
  t.is(datasetVersion, 'a');
  t.deepEqual(
    asked.map(each => platesIn(each).length),
    [500, 500, 1],
  );
});

test('a plate that is there twice is paid for once, and has two results', async t => {
  const {client, asked} = await scriptedClient(t, batchesOf(['a']));
  const {data} = await client.vehiclesByPlates(['AB1', 'ab1', 'AB1']);
  t.deepEqual(
    data.map(({plate}) => plate),
    ['AB1', 'ab1', 'AB1'],
  );
  t.deepEqual(asked.map(platesIn), [['AB1', 'ab1']]);
});

test('no plates cost no request', async t => {
  const {client, asked} = await scriptedClient(t, []);
  t.deepEqual(await client.vehiclesByPlates([]), {data: [], datasetVersion: undefined});
  t.is(asked.length, 0);
});

test('when the dataset changes between parts, only those of the old one are asked for again', async t => {
  const {client, asked, waits} = await scriptedClient(t, batchesOf(['a', 'a', 'b']));
  const {data, datasetVersion} = await client.vehiclesByPlates(plates(2000));
  t.is(datasetVersion, 'b');
  t.deepEqual([...new Set(data.map(({error}) => error?.message))], ['b']);
  t.deepEqual(
    asked.map(each => platesIn(each)[0]),
    ['AB0', 'AB500', 'AB1000', 'AB0', 'AB500', 'AB1500'],
  );
  t.deepEqual(waits, [1]);
});

test('a batch that fails in the middle fails', async t => {
  const service = batchesOf(['a']);
  let requests = 0;
  const {client} = await scriptedClient(t, asked => {
    requests += 1;
    return requests === 2 ? {cut: true} : service(asked);
  });
  await t.throwsAsync(client.vehiclesByPlates(plates(1000)), {instanceOf: NetworkError});
});

type Ask = (client: Client, options?: {readonly signal: AbortSignal}) => Promise<unknown>;

const collect: Ask = (client, options) => client.collect('/v1/vehicles', options);
const batch: Ask = (client, options) => client.vehiclesByPlates(plates(1000), options);

for (const [what, service, ask, requests] of [
  ['collection', () => listsOf(60, 'abababab'.split('')), collect, 8],
  ['batch', () => batchesOf('abcdefgh'.split('')), batch, 5],
] as const) {
  test(`a ${what} gives up when the dataset keeps changing`, async t => {
    const {client, asked, waits} = await scriptedClient(t, service());
    await t.throwsAsync(ask(client), {instanceOf: DatasetChanged});
    t.deepEqual(waits, [1, 2, 4]);
    t.is(asked.length, requests);
  });

  test(`a ${what} ends when its signal is aborted while it waits to start over`, async t => {
    const ending = new AbortController();
    const {client} = await scriptedClient(t, service(), {
      wait: async (_, signal) => {
        ending.abort(new Error('Enough.'));
        t.true(signal.aborted);
        signal.throwIfAborted();
      },
    });
    await t.throwsAsync(ask(client, {signal: ending.signal}), {message: 'Enough.'});
  });
}
