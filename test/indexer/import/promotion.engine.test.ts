import test, {type ExecutionContext} from 'ava';
import {rollbackTarget} from '#indexer/commands/rollback.ts';
import {indexNames} from '#mappings/generation.ts';
import {
  type Asked,
  engineProxy,
  type Fate,
  forbidden,
} from '../../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {loggedEvents} from '../../helpers/engines/logged-events.ts';
import {createTestGeneration, flipTo} from '../../helpers/engines/test-index.ts';
import {anExtractFile, extractZip, someRecords} from '../../helpers/extracts/extract-files.ts';
import {fixtureExtract, importFile} from '../../helpers/extracts/import-extract.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import type {Variables} from '../../helpers/processes/run-in-process.ts';
import {runIndexer, sentencesOf} from '../../helpers/processes/run-indexer.ts';
import {sharedFixture} from '../../helpers/scope.ts';
import {rollBack, stamp, versionOf} from '../generations/generations.ts';

const zip = await extractZip(someRecords(300));

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

test('what went live is logged before older generations are deleted, so that a later rollback is the newest', async t => {
  const installation = anInstallation(t);
  const {prefix, runThrough} = installation;
  const file = await fixtureExtract(t);
  for (const force of ['first', 'second']) await importFile(t, file, prefix, {force});
  const isDeletion = ({method, path}: Asked) => method === 'DELETE' && path.includes('-0001');
  const rollingBack = async (asked: Asked): Promise<Fate> => {
    if (isDeletion(asked)) await rollBack(installation, await rollbackTarget(installation), 'bad');
    return 'pass';
  };
  const {code, stderr} = await runThrough(rollingBack, 'import', file, '--force', 'again');
  t.is(code, 0, stderr);
  const events = await loggedEvents(installation);
  const flips = events.filter(({event}) => ['promoted', 'rolled-back'].includes(event));
  const newest = flips.toSorted((a, b) => (a['@timestamp'] < b['@timestamp'] ? 1 : -1))[0];
  t.like(newest, {event: 'rolled-back', generation: versionOf(2)});
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

const decider = (decision: string, explanation: string) => ({
  decider: 'any',
  decision,
  explanation,
});

/** What Elasticsearch says of a shard while it allocates others. */
const busyNode = {
  node_allocation_decisions: [
    {
      node_name: 'local',
      deciders: [
        decider('NO', 'a copy of this shard is already allocated to this node [[vehicles][0]]'),
        decider('THROTTLE', 'reached the limit of incoming shard recoveries [4]'),
      ],
    },
  ],
};

/** An installation on the one node of the tests, whose cluster seems to have two until a build ends. */
const installed = async (t: ExecutionContext, explanation?: object) => {
  const installation = anInstallation(t);
  const file = await anExtractFile(t, zip);
  const proxy = await engineProxy(t, ({path}) => {
    if (path === '/_cluster/health') return {status: 200, body: {number_of_data_nodes: 2}};
    if (explanation && path === '/_cluster/allocation/explain')
      return {status: 200, body: explanation};
    return 'pass';
  });
  const run = (args: readonly string[], more: Variables) =>
    runIndexer(t, [...args, file], {INDEX_PREFIX: installation.prefix, ...more});
  const proxied = {
    INDEX_REPLICAS: '1',
    ELASTICSEARCH_NODES: proxy,
    BUILD_PATIENCE_SECONDS: '2',
  };
  return {...installation, run, proxied};
};

const advice =
  'Start or add a node, make room on its disk, or lower INDEX_REPLICAS; then run this again.';

test('replicas that there are no nodes for end a build before it begins', async t => {
  const {run, indices} = await installed(t);
  const {code, stderr} = await run(['import'], {INDEX_REPLICAS: '1'});
  t.is(code, 75, stderr);
  t.deepEqual(sentencesOf(stderr), [
    `replicas: 1 data node; limit: at least 2 for 1 replicas of each shard (INDEX_REPLICAS). ${advice}`,
    'To put it live anyway: --force "<reason>".',
  ]);
  t.deepEqual(await indices(), {});
});

test('a generation whose replicas are not allocated does not go live, and nothing of it stays', async t => {
  const {client, prefix, run, proxied, indices} = await installed(t);
  const {code, stderr} = await run(['import'], proxied);
  t.is(code, 75, stderr);
  t.deepEqual(sentencesOf(stderr), [
    'replicas: 3 of 6 shard copies on 1 data node; Elasticsearch: local: a copy of this shard is ' +
      `already allocated to this node; limit: all of them (INDEX_REPLICAS). ${advice}`,
    'To put it live anyway: --force "<reason>".',
  ]);
  t.deepEqual(await indices(), {});
  const events = await loggedEvents({client, prefix});
  t.like(
    events.find(({check}) => check === 'replicas'),
    {passed: false},
  );
  t.like(events.at(-1), {event: 'failed', outcome: 'failed', reason: 'ReplicasMissing'});

  const again = await run(['import', '--json'], {INDEX_REPLICAS: '0'});
  t.is(again.code, 0, 'the extract is not to blame');
  t.is(JSON.parse(again.stdout).version, versionOf(2));
});

test('an operator puts a generation live without its replicas by force, and a busy node is not named as an obstacle', async t => {
  const {run, proxied, vehicles} = await installed(t, busyNode);
  const {code, stdout, stderr} = await run(['import', '--force', 'A node is away'], proxied);
  t.is(code, 0, stderr);
  t.regex(stdout, /FORCED {5}replicas: 3 of 6 shard copies/);
  t.notRegex(stdout, /limit of incoming shard recoveries/);
  t.is(await vehicles(), 300);
});

test('a generation has as many shards as configured, and loses no vehicle by that', async t => {
  const {client, prefix, run, vehicles} = await installed(t);
  const {code, stdout, stderr} = await run(['import'], {INDEX_SHARDS: '3'});
  t.is(code, 0, stderr);
  t.regex(stdout, /passed {5}replicas: 5 of 5 shard copies on 1 data node\n/);
  t.is(await vehicles(), 300);
  const {vehicles: index} = indexNames(prefix, versionOf(1));
  const {[index]: found} = await client.indices.getSettings({index});
  t.is(found?.settings?.index?.number_of_shards, '3');
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
