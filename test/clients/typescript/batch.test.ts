import test from 'ava';
import {DatasetChanged, NetworkError} from '#clients/typescript/src/index.ts';
import {type Scripted, scriptedClient} from '../../helpers/api-clients/scripted-server.ts';

/** A service that finds no vehicle, and says of which dataset, one for each request. */
const aService = (versions: readonly string[]) => {
  let requests = 0;
  return ({body}: {readonly body: string}): Scripted => {
    const version = versions[Math.min(requests, versions.length - 1)] ?? '';
    requests += 1;
    const error = {code: 'VehicleNotFound', message: version};
    const data = platesIn({body}).map(plate => ({plate, vehicle: null, error}));
    return {headers: {'x-dataset-version': version}, body: {data}};
  };
};

const platesIn = ({body}: {readonly body: string}): readonly string[] => JSON.parse(body).plates;

const plates = (count: number) => Array.from({length: count}, (_, at) => `AB${at}`);

test('a batch is split after 500 plates, and its results have their order', async t => {
  const {client, asked} = await scriptedClient(t, aService(['a']));
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
  const {client, asked} = await scriptedClient(t, aService(['a']));
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
  const {client, asked, waits} = await scriptedClient(t, aService(['a', 'a', 'b']));
  const {data, datasetVersion} = await client.vehiclesByPlates(plates(2000));
  t.is(datasetVersion, 'b');
  t.deepEqual([...new Set(data.map(({error}) => error?.message))], ['b']);
  t.deepEqual(
    asked.map(each => platesIn(each)[0]),
    ['AB0', 'AB500', 'AB1000', 'AB0', 'AB500', 'AB1500'],
  );
  t.deepEqual(waits, [1]);
});

test('a batch gives up when the dataset keeps changing', async t => {
  const {client, asked} = await scriptedClient(t, aService('abcdefgh'.split('')));
  await t.throwsAsync(client.vehiclesByPlates(plates(1000)), {instanceOf: DatasetChanged});
  t.is(asked.length, 5);
});

test('a batch that fails in the middle fails', async t => {
  const service = aService(['a']);
  let requests = 0;
  const {client} = await scriptedClient(t, asked => {
    requests += 1;
    return requests === 2 ? {cut: true} : service(asked);
  });
  await t.throwsAsync(client.vehiclesByPlates(plates(1000)), {instanceOf: NetworkError});
});

test('a batch ends when its signal is aborted while it waits to start over', async t => {
  const ending = new AbortController();
  const {client} = await scriptedClient(t, aService(['a', 'b']), {
    wait: async (_, signal) => {
      ending.abort(new Error('Enough.'));
      t.true(signal.aborted);
      signal.throwIfAborted();
    },
  });
  const {signal} = ending;
  await t.throwsAsync(client.vehiclesByPlates(plates(1000), {signal}), {message: 'Enough.'});
});
