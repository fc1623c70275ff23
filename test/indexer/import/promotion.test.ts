import test from 'ava';
import {engineProxy, type Fate} from '../../helpers/engine-proxy.ts';
import {fixtureExtract, importFile} from '../../helpers/import-extract.ts';
import {anInstallation} from '../../helpers/installation.ts';
import {runIndexer, sentencesOf} from '../../helpers/run-indexer.ts';

const stamp = '20261115-031500';

test('each import goes live, keeps the generation before, and removes those before that', async t => {
  const {client, prefix, indices} = anInstallation(t);
  const file = await fixtureExtract(t);
  await client.indices.create({index: `${prefix}vehicles-backup`});
  const [vehicles, references] = [`${prefix}vehicles`, `${prefix}references`];
  const ofBuild = (build: number, isLive: boolean) => ({
    [`${vehicles}-${stamp}-000${build}`]: [isLive ? vehicles : `${vehicles}-build-${build}`],
    [`${references}-${stamp}-000${build}`]: [isLive ? references : `${references}-build-${build}`],
  });
  const foreign = {[`${prefix}vehicles-backup`]: []};

  await importFile(t, file, prefix);
  t.deepEqual(await indices(), {...foreign, ...ofBuild(1, true)});
  await importFile(t, file, prefix);
  t.deepEqual(await indices(), {...foreign, ...ofBuild(1, false), ...ofBuild(2, true)});
  const {summary} = await importFile(t, file, prefix);
  t.deepEqual(await indices(), {...foreign, ...ofBuild(2, false), ...ofBuild(3, true)});
  t.like(summary, {version: `${stamp}-0003`, vehicles: 12, notPruned: null});
});

const isOvertaken = test.macro({
  title: (_, when: string) => `an import that another one overtakes ${when} leaves nothing behind`,
  async exec(t, _when: string, path: string, sentence: RegExp) {
    const {prefix, indices} = anInstallation(t);
    const file = await fixtureExtract(t);
    await importFile(t, file, prefix);
    let overtaking: Promise<unknown> | undefined;
    const address = await engineProxy(t, async (asked): Promise<Fate> => {
      if (asked.path.includes(path)) {
        overtaking ??= importFile(t, file, prefix);
        await overtaking;
      }
      return 'pass';
    });
    const {code, stderr} = await runIndexer(t, ['import', file], {
      INDEX_PREFIX: prefix,
      ELASTICSEARCH_NODES: address,
    });
    t.is(code, 75, stderr);
    t.regex(sentencesOf(stderr).join('\n'), sentence);
    t.deepEqual(await indices(), {
      [`${prefix}vehicles-${stamp}-0001`]: [`${prefix}vehicles-build-1`],
      [`${prefix}vehicles-${stamp}-0003`]: [`${prefix}vehicles`],
      [`${prefix}references-${stamp}-0001`]: [`${prefix}references-build-1`],
      [`${prefix}references-${stamp}-0003`]: [`${prefix}references`],
    });
  },
});

test(isOvertaken, 'while it merges', '_forcemerge', /^The indices of this import were deleted/);
test(isOvertaken, 'right before it flips', '/_aliases', /^Another generation went live/);

test('an import whose indices are deleted under it says so and makes none anew', async t => {
  const {client, prefix, indices} = anInstallation(t);
  const index = `${prefix}vehicles-${stamp}-0001`;
  const address = await engineProxy(t, async ({path}): Promise<Fate> => {
    if (path.includes('_bulk')) await client.indices.delete({index, ignore_unavailable: true});
    return 'pass';
  });
  const {code, stderr} = await runIndexer(t, ['import', await fixtureExtract(t)], {
    INDEX_PREFIX: prefix,
    ELASTICSEARCH_NODES: address,
  });
  t.is(code, 75, stderr);
  t.deepEqual(sentencesOf(stderr), [
    'The indices of this import were deleted while it filled them. Run it again.',
  ]);
  t.deepEqual(await indices(), {});
});

test('an import that went live succeeds though older generations could not be removed', async t => {
  const {prefix} = anInstallation(t);
  const file = await fixtureExtract(t);
  await importFile(t, file, prefix);
  await importFile(t, file, prefix);
  const address = await engineProxy(
    t,
    ({method}): Fate =>
      method === 'DELETE'
        ? {status: 403, body: {error: {type: 'security_exception', reason: 'not you'}, status: 403}}
        : 'pass',
  );
  const {code, stdout, stderr} = await runIndexer(t, ['import', file], {
    INDEX_PREFIX: prefix,
    ELASTICSEARCH_NODES: address,
  });
  t.is(code, 0, stderr);
  t.regex(stdout, /^Live: 20261115-031500-0003\n[\s\S]+older generations.+security_exception/);
});
