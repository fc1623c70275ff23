import test, {type ExecutionContext} from 'ava';
import {openBuildLog} from '#indexer/generations/build-log.ts';
import {importReport} from '#indexer/write/import-report.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {logThreeWeeks} from '../helpers/engines/logged-builds.ts';
import {panelsOf, shown} from './lens.ts';

/** What a panel shows of three weeks: see `logThreeWeeks`. */
const start = async (t: ExecutionContext) => {
  const {client, prefix} = anInstallation(t);
  await logThreeWeeks({client, prefix});
  await client.indices.refresh({index: `${prefix}index-builds-*`});
  return {client, prefix, panel: (id: string) => shown(client, prefix, id)};
};

test('the generation that is served is the one a rollback went to, with its own dates', async t => {
  const {panel} = await start(t);
  t.is(await panel('served-generation'), '20261101-031500-0001');
  t.deepEqual(await panel('served-extract'), {extractedAt: '2026-11-01T02:15:00.000Z'});
  t.deepEqual(await panel('served-age'), {importedAt: '2026-11-02T06:02:36.000Z'});
});

test('the newest outcome and event are shown, and how much the running build has read', async t => {
  const {panel} = await start(t);
  t.is(await panel('last-outcome'), 'refused');
  t.deepEqual(await panel('last-event'), {'@timestamp': '2026-11-21T06:02:00.000Z'});
  t.deepEqual(await panel('running-build'), {bytesRead: 4200, totalBytes: 10_000});
});

const calculates = test.macro({
  title: (_, id: string) => `${id} calculates in the unit that it shows`,
  exec(t, id: string, formula: string, format: object) {
    const config = panelsOf('').find(panel => panel.id === id)?.config;
    t.like(config, {metrics: [{formula}]});
    t.like(config, {metrics: [{format}]});
  },
});

const [days, hours] = [{suffix: ' days'}, {suffix: ' hours'}];
test(calculates, 'served-extract', '(now() - last_value(extractedAt)) / 86400000', days);
test(calculates, 'served-age', '(now() - last_value(importedAt)) / 86400000', days);
test(calculates, 'last-event', '(now() - last_value(@timestamp)) / 3600000', hours);
const share = {type: 'percent'};
test(calculates, 'running-build', 'last_value(bytesRead) / last_value(totalBytes)', share);

test('builds are counted by day and outcome; one that runs has none yet', async t => {
  const {panel} = await start(t);
  t.deepEqual(await panel('builds-by-outcome'), {
    '2026-11-02T00:00:00.000Z': {promoted: 1},
    '2026-11-09T00:00:00.000Z': {promoted: 1},
    '2026-11-16T00:00:00.000Z': {refused: 1},
  });
});

test('the phases of each build are shown with their durations', async t => {
  const {panel} = await start(t);
  t.deepEqual(await panel('phase-durations'), {
    3: {reading: 60, verifying: 5},
    2: {promoting: 1, reading: 60, sealing: 30, verifying: 5},
    1: {promoting: 1, reading: 120, sealing: 30, verifying: 5},
  });
});

test('the rate is that of the newest build alone, minute by minute', async t => {
  const {panel} = await start(t);
  t.deepEqual(await panel('vehicles-per-second'), {
    4: {
      '2026-11-21T06:01:00.000Z': 20,
      '2026-11-21T06:02:00.000Z': 50,
    },
  });
});

test('rejects are those of the newest build, most first', async t => {
  const {panel} = await start(t);
  const rejects = await panel('rejects-by-reason');
  t.deepEqual(rejects, {4: {NotUtf8: 7, IdentMissing: 3}});
  t.deepEqual(Object.keys((rejects as {4: object})[4]), ['NotUtf8', 'IdentMissing']);
});

test('a newest build without rejects shows none, not those of the build before', async t => {
  const {client, prefix, panel} = await start(t);
  const options = {build: 5, command: 'import', recordDays: 4000, closeMs: 60_000};
  const log = openBuildLog({client, prefix}, options);
  log.progress.advance(importReport().summary(), 1, null);
  await log.close();
  await client.indices.refresh({index: `${prefix}index-builds-*`});
  t.deepEqual(await panel('rejects-by-reason'), {5: {}});
});

test('the newest builds are listed with what became of them, newest first', async t => {
  const {panel} = await start(t);
  const unknown = {Way: undefined, 'Full because': undefined};
  const unsettled = {Unchanged: null, Written: null, Deleted: null};
  const others = {Command: 'import', 'Rejected records': 0, 'Forced because': undefined};
  const extract = {...others, ...unknown, ...unsettled};
  t.deepEqual(await panel('newest-builds'), [
    {
      ...extract,
      key: '4',
      Started: Date.parse('2026-11-21T06:00:00Z'),
      Generation: '20261115-031500-0004',
      Outcome: undefined,
      Seconds: null,
      Vehicles: 4200,
      'Rejected records': 10,
    },
    {
      ...extract,
      key: '3',
      Started: Date.parse('2026-11-16T06:00:00Z'),
      Generation: '20261115-031500-0003',
      Outcome: 'refused',
      Seconds: 65,
      Vehicles: 2400,
    },
    {
      ...extract,
      key: '2',
      Started: Date.parse('2026-11-09T06:00:00Z'),
      Generation: '20261108-031500-0002',
      Outcome: 'promoted',
      Seconds: 96,
      Vehicles: 6100,
      'Forced because': 'the register has moved',
    },
    {
      ...extract,
      key: '1',
      Started: Date.parse('2026-11-02T06:00:00Z'),
      Generation: '20261101-031500-0001',
      Outcome: 'promoted',
      Seconds: 156,
      Vehicles: 6000,
      'Rejected records': 1,
    },
  ]);
});

test('a refusal is shown with its check and its sentence', async t => {
  const {panel} = await start(t);
  t.deepEqual(await panel('refusals'), [
    {
      key: '3',
      Ended: Date.parse('2026-11-16T06:01:05Z'),
      Outcome: 'refused',
      Reason: 'fewest-vehicles',
      Sentence: 'It has 2,400 vehicles, 39 % of the 6,100 that are live, and 98 % is the least.',
    },
  ]);
});

test('unknown elements are listed since when they occur, those that came last first', async t => {
  const {client, prefix} = anInstallation(t);
  const weeks = [{'SynResultatStruktur/Ny': 7}, {Ny: 3, 'SynResultatStruktur/Ny': 9}];
  for (const [week, unknownElements] of weeks.entries()) {
    const clock = {now: () => 0, date: () => new Date(Date.UTC(2026, 10, 1 + 7 * week))};
    const options = {command: 'import', recordDays: 4000, closeMs: 60_000, clock};
    const log = openBuildLog({client, prefix}, {...options, build: week + 1});
    log.progress.ended([], unknownElements);
    await log.close();
  }
  await client.indices.refresh({index: `${prefix}index-builds-*`});
  const [first, second] = [Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 8)];
  t.deepEqual(await shown(client, prefix, 'unknown-elements'), [
    {key: 'Ny', 'First seen': second, 'Newest build': 2, Records: 3},
    {key: 'SynResultatStruktur/Ny', 'First seen': first, 'Newest build': 2, Records: 9},
  ]);
});
