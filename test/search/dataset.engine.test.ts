import test, {type ExecutionContext} from 'ava';
import {openBuildLog} from '#indexer/generations/build-log.ts';
import {lastBuild} from '#src/search/dataset.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {logThreeWeeks} from '../helpers/engines/logged-builds.ts';
import {timeoutMs} from '../helpers/engines/patient-services.ts';

const start = (t: ExecutionContext) => {
  const {client, prefix} = anInstallation(t);
  return {client, prefix, read: lastBuild(client, prefix, timeoutMs)};
};

test('before the first build there is no last one', async t => {
  t.is(await start(t).read(), undefined);
});

test('the last build is the one that ended last: none that runs, and no rollback', async t => {
  const {client, prefix, read} = start(t);
  await logThreeWeeks({client, prefix});
  await client.indices.refresh({index: `${prefix}index-builds-*`});
  t.deepEqual(await read(), {
    outcome: 'refused',
    endedAt: '2026-11-16T06:01:05.000Z',
    durationSeconds: 65,
    vehicles: 2400,
    rejects: 0,
    promoted: {
      '@timestamp': '2026-11-09T06:01:36.000Z',
      durationSeconds: 96,
      outcome: 'promoted',
      vehicles: 6100,
      rejects: 0,
      fullInARow: 0,
    },
  });
});

test('a run that found nothing new is a last build without vehicles', async t => {
  const {client, prefix, read} = start(t);
  const clock = {now: () => 0, date: () => new Date('2026-11-16T06:00:00.000Z')};
  const options = {build: 1, command: 'update', recordDays: 4000, closeMs: 60_000, clock};
  const log = openBuildLog({client, prefix}, options);
  log.ended('already-current');
  await log.close();
  await client.indices.refresh({index: `${prefix}index-builds-*`});
  t.deepEqual(await read(), {
    outcome: 'already-current',
    endedAt: '2026-11-16T06:00:00.000Z',
    durationSeconds: 0,
    promoted: undefined,
  });
});
