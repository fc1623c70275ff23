import test from 'ava';
import {type Asked, type Fate, forbidden} from '../../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {createTestGeneration, flipTo} from '../../helpers/engines/test-index.ts';
import {fixtureExtract, importFile} from '../../helpers/extracts/import-extract.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {sentencesOf} from '../../helpers/processes/run-indexer.ts';
import {sharedFixture} from '../../helpers/scope.ts';

const stamp = '20261115-031500';

/** An installation into which an extract was imported twice. */
const importedTwice = sharedFixture(test, async scope => {
  const installation = anInstallation(scope);
  const {client, prefix, indices} = installation;
  const file = await fixtureExtract(scope);
  await client.indices.create({index: `${prefix}vehicles-backup`});
  await importFile(scope, file, prefix);
  const first = await indices();
  await importFile(scope, file, prefix, {force: 'again'});
  /** The indices of a build with their aliases. */
  const ofBuild = (build: number, end = '') => ({
    [`${prefix}vehicles-${stamp}-000${build}`]: [`${prefix}vehicles${end}`],
    [`${prefix}references-${stamp}-000${build}`]: [`${prefix}references${end}`],
  });
  return {
    ...installation,
    file,
    first,
    foreign: {[`${prefix}vehicles-backup`]: []},
    live: (build: number) => ofBuild(build),
    kept: (build: number) => ofBuild(build, `-build-${build}`),
  };
});

test.serial('each import goes live and keeps the generation before', async t => {
  const {first, indices, foreign, live, kept} = await importedTwice();
  t.deepEqual(first, {...foreign, ...live(1)});
  t.deepEqual(await indices(), {...foreign, ...live(2), ...kept(1)});
});

test.serial(
  'an import that went live though the answer was lost says so, and prunes once',
  async t => {
    const {indices, runThrough, file, foreign, live, kept} = await importedTwice();
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
    t.deepEqual(await indices(), {...foreign, ...live(3), ...kept(2)}, 'those before are removed');
  },
);

test.serial('an import that went live succeeds though nothing could be done after it', async t => {
  const {runThrough, file} = await importedTwice();
  const forbidding = ({method, path}: Asked): Fate =>
    method === 'DELETE' || path.includes('wait_for_completion=false') ? forbidden : 'pass';
  const again = ['import', file, '--full', '--force', 'again'];
  const {code, stdout, stderr} = await runThrough(forbidding, ...again);
  t.is(code, 0, stderr);
  t.regex(stdout, new RegExp(`^Live: ${stamp}-0004\n`));
  t.regex(stderr, /^The new index stays in several segments: .*security_exception/m);
  t.regex(stderr, /^Older generations stay until the next import: .*security_exception/m);
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
