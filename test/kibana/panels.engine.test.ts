import test from 'ava';
import {openBuildLog} from '#indexer/generations/build-log.ts';
import {importReport} from '#indexer/write/import-report.ts';
import type {Indices} from '#indexer/write/indices.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {logThreeWeeks} from '../helpers/engines/logged-builds.ts';
import {sharedFixture} from '../helpers/scope.ts';
import {panelsOf, shown} from './lens.ts';

const openLog = (indices: Indices, build: number, day: string) => {
  const clock = {now: () => 0, date: () => new Date(day)};
  const options = {build, command: 'import', recordDays: 4000, closeMs: 60_000, clock};
  return openBuildLog(indices, options);
};

/** What a panel shows of those weeks, and of a fifth build, which found nothing new. */
const threeWeeks = sharedFixture(test, async scope => {
  const {client, prefix} = anInstallation(scope);
  await logThreeWeeks({client, prefix});
  const log = openLog({client, prefix}, 5, '2026-11-22T06:00:00Z');
  log.ended('already-current');
  await log.close();
  await client.indices.refresh({index: `${prefix}index-builds-*`});
  return (id: string) => shown(client, prefix, id);
});

const shows = test.macro({
  title: (_, id: string, what: string) => `${id} shows ${what}`,
  async exec(t, id: string, _what: string, expected: unknown) {
    const panel = await threeWeeks();
    t.deepEqual(await panel(id), expected);
  },
});

test(shows, 'served-generation', 'the one a rollback went to', '20261101-031500-0001');
test(shows, 'served-extract', 'when that one was extracted', {
  extractedAt: '2026-11-01T02:15:00.000Z',
});
test(shows, 'served-age', 'when that one went live first', {
  importedAt: '2026-11-02T06:02:36.000Z',
});
test(shows, 'last-outcome', 'that of the newest build that ended', 'already-current');
test(shows, 'last-event', 'when it was', {'@timestamp': '2026-11-22T06:00:00.000Z'});
test(shows, 'running-build', 'how much was read, though a later build had nothing to read', {
  bytesRead: 4200,
  totalBytes: 10_000,
});
test(shows, 'builds-by-outcome', 'builds by the day they ended; one that runs has not yet', {
  '2026-11-02T00:00:00.000Z': {promoted: 1},
  '2026-11-09T00:00:00.000Z': {promoted: 1},
  '2026-11-16T00:00:00.000Z': {refused: 1},
  '2026-11-22T00:00:00.000Z': {'already-current': 1},
});
test(shows, 'phase-durations', 'the phases of each build with their seconds', {
  3: {reading: 60, verifying: 5},
  2: {promoting: 1, reading: 60, sealing: 30, verifying: 5},
  1: {promoting: 1, reading: 120, sealing: 30, verifying: 5},
});
test(shows, 'vehicles-per-second', 'the rate of the newest build that read, by the minute', {
  4: {
    '2026-11-21T06:01:00.000Z': 20,
    '2026-11-21T06:02:00.000Z': 50,
  },
});
test(shows, 'refusals', 'a refusal with its check and its sentence', [
  {
    key: '3',
    Ended: Date.parse('2026-11-16T06:01:05Z'),
    Outcome: 'refused',
    Reason: 'fewest-vehicles',
    Sentence: 'It has 2,400 vehicles, 39 % of the 6,100 that are live, and 98 % is the least.',
  },
]);

const unlogged = {
  Command: 'import',
  'Forced because': undefined,
  Way: undefined,
  'Full because': undefined,
  Unchanged: null,
  Written: null,
  Deleted: null,
};
test(shows, 'newest-builds', 'what became of each build, newest first', [
  {
    ...unlogged,
    key: '5',
    Started: Date.parse('2026-11-22T06:00:00Z'),
    Generation: undefined,
    Outcome: 'already-current',
    Seconds: 0,
    Vehicles: null,
    'Rejected records': null,
  },
  {
    ...unlogged,
    key: '4',
    Started: Date.parse('2026-11-21T06:00:00Z'),
    Generation: '20261115-031500-0004',
    Outcome: undefined,
    Seconds: null,
    Vehicles: 4200,
    'Rejected records': 10,
  },
  {
    ...unlogged,
    key: '3',
    Started: Date.parse('2026-11-16T06:00:00Z'),
    Generation: '20261115-031500-0003',
    Outcome: 'refused',
    Seconds: 65,
    Vehicles: 2400,
    'Rejected records': 0,
  },
  {
    ...unlogged,
    key: '2',
    Started: Date.parse('2026-11-09T06:00:00Z'),
    Generation: '20261108-031500-0002',
    Outcome: 'promoted',
    Seconds: 96,
    Vehicles: 6100,
    'Rejected records': 0,
    'Forced because': 'the register has moved',
  },
  {
    ...unlogged,
    key: '1',
    Started: Date.parse('2026-11-02T06:00:00Z'),
    Generation: '20261101-031500-0001',
    Outcome: 'promoted',
    Seconds: 156,
    Vehicles: 6000,
    'Rejected records': 1,
  },
]);

test('rejects-by-reason shows the rejects of the newest build that read, most first', async t => {
  const panel = await threeWeeks();
  const rejects = await panel('rejects-by-reason');
  t.deepEqual(rejects, {4: {NotUtf8: 7, IdentMissing: 3}});
  t.deepEqual(Object.keys((rejects as {4: object})[4]), ['NotUtf8', 'IdentMissing']);
});

test('of two builds, rejects are those of the newer alone, and unknown elements of both', async t => {
  const {client, prefix} = anInstallation(t);
  const weeks = [
    {rejectsByReason: {NotUtf8: 1}, unknownElements: {'SynResultatStruktur/Ny': 7}},
    {rejectsByReason: {}, unknownElements: {Ny: 3, 'SynResultatStruktur/Ny': 9}},
  ];
  for (const [week, {rejectsByReason, unknownElements}] of weeks.entries()) {
    const log = openLog({client, prefix}, week + 1, `2026-11-0${1 + 7 * week}T00:00:00Z`);
    log.progress.advance({...importReport().summary(), rejectsByReason}, 1, null);
    log.progress.ended([], unknownElements);
    await log.close();
  }
  await client.indices.refresh({index: `${prefix}index-builds-*`});
  t.deepEqual(await shown(client, prefix, 'rejects-by-reason'), {2: {}});
  const [first, second] = [Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 8)];
  t.deepEqual(await shown(client, prefix, 'unknown-elements'), [
    {key: 'Ny', 'First seen': second, 'Newest build': 2, Records: 3},
    {key: 'SynResultatStruktur/Ny', 'First seen': first, 'Newest build': 2, Records: 9},
  ]);
});

const calculates = test.macro({
  title: (_, id: string) => `${id} calculates in the unit that it shows`,
  exec(t, id: string, formula: string, format: object) {
    const config = panelsOf('').find(panel => panel.id === id)?.config;
    t.like(config, {metrics: [{formula, format}]});
  },
});

const [days, hours] = [{suffix: ' days'}, {suffix: ' hours'}];
test(calculates, 'served-extract', '(now() - last_value(extractedAt)) / 86400000', days);
test(calculates, 'served-age', '(now() - last_value(importedAt)) / 86400000', days);
test(calculates, 'last-event', '(now() - last_value(@timestamp)) / 3600000', hours);
const share = {type: 'percent'};
test(calculates, 'running-build', 'last_value(bytesRead) / last_value(totalBytes)', share);
