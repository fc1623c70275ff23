import test from 'ava';
import {type Asked, type Fate, forbidden} from '../../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {createTestGeneration, flipTo} from '../../helpers/engines/test-index.ts';
import {fixtureExtract, importFile} from '../../helpers/extracts/import-extract.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {sentencesOf} from '../../helpers/processes/run-indexer.ts';

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
  await importFile(t, file, prefix, {force: 'again'});
  t.deepEqual(await indices(), {...foreign, ...ofBuild(1, false), ...ofBuild(2, true)});
  const {summary} = await importFile(t, file, prefix, {force: 'again'});
  t.deepEqual(await indices(), {...foreign, ...ofBuild(2, false), ...ofBuild(3, true)});
  t.like(summary, {version: `${stamp}-0003`, vehicles: 12, outcome: 'promoted'});
});

test('an import that went live though the answer was lost says so, and prunes once', async t => {
  const {prefix, indices, runThrough} = anInstallation(t);
  const file = await fixtureExtract(t);
  await importFile(t, file, prefix);
  await importFile(t, file, prefix, {force: 'again'});
  let [flips, deletions] = [0, 0];
  const losing = ({method, path, body}: Asked): Fate => {
    if (method === 'DELETE') deletions += 1;
    if (path !== '/_aliases' || !body.includes('"add"')) return 'pass';
    flips += 1;
    return flips === 1 ? 'lose the answer' : 'pass';
  };
  const {code, stdout, stderr} = await runThrough(losing, 'import', file, '--force', 'again');
  t.is(code, 0, stderr);
  t.regex(stdout, new RegExp(`^Live: ${stamp}-0003\n`));
  t.deepEqual([flips, deletions], [1, 1]);
  t.deepEqual(Object.keys(await indices()).toSorted(), [
    `${prefix}references-${stamp}-0002`,
    `${prefix}references-${stamp}-0003`,
    `${prefix}vehicles-${stamp}-0002`,
    `${prefix}vehicles-${stamp}-0003`,
  ]);
});

test('an import that another generation overtakes right before it flips leaves nothing behind', async t => {
  const {client, prefix, indices, runThrough} = anInstallation(t);
  const file = await fixtureExtract(t);
  await importFile(t, file, prefix);
  let overtaking: Promise<void> | undefined;
  const overtake = async () => {
    const version = '20261116-031500-0009';
    await flipTo(await createTestGeneration(t, [aVehicleDocument()], {client, prefix, version}));
  };
  const overtaken = async ({path}: Asked): Promise<Fate> => {
    if (path.includes('/_aliases')) {
      overtaking ??= overtake();
      await overtaking;
    }
    return 'pass';
  };
  const {code, stderr} = await runThrough(overtaken, 'import', file, '--force', 'again');
  t.is(code, 75, stderr);
  t.regex(sentencesOf(stderr).join('\n'), /^Another generation went live/);
  t.deepEqual(await indices(), {
    [`${prefix}vehicles-${stamp}-0001`]: [],
    [`${prefix}references-${stamp}-0001`]: [],
    [`${prefix}vehicles-20261116-031500-0009`]: [`${prefix}vehicles`],
    [`${prefix}references-20261116-031500-0009`]: [`${prefix}references`],
  });
});

test('an import whose indices are deleted under it says so and makes none anew', async t => {
  const {client, prefix, indices, runThrough} = anInstallation(t);
  const index = `${prefix}vehicles-${stamp}-0001`;
  const deleting = async ({path}: Asked): Promise<Fate> => {
    if (path.includes('_bulk')) await client.indices.delete({index, ignore_unavailable: true});
    return 'pass';
  };
  const {code, stderr} = await runThrough(deleting, 'import', await fixtureExtract(t));
  t.is(code, 75, stderr);
  t.deepEqual(sentencesOf(stderr), [
    'The indices of this import were deleted while it filled them. Run it again.',
  ]);
  t.deepEqual(await indices(), {});
});

test('an import that went live succeeds though nothing could be done after it', async t => {
  const {prefix, runThrough} = anInstallation(t);
  const file = await fixtureExtract(t);
  await importFile(t, file, prefix);
  await importFile(t, file, prefix, {force: 'again'});
  const forbidding = ({method, path}: Asked): Fate =>
    method === 'DELETE' || path.includes('wait_for_completion=false') ? forbidden : 'pass';
  const {code, stdout, stderr} = await runThrough(
    forbidding,
    'import',
    file,
    '--full',
    '--force',
    'again',
  );
  t.is(code, 0, stderr);
  t.regex(stdout, /^Live: 20261115-031500-0003\n/);
  t.regex(stderr, /^The new index stays in several segments: .*security_exception/m);
  t.regex(stderr, /^Older generations stay until the next import: .*security_exception/m);
});
