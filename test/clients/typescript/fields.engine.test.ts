import test from 'ava';
import {clientOf} from '../../helpers/api-clients/client-of.ts';
import {startTestEnvironment} from '../../helpers/api-clients/test-environment.ts';
import {sharedFixture} from '../../helpers/scope.ts';

const testEnvironment = sharedFixture(test, startTestEnvironment);

const testClient = async () => {
  const environment = await testEnvironment();
  return clientOf(environment, environment.key).client;
};

test('a lookup with fields has these members alone', async t => {
  const client = await testClient();
  const {data, datasetVersion} = await client.get('/v1/vehicles/{id}', {
    params: {path: {id: '20000'}, query: {fields: 'id,engine.maxPowerKw'}},
  });
  t.deepEqual(Object.keys(data), ['id', 'engine']);
  t.deepEqual(Object.keys(data.engine ?? {}), ['maxPowerKw']);
  t.truthy(datasetVersion);
});

test('a search with fields is collected and walked to its end', async t => {
  const client = await testClient();
  const params = {query: {fields: 'vin'}} as const;
  const {data} = await client.collect('/v1/vehicles', {params});
  const walked: (string | null | undefined)[] = [];
  for await (const {vin} of client.walk('/v1/vehicles', {params})) walked.push(vin);
  t.true(data.length > 200);
  for (const vehicle of data) t.deepEqual(Object.keys(vehicle), ['vin']);
  t.deepEqual(
    data.map(({vin}) => vin),
    walked,
  );
});
