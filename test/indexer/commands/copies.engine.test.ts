import test from 'ava';
import {indexNames} from '#mappings/generation.ts';
import {runIndexer, sentencesOf} from '../../helpers/processes/run-indexer.ts';
import {generations, liveAliases} from '../generations/generations.ts';

const version = (build: number) => `20261115-031500-000${build}`;

test('a generation without its replicas is rolled back to, and that is said', async t => {
  const {client, prefix, live, aliases} = generations(t);
  await live(1);
  await live(2);
  const index = Object.values(indexNames(prefix, version(1)));
  await client.indices.putSettings({index, settings: {number_of_replicas: 1}});
  const {code, stderr} = await runIndexer(t, ['rollback', '--yes'], {INDEX_PREFIX: prefix});
  t.is(code, 0, stderr);
  t.regex(
    sentencesOf(stderr).join('\n'),
    /^\S+-0001 has 2 of 4 shard copies on 1 data node; .+ Until it has all, losing a node can lose it\.$/,
  );
  t.like(await aliases(), {1: liveAliases});
});
