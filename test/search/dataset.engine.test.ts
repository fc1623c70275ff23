import test, {type ExecutionContext} from 'ava';
import {logEvent, openBuildLog} from '#indexer/generations/build-log.ts';
import {type BuildEvent, Outcome} from '#mappings/build-event.ts';
import {lastBuild, shards} from '#src/search/dataset.ts';
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
  t.like(await read(), {
    ...{outcome: 'refused', endedAt: '2026-11-16T06:01:05.000Z', durationSeconds: 65},
    ...{vehicles: 2400, rejects: 0},
    promoted: {durationSeconds: 96, outcome: 'promoted', vehicles: 6100, fullInARow: 0},
    refused: {file: 'extract-3.zip', reason: 'fewest-vehicles', at: '2026-11-16T06:01:05.000Z'},
    newestExtractAt: '2026-11-15T02:15:00.000Z',
  });
});

test('an extract is refused until one is live, and one that was rolled back is not', async t => {
  const {client, prefix, read} = start(t);
  await logThreeWeeks({client, prefix});
  let day = 22;
  const reasonAfter = async (event: BuildEvent['event'], reason?: string) => {
    const outcome = Outcome.safeParse(event).data;
    const build = outcome && {build: day, outcome};
    const at = new Date(Date.UTC(2026, 10, day));
    day += 1;
    await logEvent({client, prefix}, {event, ...build, ...(reason && {reason})}, at, 60_000);
    await client.indices.refresh({index: `${prefix}index-builds-*`});
    return (await read())?.refused?.reason;
  };
  t.is(await reasonAfter('refused', 'kinds'), 'kinds');
  t.is(await reasonAfter('interrupted'), 'kinds');
  t.is(await reasonAfter('fetch-failed', 'FetchFailed'), 'kinds');
  t.is(await reasonAfter('fetch-failed', 'ZipTruncated'), 'ZipTruncated');
  t.is(await reasonAfter('promoted'), undefined);
  t.is(await reasonAfter('refused', 'age'), 'age');
  t.is(await reasonAfter('already-current'), undefined);
  t.is(await reasonAfter('refused', 'age, refusals'), undefined);
});

test('a run that found nothing new is a last build without vehicles', async t => {
  const {client, prefix, read} = start(t);
  const clock = {now: () => 0, date: () => new Date('2026-11-16T06:00:00.000Z')};
  const options = {build: 1, command: 'update', recordDays: 4000, closeMs: 60_000, clock};
  const log = openBuildLog({client, prefix}, options);
  log.ended('already-current');
  await log.close();
  await client.indices.refresh({index: `${prefix}index-builds-*`});
  const found = await read();
  t.like(found, {outcome: 'already-current', endedAt: '2026-11-16T06:00:00.000Z'});
  t.like(found, {durationSeconds: 0, vehicles: undefined, promoted: undefined, refused: undefined});
});

test('shards that no node has are missing, and so are replicas', async t => {
  const {client, prefix} = start(t);
  const read = shards(client, prefix, timeoutMs);
  t.deepEqual(await read(), {missing: {primary: 0, replica: 0}, versions: []});
  const nowhere = {number_of_replicas: 0, 'index.routing.allocation.include._name': 'nowhere'};
  const create = (name: string, active: number, settings: object) =>
    client.indices.create({
      index: `${prefix}${name}`,
      settings: {number_of_replicas: 2, ...settings},
      wait_for_active_shards: active,
    });
  await create('vehicles', 1, {number_of_shards: 2});
  await create('index-builds-2026.11', 0, nowhere);
  await create('others', 0, nowhere);
  const {missing, versions} = await read();
  t.deepEqual(missing, {primary: 1, replica: 4});
  t.regex(versions.join(), /^9\.\d+\.\d+$/);
});
