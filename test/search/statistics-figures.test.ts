import test from 'ava';
import {maxFigures, numberNames, toGrouping, toMetric} from '#core/domain/vehicle-statistics.ts';
import {limitersOf} from '#src/search/engine/limiter.ts';
import {mostCells, nestingOf} from '#src/search/statistics/cells.ts';
import {compute, defaultLimits, type NamedValue} from '#src/search/statistics/compute.ts';
import {limitsBeside} from '#src/search/statistics/statistics.ts';

const dated = {extractedAt: null, importedAt: '2026-11-17T11:00:00.000Z'};

const metrics = numberNames.slice(0, 10).flatMap(name => toMetric(`avg:${name}`) ?? []);

const bucketsOf = (count: number, within: object) => ({
  buckets: Array.from({length: count}, (_, at) => ({key: `${at}`, doc_count: 10, ...within})),
});

const figures = Object.fromEntries(metrics.map((_, at) => [`avg${at}`, {value: 1234.567891 + at}]));

/** Vehicles of 200 makes in so many colors, with as many metrics as there may be. */
const computed = (colors: number) =>
  compute(
    {
      query: {
        filter: {},
        groupBy: ['color', 'make'].flatMap(name => toGrouping(name) ?? []),
        metrics,
        sortBy: '-count',
      },
      dated,
      limits: defaultLimits,
    },
    async ({aggs}) => {
      const isNested = Object.keys(aggs).length === 1;
      const group1 = bucketsOf(200, isNested ? figures : {});
      return {
        doc_count: 2000 * colors,
        group1,
        group0: bucketsOf(colors, isNested ? {group1} : {}),
      };
    },
    async (_, values) =>
      new Map(values.map((value): [string, NamedValue] => [value, {value, name: 'A'.repeat(20)}])),
  );

test('a statistic that would have too many figures is refused, with their number', async t => {
  t.deepEqual(await computed(22), {tooMany: 22 * 200 * 14});
});

test('the largest statistic that is answered has some 2 MB', async t => {
  const result = await computed(21);
  t.true(21 * 200 * 14 <= maxFigures);
  t.true('json' in result && result.json.byteLength < 2.5e6 && result.json.byteLength > 1e6);
});

test('all steps are answered where there is room for their figures, and else 200', async t => {
  /** How many steps are answered, of so many with so many makes each. */
  const stepsOf = async (steps: number, makes: number) => {
    const query = {
      filter: {},
      groupBy: ['modelYear', 'make'].flatMap(name => toGrouping(name) ?? []),
      metrics: [],
      sortBy: 'value' as const,
    };
    const result = await compute(
      {query, dated, limits: {...defaultLimits, cells: 1e6, figures: 1e6}},
      async ({aggs}) => {
        const [outer = '', isNested] = [Object.keys(aggs)[0], Object.keys(aggs).length === 1];
        const all = {
          group0: bucketsOf(steps, {doc_count: makes * 10}),
          group1: bucketsOf(makes, {doc_count: steps * 10}),
        };
        const inner = outer === 'group0' ? {group1: all.group1} : {group0: all.group0};
        const nested = bucketsOf(outer === 'group0' ? steps : makes, inner);
        return {doc_count: steps * makes * 10, ...(isNested ? {[outer]: nested} : all)};
      },
      async (_, values) => new Map(values.map(value => [value, {value, name: value}])),
    );
    if (!('json' in result)) return result;
    const {data} = JSON.parse(result.json.toString()) as {data: {groups: {value: string}[]}[]};
    return new Set(data.map(({groups}) => groups[0]?.value)).size;
  };
  t.is(await stepsOf(700, 21), 700);
  t.is(await stepsOf(2001, 1), 2000);
  t.is(await stepsOf(700, 22), 200);
});

test('metrics of some groups of tens of thousands are asked for in one part', async t => {
  const groupBy = ['variant'].flatMap(name => toGrouping(name) ?? []);
  const asked: (readonly string[] | undefined)[] = [];
  const result = await compute(
    {
      query: {filter: {}, groupBy, metrics: metrics.slice(0, 1), sortBy: '-count'},
      dated,
      limits: defaultLimits,
    },
    async ({aggs}) => {
      asked.push(aggs['group0']?.terms?.include as readonly string[] | undefined);
      return {doc_count: 400_000, group0: bucketsOf(asked.length === 1 ? 40_000 : 200, figures)};
    },
    async (_, values) => new Map(values.map(value => [value, {value, name: value}])),
  );
  t.true('json' in result);
  t.deepEqual(
    asked.map(only => only?.length),
    [undefined, 200],
  );
});

const groups = (length: number, count = 1) =>
  Array.from({length}, (_, index) => ({
    value: String(index),
    count,
    bucket: {doc_count: 1},
  }));

test('the grouping with the fewest groups is outermost, and of as many the first one', t => {
  t.deepEqual(nestingOf([]), []);
  t.deepEqual(nestingOf([groups(3)]), [0]);
  t.deepEqual(nestingOf([groups(3), groups(2)]), [1, 0]);
  t.deepEqual(nestingOf([groups(2), groups(3)]), [0, 1]);
  t.deepEqual(nestingOf([groups(2), groups(2)]), [0, 1]);
});

test('how many cells there can be does not depend on the order of the groupings', t => {
  const [few, many] = [groups(2, 100), groups(200)];
  t.is(mostCells([few, many]), 200, 'each of the 200 has one vehicle, which is in one cell');
  t.is(mostCells([many, few]), 200);
  t.is(mostCells([groups(3, 2), groups(5, 50)]), 6);
  t.is(mostCells([groups(5, 50), groups(3, 2)]), 6);
  t.is(mostCells([many]), 200);
  t.is(mostCells([]), 1);
});

test('figures are asked for in parts beside lookups, and at once where nobody would wait', async t => {
  const limiters = limitersOf(1_000);
  t.is(limitsBeside(limiters).figures, Number.POSITIVE_INFINITY);
  await limiters.lookup(async () => t.is(limitsBeside(limiters).figures, defaultLimits.figures));
});
