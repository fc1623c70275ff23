import test from 'ava';
import {compareCount} from '#indexer/generations/candidate.ts';
import {WritesLost} from '#indexer/write/lost-data.ts';
import {EngineUnavailable} from '#indexer/write/retry.ts';
import {writeVehicles} from '#indexer/write/write-vehicles.ts';
import {indexNames} from '#mappings/generation.ts';
import {proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {aCandidate, retryPolicyOf, vehicleBatch} from '../write/a-candidate.ts';

const policy = retryPolicyOf(10_000);

test('an index that holds what was acknowledged holds it on the disk from then on', async t => {
  const {client, prefix, alias, index} = await aCandidate(t);
  await writeVehicles({client, alias, policy}, vehicleBatch({1: 10, 2: 20}));
  const flushes = async () => {
    const {indices} = await client.indices.stats({index, metric: 'flush'});
    return indices?.[index]?.primaries?.flush?.total;
  };
  t.is(await flushes(), 0);
  const names = indexNames(prefix, '20261115-031500-0001');
  await compareCount(client, names, 2, policy);
  t.is(await flushes(), 1);
});

test('an index that lost what was acknowledged is not the fault of the extract', async t => {
  const {client, prefix, alias} = await aCandidate(t);
  await writeVehicles({client, alias, policy}, vehicleBatch({1: 10, 2: 20}));
  const names = indexNames(prefix, '20261115-031500-0001');
  await t.throwsAsync(compareCount(client, names, 3, policy), {
    instanceOf: WritesLost,
    message: /^The new index holds 2 vehicles, but 3 were acknowledged\. Elasticsearch lost writes/,
  });
});

test('the count of an index whose shards do not all answer says nothing', async t => {
  const {prefix} = await aCandidate(t);
  const partial = {count: 1, _shards: {total: 3, successful: 2, skipped: 0, failed: 1}};
  const client = await proxiedClient(t, ({path}) =>
    path.endsWith('/_count') ? {status: 200, body: partial} : 'pass',
  );
  const names = indexNames(prefix, '20261115-031500-0001');
  await t.throwsAsync(compareCount(client, names, 2, retryPolicyOf(500)), {
    instanceOf: EngineUnavailable,
    message: /a shard of the new index is away/,
  });
});
