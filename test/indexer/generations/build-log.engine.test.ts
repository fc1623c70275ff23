import test, {type ExecutionContext} from 'ava';
import {logEvent, openBuildLog} from '#indexer/generations/build-log.ts';
import {importReport} from '#indexer/write/import-report.ts';
import {buildLogDefinition} from '#mappings/build-event.ts';
import {type Fate, forbidden, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {buildLogIndices, loggedEvents} from '../../helpers/engines/logged-events.ts';
import {aFolder} from '../../helpers/extracts/files.ts';

/** A clock that stands until it is set, in milliseconds after 21 November 2026, 6:00 UTC. */
const stoppedClock = () => {
  let milliseconds = 0;
  return {
    set: (time: number) => {
      milliseconds = time;
    },
    clock: {
      now: () => milliseconds,
      date: () => new Date(Date.UTC(2026, 10, 21, 6) + milliseconds),
    },
  };
};

const counts = (vehicles: number, rejectsByReason: Readonly<Record<string, number>> = {}) => {
  const rejects = Object.values(rejectsByReason).reduce((sum, count) => sum + count, 0);
  const records = vehicles + rejects + 1;
  return {...importReport().summary(), records, vehicles, repeats: 1, rejects, rejectsByReason};
};

/** Engines of tests are busy: what is to be written is waited for. */
const options = {build: 7, command: 'import', recordDays: 400, closeMs: 60_000};

/** The log of a build, whose clock stands until it is set. */
const aLog = (t: ExecutionContext) => {
  const {client, prefix} = anInstallation(t);
  const {set, clock} = stoppedClock();
  const log = openBuildLog({client, prefix}, {...options, clock});
  return {client, prefix, set, log};
};

test('a build is recorded from its start to its outcome', async t => {
  const {client, prefix, set, log} = aLog(t);
  log.addFacts({fileName: 'extract.zip'});
  log.progress.phase('reading');
  set(10_000);
  log.progress.advance(counts(1000), 500, 2000);
  set(20_000);
  log.progress.advance(counts(4000), 2000, 2000);
  log.progress.phase('verifying');
  const generation = '20261115-031500-0007';
  log.addFacts({generation});
  set(21_500);
  const importedAt = '2026-11-21T06:00:21Z';
  log.ended('promoted', {generation, importedAt, previous: '20261108-031500-0006'});
  t.is(await log.close(), null);
  t.deepEqual(log.phases, {reading: 20, verifying: 1.5});

  const events = await loggedEvents({client, prefix});
  t.true(events.every(({build, command, host}) => build === 7 && command === 'import' && host));
  const at = (seconds: number) =>
    new Date(Date.UTC(2026, 10, 21, 6) + seconds * 1000).toISOString();
  const file = {fileName: 'extract.zip'};
  const half = {records: 1001, vehicles: 1000, repeats: 1, rejects: 0, bytesRead: 500};
  const all = {records: 4001, vehicles: 4000, repeats: 1, rejects: 0, bytesRead: 2000};
  const size = {totalBytes: 2000};
  t.deepEqual(
    events.map(({build: _, command: __, host: ___, ...event}) => event),
    [
      {'@timestamp': at(0), event: 'started'},
      {
        ...{'@timestamp': at(10), event: 'progress', phase: 'reading', ...file, ...half, ...size},
        vehiclesPerSecond: 100,
      },
      {
        ...{'@timestamp': at(20), event: 'progress', phase: 'reading', ...file, ...all, ...size},
        vehiclesPerSecond: 300,
      },
      {
        ...{'@timestamp': at(20), event: 'phase-ended', phase: 'reading', durationSeconds: 20},
        ...{...file, ...all, ...size},
      },
      {
        ...{'@timestamp': at(21.5), event: 'phase-ended', phase: 'verifying', generation},
        ...{durationSeconds: 1.5, ...file, ...all, ...size},
      },
      {
        ...{'@timestamp': at(21.5), event: 'promoted', outcome: 'promoted', generation},
        ...{durationSeconds: 21.5, vehiclesPerSecond: 186, ...file, ...all, ...size},
        previous: '20261108-031500-0006',
        importedAt,
      },
    ],
  );
});

test('a phase that a build begins again takes as long as both times', async t => {
  const {set, log} = aLog(t);
  const whole = [
    ['reading', 3000],
    ['verifying', 4000],
    ['reading', 9000],
  ] as const;
  for (const [phase, end] of whole) {
    log.progress.phase(phase);
    set(end);
  }
  log.ended('held');
  await log.close();
  t.deepEqual(log.phases, {reading: 8, verifying: 1});
});

test('progress is recorded every five seconds, however often it is told', async t => {
  const {client, prefix, set, log} = aLog(t);
  for (let time = 0; time <= 15_000; time += 50) {
    set(time);
    log.progress.advance(counts(time), time, null);
  }
  await log.close();
  const progress = (await loggedEvents({client, prefix})).filter(({event}) => event === 'progress');
  const told = progress.map(({vehicles}) => vehicles);
  t.deepEqual(told, [0, 5000, 10_000, 15_000]);
});

test('rejected records are one event for each reason, brought up to date', async t => {
  const {client, prefix, set, log} = aLog(t);
  log.progress.phase('reading');
  log.progress.advance(counts(10, {NotUtf8: 1}), 1, null);
  set(5000);
  log.progress.advance(counts(20, {NotUtf8: 1, IdentMissing: 2}), 2, null);
  set(6000);
  log.progress.advance(counts(30, {NotUtf8: 4, IdentMissing: 2}), 3, null);
  log.ended('held');
  await log.close();
  const rejects = (await loggedEvents({client, prefix})).filter(({event}) => event === 'rejects');
  t.deepEqual(
    rejects.map(({'@timestamp': at, reason, count}) => ({at, reason, count})),
    [
      {at: '2026-11-21T06:00:05.000Z', reason: 'IdentMissing', count: 2},
      {at: '2026-11-21T06:00:06.000Z', reason: 'NotUtf8', count: 4},
    ],
  );
});

test('what was found is recorded with its limit, unknown elements once read, and sentences cut short', async t => {
  const {client, prefix} = anInstallation(t);
  const log = openBuildLog({client, prefix}, options);
  const check = {check: 'fewest-vehicles', passed: false, found: '600', limit: '980'};
  log.write({event: 'check', ...check});
  log.progress.ended([], {'SynResultatStruktur/Ny': 12, Ny: 1});
  log.ended('failed', {sentence: 'Æ'.repeat(100_000)});
  t.is(await log.close(), null);
  const [, ...events] = await loggedEvents({client, prefix});
  t.like(events, [
    {event: 'check', ...check},
    {event: 'unknown-element', reason: 'SynResultatStruktur/Ny', count: 12},
    {event: 'unknown-element', reason: 'Ny', count: 1},
    {event: 'failed', sentence: 'Æ'.repeat(2000)},
  ]);
  t.is(events.length, 4);
});

test('all events of a build lie in the month it began in', async t => {
  const {client, prefix, set, log} = aLog(t);
  set(11 * 24 * 60 * 60 * 1000);
  log.ended('held');
  await log.close();
  t.deepEqual(await buildLogIndices({client, prefix}), [`${prefix}index-builds-2026.11`]);
  t.is((await loggedEvents({client, prefix})).length, 2);
});

test('a month that a release with fewer members began takes all of this one', async t => {
  const {client, prefix} = anInstallation(t);
  const {phase: _, ...properties} = buildLogDefinition.mappings.properties;
  const index = `${prefix}index-builds-2026.11`;
  await client.indices.create({index, mappings: {dynamic: 'strict', properties}});
  const log = openBuildLog({client, prefix}, {...options, clock: stoppedClock().clock});
  log.write({event: 'phase-ended', phase: 'reading'});
  t.is(await log.close(), null);
});

test('months that ended longer ago than the record is kept are deleted, and nothing else', async t => {
  const {client, prefix} = anInstallation(t);
  const {clock} = stoppedClock();
  const others = ['index-builds-2024.99', 'index-builds-old', 'index-builds-2020.01-copy'];
  const kept = ['index-builds-2025.10', ...others];
  for (const name of ['index-builds-2025.09', 'index-builds-2019.12', ...kept]) {
    await client.indices.create({index: prefix + name, settings: {number_of_replicas: 0}});
  }
  // 21 November 2026 less 400 days is 17 October 2025.
  const log = openBuildLog({client, prefix}, {...options, clock});
  t.is(await log.close(), null);
  t.deepEqual(
    await buildLogIndices({client, prefix}),
    [...kept, 'index-builds-2026.11'].map(name => prefix + name).toSorted(),
  );
});

const isBulk = ({path}: {readonly path: string}) => path.includes('/_bulk');

test('events that come while the engine is away are written in order when it is back', async t => {
  const {client, prefix} = anInstallation(t);
  let away = 3;
  const flaky = await proxiedClient(t, () => {
    away -= 1;
    return away >= 0 ? 'lose the request' : 'pass';
  });
  const log = openBuildLog({client: flaky, prefix}, options);
  log.write({event: 'verified'});
  log.ended('held');
  t.is(await log.close(), null);
  const events = await loggedEvents({client, prefix});
  const told = events.map(({event}) => event);
  t.deepEqual(told, ['started', 'verified', 'held']);
});

const sentAgain = test.macro({
  title: (_, what: string) => `an event ${what} is sent again, and written once`,
  async exec(t, _what: string, fate: Fate) {
    const {client, prefix} = anInstallation(t);
    let bulks = 0;
    const flaky = await proxiedClient(t, asked => {
      if (!isBulk(asked)) return 'pass';
      bulks += 1;
      return bulks === 1 ? fate : 'pass';
    });
    const log = openBuildLog({client: flaky, prefix}, options);
    t.is(await log.close(), null);
    t.is(bulks, 2);
    t.is((await loggedEvents({client, prefix})).length, 1);
  },
});

const busy = {create: {_id: '1', status: 429, error: {type: 'es_rejected_execution_exception'}}};
const full = {status: 200, body: {errors: true, took: 1, items: [busy]}};
test(sentAgain, 'whose answer was lost', 'lose the answer');
test(sentAgain, 'that the engine has no room for at the moment', full);

test('an engine that never answers holds nobody up, and the end says what is missing', async t => {
  const hanging = await proxiedClient(t, () => 'hang');
  const log = openBuildLog({client: hanging, prefix: 'test-'}, {...options, closeMs: 100});
  log.ended('held');
  const sentence = await log.close();
  t.regex(
    sentence ?? '',
    /^test-index-builds-\d{4}\.\d\d lacks 2 events: Elasticsearch did not accept them in time\.$/,
  );
});

test('what comes while nothing can be written is kept up to a bound, outcomes before progress', async t => {
  const {client, prefix} = anInstallation(t);
  const {set, clock} = stoppedClock();
  let isAway = true;
  const flaky = await proxiedClient(t, () => (isAway ? 'lose the request' : 'pass'));
  const log = openBuildLog({client: flaky, prefix}, {...options, clock});
  for (let seconds = 0; seconds < 5 * 3000; seconds += 5) {
    set(seconds * 1000);
    log.progress.advance(counts(seconds), seconds, null);
  }
  log.ended('held');
  isAway = false;
  t.regex((await log.close()) ?? '', /lacks 2002 events: too many were queued\.$/);
  const events = await loggedEvents({client, prefix});
  t.deepEqual([events[0]?.event, events.at(-1)?.event], ['started', 'held']);
  t.is(events.length, 1000);
  t.is(events[1]?.vehicles, 5 * 2002);
});

test('what replaces an event while that is being sent is written, too', async t => {
  const {client, prefix} = anInstallation(t);
  const {set, clock} = stoppedClock();
  let bulks = 0;
  const watched = await proxiedClient(t, asked => {
    if (isBulk(asked) && ++bulks === 2) log.progress.advance(counts(20, {NotUtf8: 2}), 2, null);
    return 'pass';
  });
  const log = openBuildLog({client: watched, prefix}, {...options, clock});
  log.progress.advance(counts(10, {NotUtf8: 1}), 1, null);
  set(5000);
  log.ended('held');
  t.is(await log.close(), null);
  const rejects = (await loggedEvents({client, prefix})).filter(({event}) => event === 'rejects');
  t.is(rejects.length, 1);
  t.is(rejects[0]?.count, 2);
});

test('what the engine refuses for good is told with its reason, and the rest is written', async t => {
  const {client, prefix} = anInstallation(t);
  const log = openBuildLog({client, prefix}, options);
  const unmapped: object = {unmapped: 1};
  log.write({event: 'verified', ...unmapped});
  log.ended('held');
  t.regex((await log.close()) ?? '', /lacks 1 event: .*\[unmapped\].*not allowed/);
  const events = await loggedEvents({client, prefix});
  const told = events.map(({event}) => event);
  t.deepEqual(told, ['started', 'held']);
});

test('a request that is refused whole is not made for ever', async t => {
  const forbidding = await proxiedClient(t, () => forbidden);
  const log = openBuildLog({client: forbidding, prefix: 'test-'}, options);
  t.regex(
    (await log.close()) ?? '',
    /lacks 1 event: Elasticsearch refused a request: security_exception.*\. Grant this .+\)\.$/,
  );
});

test('a clock that is years ahead of the extract deletes no month', async t => {
  const {client, prefix} = anInstallation(t);
  const kept = `${prefix}index-builds-2025.10`;
  await client.indices.create({index: kept, settings: {number_of_replicas: 0}});
  const clock = {now: () => 0, date: () => new Date('2028-11-21T06:00:00Z')};
  const facts = {extractedAt: '2026-11-15T02:15:00.000Z'};
  t.is(await openBuildLog({client, prefix}, {...options, facts, clock}).close(), null);
  t.deepEqual(await buildLogIndices({client, prefix}), [kept, `${prefix}index-builds-2028.11`]);
});

test('a month that is closed is told, and its events are kept for the next build', async t => {
  const {client, prefix} = anInstallation(t);
  const directory = aFolder(t);
  await openBuildLog({client, prefix}, options).close();
  const [index = ''] = await buildLogIndices({client, prefix});
  await client.indices.close({index});
  const log = openBuildLog({client, prefix}, {...options, directory, closeMs: 500});
  log.ended('held');
  t.is(
    await log.close(),
    `${index} lacks 2 events: it is closed. Open it: POST /${index}/_open. The next build, or "builds", writes what was kept of them.`,
  );
  await client.indices.open({index});
  await openBuildLog({client, prefix}, {...options, directory}).close();
  const told = (await loggedEvents({client, prefix})).map(({event}) => event);
  t.deepEqual(told.toSorted(), ['held', 'started', 'started', 'started']);
});

test('an index that is deleted while a build is recorded is made again, with its types', async t => {
  const {client, prefix} = anInstallation(t);
  const told = Promise.withResolvers<void>();
  const watched = await proxiedClient(t, asked => {
    if (isBulk(asked)) told.resolve();
    return 'pass';
  });
  const log = openBuildLog({client: watched, prefix}, options);
  await told.promise;
  const [index = ''] = await buildLogIndices({client, prefix});
  await client.indices.delete({index});
  log.ended('held');
  t.is(await log.close(), null);
  const mapping = await client.indices.getMapping({index});
  t.is(mapping[index]?.mappings.dynamic, 'strict');
  t.is((await loggedEvents({client, prefix})).at(-1)?.event, 'held');
});

test('builds and commands that begin at once share the index of the month', async t => {
  const {client, prefix} = anInstallation(t);
  const records = [1, 2, 3].map(build => openBuildLog({client, prefix}, {...options, build}));
  const pruned = {command: 'prune', event: 'pruned'} as const;
  const alone = [1, 2].map(async () => {
    return (await logEvent({client, prefix}, pruned, new Date(), 60_000)).notRecorded;
  });
  const failures = await Promise.all([...records.map(log => log.close()), ...alone]);
  t.deepEqual(failures, Array(5).fill(null));
  t.is((await buildLogIndices({client, prefix})).length, 1);
  t.is((await loggedEvents({client, prefix})).length, 5);
});
