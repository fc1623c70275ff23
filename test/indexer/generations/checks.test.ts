import test from 'ava';
import {readConfig} from '#indexer/config.ts';
import {extractChecks, numberChecks} from '#indexer/generations/gate.ts';
import type {Population} from '#indexer/generations/population.ts';
import {importReport} from '#indexer/write/import-report.ts';
import {type ReferenceList, referenceLists} from '#mappings/reference-document.ts';

const names = {car: 'Passenger car', trailer: 'Trailer', tractor: 'Tractor'};

const population = (
  kinds: Readonly<Record<string, number>>,
  lists: readonly ReferenceList[] = referenceLists,
): Population => ({
  vehicles: Object.values(kinds).reduce((sum, count) => sum + count, 0),
  kinds: new Map(Object.entries(kinds)),
  kindNames: new Map(Object.entries(names)),
  entries: new Map(lists.map(list => [list, 3])),
});

const {gate} = readConfig({}).indexing;

type Figures = Parameters<typeof numberChecks.vehicles>[0];

const counts = importReport().summary();

/** What is compared; the rest is of no importance. */
const figures = (compared: Partial<Figures>): Figures => ({
  counts,
  completeness: {members: [], kinds: []},
  population: population({car: 1000}),
  before: undefined,
  liveMeta: undefined,
  limits: gate,
  ...compared,
});

test('one record in a thousand may be rejected, and not one more', t => {
  const rejects = (rejects: number, records: number, maxRejectsPercent = 0.1) => {
    const rejectsByReason = {NotUtf8: rejects - 1, TooDeep: 1};
    const read = {...counts, records, rejects, rejectsByReason};
    return numberChecks.rejects({counts: read, limits: {...gate, maxRejectsPercent}});
  };
  t.true(rejects(2, 2000).passed);
  t.like(rejects(3, 2000), {
    passed: false,
    found: '3 of 2,000 records (0.15 %) were rejected: NotUtf8 2, TooDeep 1',
    limit: 'at most 0.1 % (GATE_MAX_REJECTS_PERCENT)',
  });
  t.false(rejects(1, 2000, 0).passed);
  t.true(rejects(0, 5, 0).passed);
});

const vehicles = (car: number, live?: number, changes: Partial<typeof gate> = {}) =>
  numberChecks.vehicles(
    figures({
      population: population({car}),
      before: live === undefined ? undefined : population({car: live}),
      limits: {...gate, minFirstVehicles: 1000, ...changes},
    }),
  );

test('an extract has at least 98 % of the vehicles that are live, and never none', t => {
  t.true(vehicles(980, 1000).passed);
  t.true(vehicles(2000, 1000).passed);
  t.like(vehicles(60_000, 100_000), {
    passed: false,
    found: '60,000 vehicles, 60.00 % of the 100,000 that are live',
    limit: 'at least 98 % (GATE_MIN_VEHICLES_PERCENT)',
  });
  t.false(vehicles(979, 1000).passed);
  t.false(vehicles(0, 0).passed);
  t.false(vehicles(0, 10, {minVehiclesPercent: 0}).passed);
});

test('while nothing is live an extract must reach the floor', t => {
  t.true(vehicles(1000).passed);
  t.like(vehicles(999), {
    passed: false,
    found: '999 vehicles, and none are live',
    limit: 'at least 1,000 (GATE_MIN_FIRST_VEHICLES)',
  });
});

const kinds = (extract: Population, before: Population) =>
  numberChecks.kinds(figures({population: extract, before}));

test('a kind that had ten vehicles may not vanish; one that had nine may, and none is no kind', t => {
  const live = population({car: 1000, trailer: 10, tractor: 9});
  t.true(kinds(population({car: 1000, trailer: 1}), live)?.passed);
  t.like(kinds(population({car: 1000, tractor: 9}), live), {
    passed: false,
    found: 'no vehicle of Trailer (10 are live)',
  });
  t.true(kinds(population({car: 1000}), population({car: 1000, '': 50}))?.passed);
});

const shares = (extract: Population, before: Population) =>
  numberChecks['kind-shares'](figures({population: extract, before}));

test('no kind may move by more than two points of the fleet, in either direction', t => {
  const live = population({car: 500, trailer: 500});
  t.true(shares(population({car: 520, trailer: 480}), live)?.passed);
  t.like(shares(population({car: 521, trailer: 479}), live), {
    passed: false,
    found:
      'moved: Passenger car from 50.00 % to 52.10 % (2.10 points), Trailer from 50.00 % to 47.90 % (2.10 points)',
    limit: 'at most 2 points (GATE_MAX_KIND_SHIFT_POINTS)',
  });
  t.regex(shares(population({'': 1000}), live)?.found ?? '', /no kind from 0.00 % to 100.00 %/);
  t.false(shares(population({car: 500, trailer: 500, tractor: 100}), live)?.passed);
  t.is(shares({...population({car: 500}), isUpperBound: true}, live), undefined);
});

test('kinds are not compared where one side has no vehicle', t => {
  const [none, some] = [population({}), population({car: 500})];
  for (const rule of [kinds, shares]) {
    t.is(rule(none, some), undefined);
    t.is(rule(some, none), undefined);
  }
});

const lists = (extract: Population, before?: Population) =>
  numberChecks['reference-lists'](figures({population: extract, before}));

test('a list that has entries now may not be empty', t => {
  const live = population({car: 5}, ['makes', 'kinds']);
  t.true(lists(population({car: 5}, ['makes', 'kinds']), live).passed);
  t.like(lists(population({car: 5}, ['makes', 'colors']), live), {
    passed: false,
    found: 'empty: kinds',
  });
});

test('a first extract of a thousand vehicles has every list; a smaller one need not', t => {
  const without = referenceLists.filter(list => list !== 'equipment');
  t.like(lists(population({car: 999}, without)), {
    passed: true,
    found: `${without.length} lists have entries`,
  });
  t.like(lists(population({car: 1000}, without)), {passed: false, found: 'empty: equipment'});
});

test('every plate that is asked for must lead to its vehicle', t => {
  const canaries = (searched: number, ...lost: readonly string[]) =>
    numberChecks.canaries(figures({canaries: {searched, lost}}));
  t.true(canaries(50)?.passed);
  t.true(canaries(0)?.passed);
  t.like(canaries(50, '1', '2'), {
    passed: false,
    found: '48 of 50 plates find their vehicle; not those of vehicles 1, 2',
  });
});

const live = {version: '20261115-031500-0007', meta: {extractedAt: '2026-11-15T02:15:00.000Z'}};
const aged = (extractedAt: string | null, liveBefore?: string, beside: typeof live | null = live) =>
  extractChecks.age({extractedAt, liveBefore, live: beside ?? undefined});

test('an extract older than the live one is refused, one of the same time is not', t => {
  t.true(aged('2026-11-15T02:15:00.000Z').passed);
  t.like(aged('2026-11-15T02:14:59.000Z'), {
    passed: false,
    found: 'made at 2026-11-15T02:14:59.000Z, and the live one at 2026-11-15T02:15:00.000Z',
    limit: 'not older than 20261115-031500-0007',
  });
  t.like(aged('2027-01-01T00:00:00.000Z', '20261108-031500-0006'), {
    passed: false,
    found:
      'the extract was live before as 20261108-031500-0006, and 20261115-031500-0007 came after it',
  });
});

test('where no time is known, or nothing is live, age is no reason', t => {
  const [extractedAt, undated] = ['2000-01-01T00:00:00Z', {...live, meta: undefined}];
  t.true(aged(null).passed);
  t.true(extractChecks.age({extractedAt, live: undated}).passed);
  t.true(aged(extractedAt, 'x', null).passed);
});

test('an extract dated more than a day ahead is refused: every later one would be older', t => {
  const dated = (hours: number) => {
    const extractedAt = new Date(Date.now() + hours * 3_600_000).toISOString();
    const nothing = {contentId: undefined, withdrawals: [], live: undefined};
    return extractChecks.date({...nothing, extractedAt});
  };
  t.true(dated(23)?.passed);
  t.false(dated(25)?.passed);
  const undated = {extractedAt: null, contentId: undefined, withdrawals: [], live: undefined};
  t.is(extractChecks.date(undated), undefined);
});

test('what was rolled back is known by its content', t => {
  const withdrawn = {
    kind: 'refused' as const,
    version: '20261115-031500-0007',
    contentId: 'abc',
    digest: null,
    reason: 'Wrong colors',
    at: '2026-11-16T08:00:00.000Z',
  };
  const refusals = (contentId: string | undefined, withdrawal: typeof withdrawn | object) =>
    extractChecks.refusals({
      extractedAt: null,
      live: undefined,
      contentId,
      withdrawals: [{...withdrawn, ...withdrawal}],
    });
  t.is(refusals(undefined, withdrawn), undefined);
  t.true(refusals('def', withdrawn)?.passed);
  t.true(refusals('abc', {contentId: null})?.passed, 'a part of one');
  t.like(refusals('abc', withdrawn), {
    passed: false,
    found:
      'the same extract was taken out of service as 20261115-031500-0007 at 2026-11-16T08:00:00.000Z: Wrong colors',
  });
});

test('a name of the file cannot command the terminal that shows it, nor fill it', t => {
  const live = {
    ...population({car: 9000, a: 1000}),
    kindNames: new Map([['a', `\u001b[2J\n\u009b\u202eBlå ${'x'.repeat(10_000)}`]]),
  };
  const verdict = kinds(population({car: 9000}), live);
  t.is(verdict?.found, `no vehicle of ?[2J???Blå ${'x'.repeat(389)}`);
});
