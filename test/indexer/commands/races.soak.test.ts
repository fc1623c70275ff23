import type {Client, estypes} from '@elastic/elasticsearch';
import test, {type ExecutionContext} from 'ava';
import {UsageError} from '#core/command-line/errors.ts';
import {rollbackTarget} from '#indexer/commands/rollback.ts';
import {discard, GenerationInUse, prune} from '#indexer/generations/discard.ts';
import {
  liveGeneration,
  storedGenerations,
  writeAliases,
} from '#indexer/generations/stored-generations.ts';
import {FlipRefused} from '#indexer/write/errors.ts';
import {
  aliasNames,
  type Generation,
  type IndexNames,
  indexNames,
  toVersion,
} from '#mappings/generation.ts';
import vehicles from '#mappings/vehicles.json' with {type: 'json'};
import {type Fate, forbidden, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {deleteByPrefix} from '../../helpers/extracts/import-extract.ts';
import {generations, metaOf, promote, rollBack, stamp} from '../generations/generations.ts';

const generation = (build: number): Generation => ({stamp, build});

type Build = 1 | 2 | 3;

/** Generation 2 is live, 1 was before it, and 3 is held; of each there is no more than its indices, if any. */
const withGenerations = async (t: ExecutionContext, builds: readonly Build[]) => {
  const {client, prefix} = generations(t);
  const previous = {1: null, 2: toVersion(generation(1)), 3: undefined};
  const create = async (build: Build, name: keyof IndexNames) => {
    const ofBuild = writeAliases(prefix, generation(build));
    const own = build === 2 ? {...ofBuild, ...aliasNames(prefix)} : ofBuild;
    await client.indices.create({
      index: indexNames(prefix, toVersion(generation(build)))[name],
      settings: {number_of_replicas: 0},
      mappings: {
        ...((name === 'vehicles' ? vehicles.mappings : {}) as estypes.MappingTypeMapping),
        _meta: {...metaOf(generation(build), {previous: previous[build]})},
      },
      aliases: {[own[name]]: {is_write_index: true}},
      wait_for_active_shards: 0,
    });
  };
  await Promise.all(
    builds.flatMap(build =>
      (['vehicles', 'references', 'fingerprints'] as const).map(name => create(build, name)),
    ),
  );
  return {client, prefix};
};

const deeds = {
  'the held one is promoted': (client: Client, prefix: string) =>
    promote({client, prefix}, {version: toVersion(generation(3))}),
  'the earlier one is promoted': (client: Client, prefix: string) =>
    promote({client, prefix}, {version: toVersion(generation(1))}),
  'the live one is rolled back': async (client: Client, prefix: string) =>
    rollBack({client, prefix}, await rollbackTarget({client, prefix}), 'it is wrong'),
  'the held one is removed': (client: Client, prefix: string) =>
    discard({client, prefix}, generation(3)),
  'all but the live one is pruned': (client: Client, prefix: string) => prune({client, prefix}, 1),
};
type Deed = keyof typeof deeds;

const mayBeRefused = async (work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    const isRefusal = [FlipRefused, GenerationInUse, UsageError].some(
      kind => error instanceof kind,
    );
    if (!isRefusal) throw error;
  }
};

/** The served generation is whole, and every other has the aliases of its build or is going. */
const isConsistent = async (t: ExecutionContext, client: Client, prefix: string, when: string) => {
  const live = await liveGeneration({client, prefix});
  t.truthy(live, when);
  if (!live) return;
  const names = Object.values(indexNames(prefix, toVersion(live)));
  t.is(Object.keys(await client.indices.get({index: names})).length, 3, when);
  const stored = await storedGenerations({client, prefix});
  const served = stored.filter(({isLive}) => isLive);
  t.is(served.length, 1, when);
  t.true(served[0]?.isSealed, when);
  const aliases = Object.keys(
    (await client.indices.getAlias({index: names}))[names[0] ?? '']?.aliases ?? {},
  );
  t.deepEqual(aliases, [aliasNames(prefix).vehicles], when);
};

/**
 * One deed is stopped before each of its requests in turn, from the first to the last, while the
 * other is done from beginning to end.
 */
const exclude = test.macro({
  title: (_, slow: Deed, quick: Deed, __?: readonly Build[]) =>
    `one whole generation is live whenever, while ${slow}, ${quick}`,
  async exec(t, slow: Deed, quick: Deed, builds: readonly Build[] = [1, 2, 3]) {
    t.timeout(240_000);
    let isOver = false;
    for (let step = 1; !isOver; step += 1) {
      const {client, prefix} = await withGenerations(t, builds);
      // A record is not what this is about, and would cost an index each time.
      const quickly = await proxiedClient(t, ({path}) =>
        path.includes('index-builds') ? forbidden : 'pass',
      );
      let requests = 0;
      const slowly = await proxiedClient(t, async ({path}): Promise<Fate> => {
        if (path.includes('index-builds')) return forbidden;
        requests += 1;
        if (requests === step) {
          await mayBeRefused(deeds[quick](quickly, prefix));
          await isConsistent(t, client, prefix, `at step ${step}`);
        }
        return 'pass';
      });
      await mayBeRefused(deeds[slow](slowly, prefix));
      await isConsistent(t, client, prefix, `after step ${step}`);
      await deleteByPrefix(client, prefix);
      isOver = requests < step;
    }
  },
});

test(exclude, 'the held one is promoted', 'the live one is rolled back');
test(exclude, 'the held one is promoted', 'the held one is removed', [2, 3]);
test(exclude, 'the held one is promoted', 'all but the live one is pruned');
test(exclude, 'the live one is rolled back', 'the held one is promoted');
test(exclude, 'the live one is rolled back', 'all but the live one is pruned', [1, 2]);
test(exclude, 'the held one is removed', 'the held one is promoted', [2, 3]);
test(exclude, 'all but the live one is pruned', 'the live one is rolled back', [1, 2]);
test(exclude, 'all but the live one is pruned', 'the earlier one is promoted', [1, 2]);
