import test from 'ava';
import {rollbackTarget} from '#indexer/commands/rollback.ts';
import {overview} from '#indexer/commands/status.ts';
import {indexNames} from '#mappings/generation.ts';
import {fixtureExtract} from '../../helpers/extracts/import-extract.ts';
import {sentencesOf} from '../../helpers/processes/run-indexer.ts';
import {
  buildAliases,
  generations,
  liveAliases,
  promote,
  rollBack,
  serving,
  versionOf,
} from '../generations/generations.ts';

type Indices = ReturnType<typeof generations>;

/** 1 is live and 2 is held, then somebody does this. */
const stops = test.macro({
  title: (_, what: string) =>
    `${what}: status tells it, and nothing is imported, promoted or rolled back`,
  async exec(t, _what: string, spoil: (spoilt: Indices) => Promise<unknown>, words: RegExp) {
    const installation = generations(t);
    const {live, held, indices, run} = installation;
    await live(1);
    await held(2);
    await spoil(installation);
    const before = await indices();
    const status = await run('status');
    t.is(status.code, 0, status.stderr);
    t.regex(status.stdout, words);
    t.regex(status.stdout, /^Problem: /);
    for (const args of [
      ['import', await fixtureExtract(t)],
      ['import', await fixtureExtract(t), '--dry-run'],
      ['promote', versionOf(2)],
      ['rollback', '--yes'],
    ]) {
      const {code, stdout, stderr} = await run(...args);
      t.deepEqual([code, stdout], [1, ''], stderr);
      t.regex(stderr, words);
      t.notRegex(stderr, / at .+\.ts/);
    }
    t.deepEqual(await indices(), before);
  },
});

test(
  stops,
  'an alias that is missing',
  ({client, prefix}) =>
    client.indices.deleteAlias({index: `${prefix}*`, name: `${prefix}references`}),
  /references is missing\. Point both at the indices of one generation\./,
);

test(
  stops,
  'an alias on two indices',
  ({client, prefix}) => {
    const index = indexNames(prefix, versionOf(2)).vehicles;
    return client.indices.putAlias({index, name: `${prefix}vehicles`, is_write_index: false});
  },
  /vehicles is \S+-0001, \S+-0002, .+ Point both at the indices of one generation\./,
);

test(
  stops,
  'an index in the place of an alias',
  async ({client, prefix}) => {
    const names = [`${prefix}vehicles`, `${prefix}references`];
    await client.indices.deleteAlias({index: `${prefix}*`, name: names});
    await client.indices.create({index: `${prefix}vehicles`});
  },
  /vehicles is an index, but must be an alias\. Delete it if its documents are not needed/,
);

const closed = (build: number, index: string) =>
  `Generation ${versionOf(build)} is closed in Elasticsearch, so requests to it fail. ` +
  `Open it: POST /${index}/_open.`;

for (const part of ['vehicles', 'references'] as const) {
  test(`a live generation whose ${part} are closed is a problem of status, and an import refuses before it builds`, async t => {
    const {client, prefix, live, indices, run} = generations(t);
    await live(1);
    const index = indexNames(prefix, versionOf(1))[part];
    await client.indices.close({index});
    t.deepEqual((await overview({client, prefix})).trouble, [closed(1, index)]);

    const before = await indices();
    const file = await fixtureExtract(t);
    for (const args of [[], ['--force', 'now'], ['--dry-run']]) {
      const {code, stderr} = await run('import', file, ...args);
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
