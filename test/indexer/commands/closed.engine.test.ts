import test from 'ava';
import {promote} from '#indexer/commands/promote.ts';
import {rollBack, rollbackTarget} from '#indexer/commands/rollback.ts';
import {overview} from '#indexer/commands/status.ts';
import {indexNames} from '#mappings/generation.ts';
import {fixtureExtract} from '../../helpers/extracts/import-extract.ts';
import {runIndexer, sentencesOf} from '../../helpers/processes/run-indexer.ts';
import {
  buildAliases,
  generations,
  liveAliases,
  serving,
  versionOf,
} from '../generations/generations.ts';

const closed = (build: number, index: string) =>
  `Generation ${versionOf(build)} is closed in Elasticsearch, so requests to it fail. ` +
  `Open it: POST /${index}/_open.`;

for (const part of ['vehicles', 'references'] as const) {
  test(`a live generation whose ${part} are closed is a problem of status, and an import refuses before it builds`, async t => {
    const {client, prefix, live, indices} = generations(t);
    await live(1);
    const index = indexNames(prefix, versionOf(1))[part];
    await client.indices.close({index});
    t.deepEqual((await overview({client, prefix})).trouble, [closed(1, index)]);

    const before = await indices();
    const file = await fixtureExtract(t);
    const env = {INDEX_PREFIX: prefix};
    for (const args of [[], ['--force', 'now'], ['--dry-run']]) {
      const {code, stderr} = await runIndexer(t, ['import', file, ...args], env);
      t.is(code, 75, stderr);
      t.deepEqual(sentencesOf(stderr), [`${closed(1, index)} Then run this again.`]);
    }
    t.deepEqual(await indices(), before);

    await client.indices.open({index});
    t.deepEqual((await overview({client, prefix})).trouble, []);
  });
}

test('a generation that is closed is not put live, and a closed one can be left', async t => {
  const {client, prefix, held, aliases} = await serving(t, 1, 2);
  await held(3);
  const close = (build: number) =>
    client.indices.close({index: indexNames(prefix, versionOf(build)).vehicles});
  await close(3);
  const {vehicles} = indexNames(prefix, versionOf(3));
  const refused = {name: 'UsageError', message: closed(3, vehicles)};
  await t.throwsAsync(promote({client, prefix}, {version: versionOf(3)}), refused);

  await close(2);
  t.is((await overview({client, prefix})).rollbackTo, versionOf(1));
  await rollBack({client, prefix}, await rollbackTarget({client, prefix}), 'it is closed');
  t.like(await aliases(), {1: liveAliases, 2: buildAliases(2)});

  await close(1);
  await client.indices.open({index: indexNames(prefix, versionOf(2)).vehicles});
  await promote({client, prefix}, {version: versionOf(2)});
  t.is((await overview({client, prefix})).rollbackTo, null);
  await t.throwsAsync(rollbackTarget({client, prefix}), {
    name: 'UsageError',
    message: /-0001 is closed/,
  });
});
