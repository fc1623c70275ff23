import test from 'ava';
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
