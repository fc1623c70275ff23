import test from 'ava';
import {checkCompleteness} from '#indexer/gate/completeness.ts';
import type {Completeness} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';

const members = ['vin', 'engine.fuels'];
const names = {car: 'Passenger car', van: 'Van', trailer: 'Trailer'};
type Kinds = Partial<Record<keyof typeof names, readonly number[]>>;

/** Of each kind the number of records, then that of those with each member. */
const completeness = (kinds: Kinds, of = members): Completeness => ({
  members: of,
  kinds: Object.entries(kinds).map(([id, [records = 0, ...filled]]) => ({
    id,
    name: names[id as keyof typeof names],
    records,
    filled,
  })),
});

const readingOf = (kinds: Kinds, unknownElements: Readonly<Record<string, number>> = {}) => ({
  completeness: completeness(kinds),
  counts: {unknownElements},
});

const liveWith = (kinds: Kinds, of = members) => ({
  mappingVersion,
  completeness: completeness(kinds, of),
});

test('a member has a value in 90 % of the live share, and not in less', t => {
  const live = liveWith({car: [2000, 2000, 1000]});
  t.like(checkCompleteness(readingOf({car: [4000, 4000, 1800]}), live, 90), {
    passed: true,
    found: 'no member has fewer values (2 of 2 compared)',
  });
  t.like(checkCompleteness(readingOf({car: [4000, 4000, 1799]}), live, 90), {
    passed: false,
    found:
      'fewer values: engine.fuels of Passenger car (in 44.98 % of the records, in 50.00 % of the live ones)',
    limit: 'at least 90 % of the live share (GATE_MIN_COMPLETENESS_PERCENT)',
  });
  t.true(checkCompleteness(readingOf({car: [4000, 4000, 1799]}), live, 80).passed);
});

test('the member that lost most comes first, once, with the kind that lost most', t => {
  const live = liveWith({van: [3000, 2000, 2000], car: [4000, 4000, 4000], trailer: [1, 1, 1]});
  const candidate = readingOf({van: [3000, 1500, 0], car: [4000, 1000, 0]});
  t.is(
    checkCompleteness(candidate, live, 90).found,
    'fewer values: engine.fuels of Passenger car (in 0.00 % of the records, in 100.00 % of the live ones) and 1 more kind, ' +
      'vin of Passenger car (in 25.00 % of the records, in 100.00 % of the live ones) and 1 more kind',
  );
});

test('a share that a thousand records have is compared; one of fewer says nothing', t => {
  const lost = readingOf({car: [2000, 2000, 0]});
  t.false(checkCompleteness(lost, liveWith({car: [2000, 2000, 1000]}), 90).passed);
  t.like(checkCompleteness(lost, liveWith({car: [2000, 2000, 999]}), 90), {
    passed: true,
    found: 'no member has fewer values (1 of 2 compared)',
  });
  t.true(checkCompleteness(lost, liveWith({car: [9000, 9000, 4000]}), 90).passed);
});

test('a kind that vanished is not the business of this check', t => {
  const live = liveWith({car: [2000, 2000, 2000], van: [2000, 2000, 2000]});
  t.true(checkCompleteness(readingOf({van: [2000, 2000, 2000]}), live, 90).passed);
});

test('a member that only one of the generations counted is not compared', t => {
  const live = liveWith({car: [2000, 2000, 2000]}, ['vin', 'make']);
  t.like(checkCompleteness(readingOf({car: [2000, 2000, 0]}), live, 90), {
    passed: true,
    found: 'no member has fewer values (1 of 2 compared)',
  });
});

const nothingToCompare = {
  'no live generation': undefined,
  'a live generation of an earlier release': {mappingVersion},
  'a live generation of another mapping version': {
    ...liveWith({car: [2000, 2000, 2000]}),
    mappingVersion: mappingVersion - 1,
  },
  'a live generation of few vehicles': liveWith({car: [12, 12, 12]}),
};

for (const [what, live] of Object.entries(nothingToCompare)) {
  test(`beside ${what}, every member occurs in an extract of a thousand records`, t => {
    t.like(checkCompleteness(readingOf({car: [999, 999, 0], van: [1, 0, 1]}), live, 90), {
      passed: true,
      found: 'each of 2 members occurs',
    });
    t.like(checkCompleteness(readingOf({car: [999, 999, 0], van: [1, 0, 0]}), live, 90), {
      passed: false,
      found: 'no record has engine.fuels',
      limit: 'each member in an extract of 1,000 records or more',
    });
    t.like(checkCompleteness(readingOf({car: [999, 999, 0]}), live, 90), {
      passed: true,
      found: '999 records, too few to tell',
    });
  });
}

test('the advice names the elements that are unknown, the first five', t => {
  const {advice} = checkCompleteness(readingOf({car: [1000, 1000, 0]}), undefined, 90);
  t.is(
    advice,
    'The register may have moved elements: docs/fields.md names the element of each member.',
  );
  const unknown = Object.fromEntries(Array.from('abcdefg', name => [`Ny/${name}`, 1000]));
  const other = checkCompleteness(readingOf({car: [1000, 1000, 0]}, unknown), undefined, 90);
  t.is(
    other.advice.slice(advice.length),
    ' Unknown elements in this extract: Ny/a (1,000 records), Ny/b (1,000 records), Ny/c (1,000 records), ' +
      'Ny/d (1,000 records), Ny/e (1,000 records) and 2 more.',
  );
});
