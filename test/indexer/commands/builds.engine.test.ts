import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {hostname} from 'node:os';
import test from 'ava';
import {logEvent, openBuildLog} from '#indexer/generations/build-log.ts';
import {type Holder, ownProcess} from '#indexer/generations/lock.ts';
import {loggedBuilds} from '#indexer/generations/logged-builds.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {logThreeWeeks} from '../../helpers/engines/logged-builds.ts';
import {buildLogIndices} from '../../helpers/engines/logged-events.ts';
import {sharedFixture} from '../../helpers/scope.ts';
import {elsewhere, locks} from '../generations/locks.ts';

/** One that was at work for three weeks; its lock is as a test says. */
const threeWeeks = sharedFixture(test, async scope => {
  const installation = locks(scope);
  const {client, prefix, run, heldBy, store} = installation;
  await logThreeWeeks({client, prefix});
  return {
    ...installation,
    outcomes: async () => {
      const builds: readonly {readonly build: number | null; readonly outcome: string}[] =
        JSON.parse((await run('builds', '--json')).stdout);
      const numbered = builds.filter(({build}) => build !== null);
      return Object.fromEntries(numbered.map(({build, outcome}) => [build, outcome]));
    },
    /** The lock as a build of this number left it, or holds it. */
    lock: async (lastBuild: number, holder: Partial<Holder> | null) => {
      const heartbeatAt = new Date().toISOString();
      await heldBy(elsewhere({heartbeatAt, ...holder}), {lastBuild});
      const {document, position} = (await store.read()) ?? {};
      if (!holder && document) await store.write({...document, holder}, position);
    },
  };
});

/** A process of this machine that has ended, as its lock tells of it. */
const endedProcess = async () => {
  const child = spawn(process.execPath, ['--eval', '']);
  await once(child, 'exit');
  return {pid: child.pid ?? 0, process: await ownProcess(), host: hostname()};
};

test('before the first build that is what it says, or an empty list', async t => {
  const {run} = anInstallation(t);
  t.deepEqual(await run('builds'), {code: 0, stdout: 'No builds yet.\n', stderr: ''});
  t.is((await run('builds', '--json')).stdout, '[]\n');
});

test('a closed month is missing from the list and named, and nothing found is no empty list', async t => {
  const {client, prefix, run} = anInstallation(t);
  await logThreeWeeks({client, prefix});
  const [first = '', ...others] = await buildLogIndices({client, prefix});
  t.deepEqual(others, []);
  const second = `${prefix}index-builds-2026.10`;
  await client.indices.create({index: second, settings: {number_of_replicas: 0}});
  await client.indices.close({index: second});
  const {code, stdout, stderr} = await run('builds');
  t.deepEqual([code, stdout.split('\n').length > 4], [0, true], stderr);
  t.is(
    stderr,
    `What ${second} has is missing, because it is closed. Open it: POST /${second}/_open.\n`,
  );
  await client.indices.close({index: first});
  for (const args of [['builds'], ['builds', '1']]) {
    t.deepEqual(await run(...args), {
      code: 75,
      stdout: '',
      stderr: `What ${second}, ${first} has is missing, because it is closed. Open it: POST /${second},${first}/_open.\n`,
    });
  }
});

test.serial('builds and rollbacks are listed newest first, with what ended them', async t => {
  const {run} = await threeWeeks();
  const {stdout, code} = await run('builds', '--limit', '4');
  t.is(code, 0);
  const [head, ...lines] = stdout.trimEnd().split('\n');
  t.regex(head ?? '', /^BUILD +GENERATION +COMMAND +STARTED +OUTCOME +TOOK +VEHICLES +REJECTED$/);
  t.deepEqual(
    lines.map(line => line.split(/ {2,}/)),
    [
      ['4', '20261115-031500-0004', 'import', '2026-11-21 06:00 UTC', 'crashed', '4,200', '10'],
      [
        '',
        '20261101-031500-0001',
        'rollback',
        '2026-11-17 09:00 UTC',
        'rolled-back',
        'it was wrong',
      ],
      [
        ...['3', '20261115-031500-0003', 'import', '2026-11-16 06:00 UTC', 'refused'],
        ...['1 min 5 s', '2,400', '0'],
        'It has 2,400 vehicles, 39 % of the 6,100 that are live, and…',
      ],
      [
        ...['2', '20261108-031500-0002', 'import', '2026-11-09 06:00 UTC', 'promoted'],
        ...['1 min 36 s', '6,100', '0', 'Forced: the register has moved'],
      ],
    ],
  );
});

test('a promotion by an operator is listed with its reason', async t => {
  const {client, prefix, run} = anInstallation(t);
  const promotion = {
    command: 'promote',
    event: 'promoted',
    generation: '20261108-031500-0002',
    vehicles: 6100,
    forced: 'the newer one is worse',
  } as const;
  await logEvent({client, prefix}, promotion, new Date('2026-11-18T09:00:00Z'), 60_000);
  const [, line] = (await run('builds')).stdout.split('\n');
  t.deepEqual(line?.split(/ {2,}/), [
    ...['', '20261108-031500-0002', 'promote', '2026-11-18 09:00 UTC', 'promoted', '6,100'],
    'Forced: the newer one is worse',
  ]);
});

test.serial(
  'all of one build is told, also as JSON, and a number without one is wrong usage',
  async t => {
    const {run} = await threeWeeks();
    const {stdout, code} = await run('builds', '3');
    t.is(code, 0);
    t.regex(
      stdout,
      /^Build 3: refused\n {2}generation +20261115-031500-0003\n {2}command +import, on /,
    );
    t.regex(stdout, /\n {2}file +extract-3\.zip\n/);
    t.regex(
      stdout,
      /\n {2}took +1 min 5 s\n {2}phases +reading 60\.0 s, verifying 5\.0 s\n {2}vehicles +2,400\n {2}rejected +0 records\n\n/,
    );
    t.true(
      stdout.endsWith(
        '\n\nIt has 2,400 vehicles, 39 % of the 6,100 that are live, and 98 % is the least.\n',
      ),
    );
    t.like(JSON.parse((await run('builds', '3', '--json')).stdout), {build: 3, outcome: 'refused'});
    const none = await run('builds', '99');
    t.like(none, {code: 2, stdout: ''});
    t.is(none.stderr, 'There is no build 99 in the log. "builds" lists the newest.\n');
  },
);

test.serial(
  'a build without a last event has crashed when its process has ended or another build followed',
  async t => {
    const {lock, outcomes} = await threeWeeks();
    t.like(await outcomes(), {4: 'crashed'});
    await lock(4, null);
    t.like(await outcomes(), {4: 'crashed'});
    await lock(4, await endedProcess());
    t.like(await outcomes(), {4: 'crashed'});
    await lock(5, {});
    t.like(await outcomes(), {4: 'crashed'});
  },
);

test.serial(
  'a build without a last event runs while its builder holds the lock and gives signs of life',
  async t => {
    const {lock, outcomes} = await threeWeeks();
    await lock(4, {});
    t.deepEqual(await outcomes(), {4: 'running', 3: 'refused', 2: 'promoted', 1: 'promoted'});
    await lock(4, {heartbeatAt: '2026-11-21T06:00:00.000Z'});
    t.like(await outcomes(), {4: 'silent'});
  },
);

test.serial('a build that began after the lock was looked at runs', async t => {
  const {lock, outcomes} = await threeWeeks();
  await lock(3, null);
  t.like(await outcomes(), {4: 'running'});
});

test('a build is told with how far it came, and the generation it built, whatever it pruned', async t => {
  const {client, prefix} = await threeWeeks();
  const [fourth] = await loggedBuilds({client, prefix}, 10);
  t.deepEqual(fourth, {
    build: 4,
    command: 'import',
    generation: '20261115-031500-0004',
    startedAt: '2026-11-21T06:00:00.000Z',
    lastEventAt: '2026-11-21T06:02:00.000Z',
    outcome: null,
    durationSeconds: null,
    phases: {},
    vehicles: 4200,
    ...{way: null, because: null, unchanged: null, written: null, deleted: null},
    rejects: 10,
    reason: null,
    sentence: null,
    forced: null,
    fileName: 'extract-4.zip',
    host: hostname(),
  });

  const other = anInstallation(t);
  const clock = {now: () => 0, date: () => new Date('2026-11-16T06:00:00Z')};
  const options = {build: 7, command: 'import', recordDays: 4000, closeMs: 60_000, clock};
  const log = openBuildLog(other, options);
  const generation = '20261115-031500-0007';
  log.write({event: 'pruned', generation: '20261101-031500-0005'});
  log.ended('promoted', {generation, importedAt: '2026-11-16T06:00:00Z'});
  t.is(await log.close(), null);
  const [build] = await loggedBuilds(other, 1);
  t.is(build?.generation, generation);
});

test('a forced build that was stopped has its reason, and then how it ended', async t => {
  const {run, ...installation} = anInstallation(t);
  const facts = {forced: 'again'};
  const log = openBuildLog(installation, {build: 1, command: 'import', recordDays: 60, facts});
  log.ended('interrupted', {sentence: 'Stopped by SIGTERM.'});
  await log.close();
  t.regex((await run('builds')).stdout, / {2}Forced: again; Stopped by SIGTERM\.\n$/);
});
