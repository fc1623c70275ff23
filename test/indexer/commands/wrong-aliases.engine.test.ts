import test from 'ava';
import {indexNames} from '#mappings/generation.ts';
import {fixtureExtract} from '../../helpers/extracts/import-extract.ts';
import {runIndexer} from '../../helpers/processes/run-indexer.ts';
import {generations, versionOf} from '../generations/generations.ts';

type Indices = ReturnType<typeof generations>;

/** 1 is live and 2 is held, then somebody does this. */
const stops = test.macro({
  title: (_, what: string) =>
    `${what}: status tells it, and nothing is imported, promoted or rolled back`,
  async exec(t, _what: string, spoil: (spoilt: Indices) => Promise<unknown>, words: RegExp) {
    const installation = generations(t);
    const {prefix, live, held, indices} = installation;
    await live(1);
    await held(2);
    await spoil(installation);
    const before = await indices();
    const run = (...args: readonly string[]) => runIndexer(t, args, {INDEX_PREFIX: prefix});

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
