import test from 'ava';
import {checkCanaries, checkRejects} from '#indexer/generations/gate.ts';
import {checkAge, checkWithdrawals} from '#indexer/generations/known-extracts.ts';
import {
  checkKindShares,
  checkKinds,
  checkReferenceLists,
  checkVehicles,
  type Population,
} from '#indexer/generations/population.ts';
import {importReport} from '#indexer/write/import-report.ts';
import {referenceLists} from '#mappings/reference-document.ts';

const names = {car: 'Passenger car', trailer: 'Trailer', tractor: 'Tractor'};

const population = (
  kinds: Readonly<Record<string, number>>,
  lists: readonly string[] = referenceLists,
): Population => ({
  vehicles: Object.values(kinds).reduce((sum, count) => sum + count, 0),
  kinds: new Map(Object.entries(kinds)),
  kindNames: new Map(Object.entries(names)),
  entries: new Map(lists.map(list => [list as (typeof referenceLists)[number], 3])),
});

const rejected = (rejects: number, records: number) => ({
  ...importReport().counts(),
  records,
  rejects,
  rejectsByReason: {NotUtf8: rejects - 1, TooDeep: 1},
});

test('one record in a thousand may be rejected, and not one more', t => {
  t.true(checkRejects(rejected(2, 2000), 0.1).passed);
  t.like(checkRejects(rejected(3, 2000), 0.1), {
    passed: false,
    found: '3 of 2,000 records (0.15 %) were rejected: NotUtf8 2, TooDeep 1',
    limit: 'at most 0.1 % (GATE_MAX_REJECTS_PERCENT)',
  });
  t.false(checkRejects(rejected(1, 2000), 0).passed);
  t.true(checkRejects({...importReport().counts(), records: 5}, 0).passed);
});

const limits = {minVehiclesPercent: 98, minFirstVehicles: 1000};

test('an extract has at least 98 % of the vehicles that are live', t => {
  t.true(checkVehicles({vehicles: 980}, 1000, limits).passed);
  t.true(checkVehicles({vehicles: 2000}, 1000, limits).passed);
  t.like(checkVehicles({vehicles: 60_000}, 100_000, limits), {
    passed: false,
    found: '60,000 vehicles, 60.00 % of the 100,000 that are live',
    limit: 'at least 98 % (GATE_MIN_VEHICLES_PERCENT)',
  });
  t.false(checkVehicles({vehicles: 979}, 1000, limits).passed);
});

test('an extract without a vehicle is never enough', t => {
  t.false(checkVehicles({vehicles: 0}, 0, limits).passed);
  t.false(checkVehicles({vehicles: 0}, 10, {...limits, minVehiclesPercent: 0}).passed);
});

test('while nothing is live an extract must reach the floor', t => {
  t.true(checkVehicles({vehicles: 1000}, undefined, limits).passed);
  t.like(checkVehicles({vehicles: 999}, undefined, limits), {
    passed: false,
    found: '999 vehicles, and none are live',
    limit: 'at least 1,000 (GATE_MIN_FIRST_VEHICLES)',
  });
});

test('a kind that had ten vehicles may not vanish; one that had nine may', t => {
  const live = population({car: 1000, trailer: 10, tractor: 9});
  t.true(checkKinds(population({car: 1000, trailer: 1}), live, 10).passed);
  t.like(checkKinds(population({car: 1000, tractor: 9}), live, 10), {
    passed: false,
    found: 'no vehicle of Trailer (10 are live)',
  });
});

test('vehicles without a kind are no kind that could vanish', t => {
  t.true(checkKinds(population({car: 1000}), population({car: 1000, '': 50}), 10).passed);
});

test('no kind may move by more than two points of the fleet, in either direction', t => {
  const live = population({car: 500, trailer: 500});
  t.true(checkKindShares(population({car: 520, trailer: 480}), live, 2).passed);
  t.like(checkKindShares(population({car: 521, trailer: 479}), live, 2), {
    passed: false,
    found:
      'moved: Passenger car from 50.00 % to 52.10 % (2.10 points), Trailer from 50.00 % to 47.90 % (2.10 points)',
    limit: 'at most 2 points (GATE_MAX_KIND_SHIFT_POINTS)',
  });
  const vanished = checkKindShares(population({'': 1000}), live, 2);
  t.regex(vanished.found, /no kind from 0.00 % to 100.00 %/);
  t.false(checkKindShares(population({car: 500, trailer: 500, tractor: 100}), live, 2).passed);
});

test('a list that has entries now may not be empty', t => {
  const live = population({car: 5}, ['makes', 'kinds']);
  t.true(checkReferenceLists(population({car: 5}, ['makes', 'kinds']), live).passed);
  t.like(checkReferenceLists(population({car: 5}, ['makes', 'colors']), live), {
    passed: false,
    found: 'empty: kinds',
  });
});

test('a first extract of a thousand vehicles has every list; a smaller one need not', t => {
  const without = referenceLists.filter(list => list !== 'equipment');
  t.like(checkReferenceLists(population({car: 999}, without), undefined), {
    passed: true,
    found: `${without.length} lists have entries`,
  });
  t.like(checkReferenceLists(population({car: 1000}, without), undefined), {
    passed: false,
    found: 'empty: equipment',
  });
});

test('every plate that is asked for must lead to its vehicle', t => {
  t.true(checkCanaries(50, []).passed);
  t.true(checkCanaries(0, []).passed);
  t.like(checkCanaries(50, ['1', '2']), {
    passed: false,
    found: '48 of 50 plates find their vehicle; not those of vehicles 1, 2',
  });
});

const live = {version: '20261115-031500-0007', extractedAt: '2026-11-15T02:15:00.000Z'};
const aged = (extractedAt: string | null, liveBefore?: string) =>
  checkAge({extractedAt, liveBefore}, live);

test('an extract older than the live one is refused, one of the same time is not', t => {
  t.true(aged('2026-11-15T02:15:00.000Z').passed);
  t.like(aged('2026-11-15T02:14:59.000Z'), {
    passed: false,
    found: 'made at 2026-11-15T02:14:59.000Z, and the live one at 2026-11-15T02:15:00.000Z',
    limit: 'not older than 20261115-031500-0007',
  });
});

test('an extract that was live before is older, whatever time its file tells', t => {
  t.like(aged('2027-01-01T00:00:00.000Z', '20261108-031500-0006'), {
    passed: false,
    found:
      'the extract was live before as 20261108-031500-0006, and 20261115-031500-0007 came after it',
  });
});

test('where no time is known, or nothing is live, age is no reason', t => {
  t.true(aged(null).passed);
  const undated = {...live, extractedAt: null};
  t.true(checkAge({extractedAt: '2000-01-01T00:00:00Z', liveBefore: undefined}, undated).passed);
  t.true(checkAge({extractedAt: '2000-01-01T00:00:00Z', liveBefore: 'x'}, undefined).passed);
});

test('what was rolled back is known by its content', t => {
  const withdrawn = {
    kind: 'refused' as const,
    version: '20261115-031500-0007',
    contentSha256: 'abc',
    reason: 'Wrong colors',
    at: '2026-11-16T08:00:00.000Z',
  };
  t.true(checkWithdrawals('def', [withdrawn]).passed);
  t.true(checkWithdrawals('abc', [{...withdrawn, contentSha256: null}]).passed, 'a part of one');
  t.like(checkWithdrawals('abc', [withdrawn]), {
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
  const {found} = checkKinds(population({car: 9000}), live, 10);
  t.is(found, `no vehicle of ?[2J???Blå ${'x'.repeat(389)}`);
});
