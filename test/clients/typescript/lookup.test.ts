import test from 'ava';
import {createClient} from '#clients/typescript/src/index.ts';
import {scriptedClient} from '../../helpers/api-clients/scripted-server.ts';

test('a lookup sends the key and an encoded plate, and returns the vehicle and its dataset', async t => {
  const {client, asked} = await scriptedClient(t, [
    {headers: {'x-dataset-version': 'v1'}, body: {id: '1'}},
  ]);
  const {data, datasetVersion, response} = await client.get('/v1/vehicles/plate/{plate}', {
    params: {path: {plate: 'ÆØ 1/2'}},
  });
  t.is(data.id, '1');
  t.is(datasetVersion, 'v1');
  t.is(response.status, 200);
  t.is(asked[0]?.url, `/v1/vehicles/plate/${encodeURIComponent('ÆØ 1/2')}`);
  t.is(asked[0]?.headers['x-api-key'], 'a key');
});

test('a vehicle without a record has no data', async t => {
  const {client} = await scriptedClient(t, [{status: 204, body: ''}]);
  const {data} = await client.get('/v1/vehicles/{vehicleId}/engine', {
    params: {path: {vehicleId: '1'}},
  });
  t.is(data, undefined);
});

for (const plate of ['', '.', '..']) {
  test(`a plate that would make another path is refused: "${plate}"`, async t => {
    const {client, asked} = await scriptedClient(t, []);
    await t.throwsAsync(client.get('/v1/vehicles/plate/{plate}', {params: {path: {plate}}}), {
      instanceOf: RangeError,
      message: `No path can have the plate "${plate}".`,
    });
    t.deepEqual(asked, []);
  });
}

test('a walk under an id that would make another path is refused', async t => {
  const {client, asked} = await scriptedClient(t, []);
  const params = {path: {makeId: '..'}};
  await t.throwsAsync(client.collect('/v1/makes/{makeId}/models', {params}), {
    message: 'No path can have the makeId "..".',
  });
  t.deepEqual(asked, []);
});

const secret = 'vdl_live_secret';

for (const [what, options] of [
  ['a key with a line break', {baseUrl: 'http://localhost', apiKey: `vdl_live\n${secret}`}],
  ['a key with a letter that headers do not have', {baseUrl: '/', apiKey: `${secret}→`}],
  ['a login in the address', {baseUrl: `http://user:${secret}@localhost`, apiKey: 'a key'}],
  ['a user in the address', {baseUrl: `http://${secret}@localhost`, apiKey: 'a key'}],
] as const) {
  test(`${what} is refused at once, and not repeated in the message`, t => {
    const error = t.throws(() => createClient(options), {instanceOf: TypeError});
    t.false(error?.message.includes(secret));
  });
}

test('a key may end with the line break of its file', async t => {
  const {client, asked} = await scriptedClient(t, [{}], {apiKey: 'a key\n'});
  await client.get('/v1/dataset');
  t.is(asked[0]?.headers['x-api-key'], 'a key');
});
