import test from 'ava';
import {type ChangeFigures, judgeChanges} from '#indexer/generations/changes-check.ts';
import type {CountsByKind} from '#mappings/release.ts';

type Flip = ChangeFigures['release'];

const vehicles = 14_000_000;

const sunday = (week: number): string =>
  new Date(Date.UTC(2026, 0, 4, 2, 15) + week * 7 * 86_400_000).toISOString();

/** An import whose serial is that of its week. */
const flip = (week: number, changes: CountsByKind, given: Partial<Flip> = {}): Flip => ({
  serial: week,
  cause: 'Import',
  extractedAt: sunday(week),
  releasedAt: sunday(week),
  vehicleCount: vehicles,
  changedVehicles: 1,
  changes,
  ...given,
});

/** The first, which was compared with nothing, and then one a week with these changes. */
const weeksOf = (...changes: readonly CountsByKind[]): readonly Flip[] => [
  flip(0, {}, {changedVehicles: null}),
  ...changes.map((each, at) => flip(at + 1, each)),
];

const judge = (releases: readonly Flip[], release: Flip, given: Partial<ChangeFigures> = {}) =>
  judgeChanges({release, releases, vehicles, factor: 3, ...given});

const usual = {Deregistered: 42_000, Inspected: 98_000};

const after =
  (releases: readonly Flip[]) =>
  (changes: CountsByKind, given: Partial<Flip> = {}) =>
    judge(releases, flip(releases.length, changes, given));

test('a kind has three times as many changes as in the busiest import, a five-hundredth of the vehicles and ten more', t => {
  const next = after(weeksOf({Deregistered: 30_000}, usual, {Deregistered: 20_000}, usual));
  t.like(next({Deregistered: 154_010, Inspected: 98_000}), {
    passed: true,
    found:
      'closest to its limit: Deregistered 154,010 (1.10 % of the live vehicles, usually up to 0.30 %, limit 1.10 %)',
  });
  t.like(next({Deregistered: 154_011, Inspected: 98_000}), {
    passed: false,
    found:
      'too many changes: Deregistered 154,011 (1.10 % of the live vehicles, usually up to 0.30 %, limit 1.10 %)',
    limit:
      'of each kind, 3 times those of the busiest of the last 4 imports (GATE_MAX_CHANGES_FACTOR), and 0.2 % more',
  });
});

test('every kind with too many changes is named, the one that is farthest off first', t => {
  const next = after(weeksOf(usual, usual, usual, usual));
  t.regex(
    next({Deregistered: 560_000, Replated: 2_800_000, Inspected: 98_000})?.found ?? '',
    /^too many changes: Replated 2,800,000 \(20\.00 % of .+\), Deregistered 560,000 \(4\.00 % of [^,]+, usually up to 0\.30 %, limit 1\.10 %\)$/,
  );
});

test('before four imports tell what is usual, it is what the register has in a busy week', t => {
  for (const releases of [weeksOf(), weeksOf({}, {}, {})]) {
    const next = after(releases);
    // 0.5 % three times, and 0.2 %.
    t.true(next({Deregistered: 238_010})?.passed);
    t.like(next({Deregistered: 238_011}), {
      passed: false,
      limit:
        'of each kind, 3 times those of a busy week of the register (GATE_MAX_CHANGES_FACTOR), and 0.2 % more',
    });
    t.false(next({OdometerLower: vehicles})?.passed);
  }
  t.true(after(weeksOf({}, {}, {Deregistered: 140_000}))({Deregistered: 448_010})?.passed);
  t.false(after(weeksOf({}, {}, {}, {}))({Deregistered: 238_010})?.passed);
});

test('the last eight imports tell what is usual, whatever came before and between them', t => {
  const busy = {Deregistered: 140_000};
  const quiet = Array.from({length: 7}, () => ({Deregistered: 14_000}));
  const storm = {Deregistered: 448_010};
  t.true(after(weeksOf(busy, ...quiet))(storm)?.passed);
  t.false(after(weeksOf(busy, ...quiet, ...quiet.slice(0, 1)))(storm)?.passed);

  const others = weeksOf(...quiet.slice(0, 4), busy, busy, busy).map(each => ({
    ...each,
    ...(each.serial === 5 && {cause: 'Promotion' as const}),
    ...(each.serial === 6 && {cause: 'Rollback' as const}),
    ...(each.serial === 7 && {changedVehicles: null}),
  }));
  t.like(after(others)(storm), {passed: false});
  t.regex(after(others)(storm)?.limit ?? '', /the last 4 imports/);
});

test('what changes is counted by the week: more in an import after several, and less of one that was', t => {
  const releases = weeksOf(usual, usual, usual, usual);
  const late = {extractedAt: sunday(9)};
  // 0.3 % three times in five weeks, and 0.2 %.
  t.true(after(releases)({Deregistered: 658_010}, late)?.passed);
  t.like(after(releases)({Deregistered: 658_011}, late), {
    passed: false,
    found:
      'too many changes in 5.0 weeks: Deregistered 658,011 (4.70 % of the live vehicles, usually up to 1.50 %, limit 4.70 %)',
  });
  const caughtUp = [...releases, flip(5, {Deregistered: 210_000}, late)];
  t.true(after(caughtUp)({Deregistered: 154_010}, {extractedAt: sunday(10)})?.passed);
  t.false(after(caughtUp)({Deregistered: 154_011}, {extractedAt: sunday(10)})?.passed);
});

test('after a rollback, the weeks are counted from the extract that is live again', t => {
  const releases = weeksOf(usual, usual, usual, usual, usual);
  const back = flip(6, {Registered: 42_000}, {cause: 'Rollback', extractedAt: sunday(4)});
  const next = after([...releases, back]);
  t.true(next({Deregistered: 280_010}, {extractedAt: sunday(6)})?.passed);
  t.false(next({Deregistered: 280_011}, {extractedAt: sunday(6)})?.passed);
});

test('less than a week counts as one, an import of the same day tells nothing, and an unknown time is that of the flip', t => {
  const releases = weeksOf(usual, usual, usual, usual);
  const [soon, late] = [new Date(Date.parse(sunday(4)) + 3_600_000).toISOString(), sunday(6)];
  t.true(after(releases)({Deregistered: 154_010}, {extractedAt: soon})?.passed);
  const again = [...releases, ...[5, 6, 7, 8].map(serial => flip(serial, {}, {extractedAt: soon}))];
  t.regex(after(again)({Deregistered: 154_010})?.limit ?? '', /the last 4 imports/);
  const untimed = {extractedAt: null, releasedAt: late};
  t.true(after(releases)({Deregistered: 280_010}, untimed)?.passed);
  t.false(after(releases)({Deregistered: 280_011}, untimed)?.passed);
});

test('nothing is judged that was not compared, or of less than a thousand vehicles', t => {
  const all = {Replated: 1000};
  t.is(judge([], flip(0, all), {vehicles: 1000}), undefined);
  t.is(judge(weeksOf(), flip(1, all, {changedVehicles: null}), {vehicles: 1000}), undefined);
  t.is(judge(weeksOf(), flip(1, all), {vehicles: 999}), undefined);
  t.false(judge(weeksOf(), flip(1, all), {vehicles: 1000})?.passed);
  // 0.3 % three times, 0.2 % and ten.
  t.true(judge(weeksOf(), flip(1, {Replated: 21}), {vehicles: 1000})?.passed);
  t.false(judge(weeksOf(), flip(1, {Replated: 22}), {vehicles: 1000})?.passed);
  t.true(judge(weeksOf(), flip(1, {Replated: 30}), {vehicles: 1000, factor: 6})?.passed);
});
