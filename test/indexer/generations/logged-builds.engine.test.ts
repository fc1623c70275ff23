import {hostname} from 'node:os';
import test from 'ava';
import {openBuildLog} from '#indexer/generations/build-log.ts';
import {loggedBuilds} from '#indexer/generations/logged-builds.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {logThreeWeeks} from '../../helpers/engines/logged-builds.ts';

test('before the first build none is recorded', async t => {
  const {client, prefix} = anInstallation(t);
  t.deepEqual(await loggedBuilds({client, prefix}, 10), []);
});

test('builds are told newest first, with how far they came and how they ended', async t => {
  const {client, prefix} = anInstallation(t);
  await logThreeWeeks({client, prefix});
  const [fourth, third, ...older] = await loggedBuilds({client, prefix}, 10);
  t.deepEqual(fourth, {
    build: 4,
    command: 'import',
    generation: '20261115-031500-0004',
    startedAt: '2026-11-21T06:00:00.000Z',
    lastEventAt: '2026-11-21T06:02:00.000Z',
    outcome: null,
    durationSeconds: null,
    vehicles: 4200,
    rejects: 10,
    reason: null,
    sentence: null,
    forced: null,
    fileName: 'extract-4.zip',
    host: hostname(),
  });
  t.like(third, {
    build: 3,
    outcome: 'refused',
    durationSeconds: 65,
    vehicles: 2400,
    sentence: 'It has 2,400 vehicles, 39 % of the 6,100 that are live, and 98 % is the least.',
  });
  t.deepEqual(
    older.map(({build, outcome, forced}) => [build, outcome, forced]),
    [
      [2, 'promoted', 'the register has moved'],
      [1, 'promoted', null],
    ],
  );
});

test('a build that prunes is told with the generation it built', async t => {
  const {client, prefix} = anInstallation(t);
  const clock = {now: () => 0, date: () => new Date('2026-11-16T06:00:00Z')};
  const options = {build: 7, command: 'import', recordDays: 4000, closeMs: 60_000, clock};
  const log = openBuildLog({client, prefix}, options);
  const generation = '20261115-031500-0007';
  log.write({event: 'pruned', generation: '20261101-031500-0005'});
  log.ended('promoted', {generation, importedAt: '2026-11-16T06:00:00Z'});
  t.is(await log.close(), null);
  const [build] = await loggedBuilds({client, prefix}, 1);
  t.is(build?.generation, generation);
});

test('no more builds are told than are asked for', async t => {
  const {client, prefix} = anInstallation(t);
  await logThreeWeeks({client, prefix});
  const builds = await loggedBuilds({client, prefix}, 2);
  t.deepEqual(
    builds.map(({build}) => build),
    [4, 3],
  );
});
