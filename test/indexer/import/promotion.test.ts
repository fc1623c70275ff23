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
    [`${vehicles}-${stamp}-000${build}`]: isLive ? [vehicles] : [],
    [`${references}-${stamp}-000${build}`]: isLive ? [references] : [],
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

test('an import that another one overtakes is refused and removes what it built', async t => {
  const {prefix, indices} = anInstallation(t);
  const file = await fixtureExtract(t);
  await importFile(t, file, prefix);
  let overtaken: Readonly<Record<string, readonly string[]>> | undefined;
  const address = await engineProxy(t, async ({path}): Promise<Fate> => {
    if (path.includes('_forcemerge') && !overtaken) {
      await importFile(t, file, prefix);
      overtaken = await indices();
    }
    return 'pass';
  });
  const {code, stderr} = await runIndexer(t, ['import', file], {
    INDEX_PREFIX: prefix,
    ELASTICSEARCH_NODES: address,
  });
  t.is(code, 75, stderr);
  t.regex(sentencesOf(stderr).join('\n'), /^Another generation went live/);
  const left = await indices();
  t.deepEqual(left[`${prefix}vehicles-${stamp}-0003`], [`${prefix}vehicles`]);
  t.deepEqual(
    Object.keys(overtaken ?? {}).filter(index => !(index in left)),
    [`${prefix}references-${stamp}-0002`, `${prefix}vehicles-${stamp}-0002`],
  );
});

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
