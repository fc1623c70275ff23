import test from 'ava';
import {rollbackTarget} from '#indexer/commands/rollback.ts';
import {ageOf} from '#indexer/commands/shared.ts';
import {type Overview, overview, statusText} from '#indexer/commands/status.ts';
import {stateIndex} from '#indexer/generations/indexer-state.ts';
import {withdraw} from '#indexer/generations/withdrawals.ts';
import {indexNames} from '#mappings/generation.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
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
import {elsewhere, locks} from '../generations/locks.ts';

const nothing: Overview = {
  served: null,
  rollbackTo: null,
  rollbackNeeds: null,
  held: [],
  refused: [],
  building: null,
  trouble: [],
};

test('before the first import there is nothing to tell, and that is no failure', async t => {
  const {run} = anInstallation(t);
  const {code, stdout, stderr} = await run('status');
  t.is(code, 0, stderr);
  t.is(stdout, 'Live: none. Import an extract.\nRunning build: none\n');
  const json = await run('status', '--json');
  t.deepEqual(JSON.parse(json.stdout), nothing);
});

test('what is served, what could be, what was refused and who builds is told', async t => {
  const {client, prefix, live, held, unfinished, metaOf, heldBy} = locks(t);
  await live(1);
  const served = await live(2, {vehicleCount: 12, forced: 'it is right'});
  await held(3, {limit: 10});
  await unfinished(6);
  // Its build has sealed it, and compares it.
  await held(7);
  const at = '2026-11-16T08:00:00.000Z';
  const unknown = {contentId: null, digest: null};
  await withdraw({client, prefix}, {version: versionOf(9), ...unknown, reason: 'wrong', at});
  await heldBy(elsewhere({candidate: versionOf(7)}));
  const {extractedAt, importedAt} = (await metaOf(served)) ?? {};
  const shown = {extractedAt, importedAt: '2026-11-15T02:20:00.000Z', forced: null, limit: null};
  t.deepEqual(await overview({client, prefix}), {
    served: {...shown, version: versionOf(2), vehicles: 12, importedAt, forced: 'it is right'},
    rollbackTo: versionOf(1),
    rollbackNeeds: null,
    held: [{...shown, version: versionOf(3), vehicles: 0, limit: 10}],
    refused: [{version: versionOf(9), reason: 'wrong', at}],
    building: {
      build: 7,
      command: 'import',
      host: 'elsewhere',
      pid: 4711,
      since: '2026-11-15T09:00:00.000Z',
      lastSignOfLife: '2026-11-15T10:00:00.000Z',
      hasEnded: false,
      candidate: versionOf(7),
    },
    trouble: [],
  });
});

test('before anything is live, what a build still checks is not offered to be promoted', async t => {
  const {client, prefix, held, heldBy} = locks(t);
  await held(7);
  await heldBy(elsewhere({candidate: versionOf(7)}));
  t.like(await overview({client, prefix}), {served: null, held: [], trouble: []});
  await heldBy(elsewhere());
  const {trouble} = await overview({client, prefix});
  t.deepEqual(trouble, [`None is live. Promote ${versionOf(7)}.`]);
});

test('a generation that the API does not serve is told in words', async t => {
  const {client, prefix, live} = generations(t);
  await live(1, {mappingVersion: 0});
  const {trouble} = await overview({client, prefix});
  t.regex(trouble.join(), /-0001 was written by another release/);
});

test('people read it in lines', t => {
  const shown = {
    version: versionOf(2),
    extractedAt: '2026-11-15T02:15:00.000Z',
    importedAt: '2026-11-15T03:02:00.000Z',
    vehicles: 13_981_687,
    forced: 'it is right',
    limit: null,
  };
  const building = {
    build: 7,
    command: 'update',
    host: 'web1',
    pid: 4711,
    since: '2026-11-18T09:00:00.000Z',
    lastSignOfLife: '2026-11-18T11:57:00.000Z',
    hasEnded: false,
    candidate: null,
  };
  const status: Overview = {
    served: shown,
    rollbackTo: versionOf(1),
    rollbackNeeds: null,
    held: [{...shown, version: versionOf(3), extractedAt: null, forced: null, limit: 10}],
    refused: [{version: versionOf(9), reason: 'wrong', at: '2026-11-16T08:00:00.000Z'}],
    building,
    trouble: ['Look here.'],
  };
  const now = new Date('2026-11-18T12:00:00Z');
  t.deepEqual(statusText(status, now).split('\n'), [
    'Problem: Look here.',
    'Live: 20261115-031500-0002',
    '  extract    2026-11-15 02:15 UTC, 3 days ago',
    '  imported   2026-11-15 03:02 UTC, 3 days ago',
    '  vehicles   13,981,687',
    '  forced     it is right',
    'Rollback target: 20261115-031500-0001',
    'Held: 20261115-031500-0003, extract of unknown',
    '  limited    to the first 10 records',
    'Out of service: 20261115-031500-0009 since 2026-11-16 08:00 UTC: wrong',
    'Running build: 7 (update) since 2026-11-18 09:00 UTC, process 4711 on web1; last heartbeat 2026-11-18 11:57 UTC, 3 minutes ago.',
  ]);
  const ended = {...status, building: {...building, hasEnded: true}};
  t.regex(statusText(ended, now), /that process has ended, and the next build takes over\.$/);
});

test('an age is told in the greatest unit of which there are two', t => {
  const now = new Date('2026-11-18T12:00:00Z');
  t.is(ageOf('2026-11-18T11:59:00Z', now), '1 minute');
  t.is(ageOf('2026-11-18T10:30:00Z', now), '90 minutes');
  t.is(ageOf('2026-11-16T13:00:00Z', now), '47 hours');
  t.is(ageOf('2026-11-16T12:00:00Z', now), '2 days');
  t.is(ageOf('2026-11-19T12:00:00Z', now), '0 minutes');
});

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

test('status names the generations that can go live after the live one was deleted by hand', async t => {
  const {client, prefix, run, held} = await serving(t, 1, 2, 3);
  await held(4, {limit: 10});
  await client.indices.delete({index: Object.values(indexNames(prefix, versionOf(3)))});
  const named = async () =>
    /^Problem: None is live\. Promote (.+)\.$/m.exec((await run('status')).stdout)?.[1];
  t.is(await named(), `${versionOf(1)} or ${versionOf(2)}`);
  await client.indices.close({index: indexNames(prefix, versionOf(1)).vehicles});
  t.is(await named(), versionOf(2), 'a closed one cannot serve');
});

test('a generation that lost the live aliases by hand is not named: it cannot go live', async t => {
  const {client, prefix, run} = await serving(t, 1, 2);
  const name = [`${prefix}vehicles`, `${prefix}references`];
  await client.indices.deleteAlias({index: `${prefix}*`, name});
  const named = `Problem: None is live. Promote ${versionOf(1)}.`;
  t.true((await run('status')).stdout.startsWith(named));
  t.regex((await run('promote', versionOf(2))).stderr, /^There is no finished generation/);
  t.is((await run('promote', versionOf(1))).code, 0);
});

test(
  stops,
  'an alias that is missing',
  ({client, prefix}) =>
    client.indices.deleteAlias({index: `${prefix}*`, name: `${prefix}references`}),
  /references is missing\. Point both at the indices of one generation\. If it has lost one, delete the others/,
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
  const status = await overview({client, prefix});
  const needs = closed(1, indexNames(prefix, versionOf(1)).vehicles);
  t.like(status, {rollbackTo: null, rollbackNeeds: needs, trouble: []});
  t.true(statusText(status, new Date()).includes(`\nRollback target: none. ${needs}\n`));
  await t.throwsAsync(rollbackTarget({client, prefix}), {
    name: 'UsageError',
    message: /-0001 is closed/,
  });
});

test('an index of the indexer that is closed is named by every command that needs it, with how to open it', async t => {
  const {client, prefix, run} = await serving(t, 1, 2);
  const file = await fixtureExtract(t);
  t.is((await run('import', file, '--limit', '1')).code, 0);
  const index = stateIndex(prefix);
  await client.indices.close({index});
  for (const args of [['status'], ['rollback', '--yes'], ['import', file, '--dry-run']]) {
    const {code, stdout, stderr} = await run(...args);
    t.deepEqual([code, stdout], [75, ''], stderr);
    t.true(stderr.endsWith(`(${index}). Open it: POST /${index}/_open. Then run this again.\n`));
  }
});
