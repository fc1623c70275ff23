import test from 'ava';
import {stateIndex} from '#indexer/generations/indexer-state.ts';
import {indexNames} from '#mappings/generation.ts';
import {elasticsearchChecks} from '../../doctor/elasticsearch.ts';
import {buildLogIndices} from '../helpers/engines/logged-events.ts';
import {fixtureExtract} from '../helpers/extracts/import-extract.ts';
import {serving, versionOf} from '../indexer/generations/generations.ts';

test('an index of the indexer that is closed is a fault, and a closed rollback target a warning', async t => {
  const {client, prefix, run} = await serving(t, 1, 2);
  await run('import', await fixtureExtract(t), '--limit', '1');
  const indexing = {shards: 1, replicas: 0} as Parameters<typeof elasticsearchChecks>[1];
  const {blocks, generations} = elasticsearchChecks({client, prefix}, indexing, 'live');
  const {signal} = new AbortController();
  for (const index of [stateIndex(prefix), ...(await buildLogIndices({client, prefix}))]) {
    await client.indices.close({index});
    const found = `${index} is closed. Open it: POST /${index}/_open.`;
    t.deepEqual(await blocks?.(signal), [{level: 'bad', found}]);
    await client.indices.open({index});
  }
  t.like(await blocks?.(signal), [{level: 'ok'}]);

  const {vehicles} = indexNames(prefix, versionOf(1));
  await client.indices.close({index: vehicles});
  const [finding] = (await generations?.(signal)) ?? [];
  t.is(finding?.level, 'warning');
  t.regex(finding?.found ?? '', /^There is no rollback target\. Generation \S+ is closed in /);
});
