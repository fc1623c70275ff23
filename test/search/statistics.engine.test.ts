import test from 'ava';
import fc from 'fast-check';
import {
  groupNames,
  maxGroups,
  numberNames,
  type StatisticsQuery,
  statisticsOrders,
  toGrouping,
  toMetric,
} from '#core/domain/vehicle-statistics.ts';
import {defaultLimits} from '#src/search/statistics/compute.ts';
import {patientStatistics} from '../helpers/engines/patient-services.ts';
import {sharedFixture} from '../helpers/scope.ts';
import {numberOf} from './fleet/matches.ts';
import {type Answer, figureOf, isNear, naiveGroups} from './fleet/naive-statistics.ts';
import {aFilter} from './fleet/random-search.ts';
import {inWords, type Layout, layouts, startFleet} from './fleet/start-fleet.ts';

const fleet = sharedFixture(test, startFleet);

const aGroupName = fc.oneof(
  fc.constantFrom(...groupNames),
  fc.constantFrom('maxPowerKw:50', 'maxPowerKw:1', 'seats:2', 'modelYear:3', 'grossWeightKg:20'),
);

/** Figures in one response of Elasticsearch: a statistic is asked for in many parts, in some, and at once. */
const limits = [7, 100, defaultLimits.figures].map(figures => ({...defaultLimits, figures}));

const tooSmall = ['grossWeightKg', 'kerbWeightKg', 'odometerReadingKm'];

const aMetricName = fc
  .tuple(fc.constantFrom('min', 'max', 'avg', 'sum'), fc.constantFrom(...numberNames))
  .map(parts => parts.join(':'));

const aQuestion = fc.record({
  names: fc
    .array(aGroupName, {maxLength: 2})
    .filter(names => !names.some(name => tooSmall.includes(name))),
  metricNames: fc.uniqueArray(aMetricName, {maxLength: 3}),
  sortBy: fc.constantFrom(...statisticsOrders),
  filter: aFilter,
  within: fc.nat({max: limits.length - 1}),
});

const toQuery = ({
  names,
  metricNames,
  sortBy,
  filter,
}: {
  readonly names: readonly string[];
  readonly metricNames: readonly string[];
  readonly sortBy: StatisticsQuery['sortBy'];
  readonly filter: StatisticsQuery['filter'];
}): StatisticsQuery => ({
  filter,
  sortBy,
  groupBy: names.flatMap(name => toGrouping(name) ?? []),
  metrics: metricNames.flatMap(name => toMetric(name) ?? []),
});

const valuesOf = ({groups}: Answer['data'][number]) =>
  groups.map(({value, makeId, modelId}) =>
    makeId !== undefined && modelId === undefined ? `${makeId}:${value}` : value,
  );

/** Compares values of these groupings: flags with what is so first, words by their bytes, all others as numbers. */
const byValueOf =
  (names: readonly string[]) =>
  (a: readonly string[], b: readonly string[]): number => {
    const [at = -1] = names.flatMap((_, at) => (a[at] === b[at] ? [] : at));
    const [name = '', x = '', y = ''] = [names[at], a[at], b[at]];
    if (at < 0) return 0;
    const grouping = toGrouping(name);
    if (grouping?.by === 'flag') return x === grouping.values[0] ? -1 : 1;
    if (grouping?.by === 'word') return Buffer.compare(Buffer.from(x), Buffer.from(y));
    const [numbersX, numbersY] = [x, y].map(each => each.split(/[:-]/).map(BigInt));
    for (const [index, number] of (numbersX ?? []).entries()) {
      const other = numbersY?.[index] ?? 0n;
      if (number !== other) return number < other ? -1 : 1;
    }
    return 0;
  };

const answersLikeTheNaive = test.macro({
  title: (_, layout: Layout) =>
    `any statistic is that of a naive evaluation, over ${inWords(layout)}`,
  async exec(t, layout: Layout) {
    t.timeout(240_000);
    const {documents, client, prefix} = await fleet(layout);
    const services = limits.map(each => patientStatistics(client, prefix, each));
    await fc.assert(
      fc.asyncProperty(aQuestion, async question => {
        const ask = services[question.within] ?? t.fail('no such limits');
        const {value} = await ask(toQuery(question));
        if (!('json' in value)) return t.fail(`too many ${value.tooMany}`);
        const {data, metadata}: Answer = JSON.parse(value.json.toString());
        const naive = naiveGroups(documents, question.names, question.filter);
        const expected = new Map(
          naive.groups.map(({values, documents}) => [JSON.stringify(values), documents] as const),
        );
        if (question.names.length === 0) expected.set('[]', naive.groups[0]?.documents ?? []);
        t.is(metadata.totalCount, naive.totalCount);
        t.is(metadata.absentCount, naive.absentCount);
        t.is(metadata.groupCount, expected.size);
        const shown = data.reduce((sum, {count}) => sum + count, 0);
        t.is(shown + metadata.otherCount + metadata.absentCount, metadata.totalCount);
        if (expected.size <= maxGroups) t.is(data.length, expected.size);
        for (const group of data) {
          const members = expected.get(JSON.stringify(valuesOf(group)));
          t.is(group.count, members?.length ?? 0);
          t.true(isNear(group.share, (group.count || 0) / (metadata.totalCount || 1)));
          t.deepEqual(Object.keys(group.metrics), question.metricNames);
          for (const [name, found] of Object.entries(group.metrics)) {
            const [figure = '', number = ''] = name.split(':');
            const numbers = (members ?? []).flatMap(each => numberOf[number]?.(each) ?? []);
            t.true(isNear(found, figureOf(figure, numbers)), `${name} ${found}`);
          }
        }
        const byValue = byValueOf(question.names);
        const inOrder = data.toSorted(
          (a, b) =>
            (question.sortBy === '-count' ? b.count - a.count : 0) ||
            byValue(valuesOf(a), valuesOf(b)),
        );
        t.deepEqual(data.map(valuesOf), inOrder.map(valuesOf));
      }),
      {seed: 2_000 + layout.fleet, numRuns: 200},
    );
  },
});

for (const layout of layouts) test(answersLikeTheNaive, layout);
