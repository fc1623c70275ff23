import {groupNames, numberNames, toGrouping} from '#core/domain/vehicle-statistics.ts';
import type {Request} from './load.ts';
import {get, type Scenario, scenario} from './scenario.ts';

/** None, or one of a number: so many that none is asked for twice. */
const metrics = [
  '',
  ...['avg', 'p50', 'max', 'p90'].flatMap(figure => numberNames.map(name => `${figure}:${name}`)),
];

const groupedBy = (groupings: readonly string[]): readonly Request[] =>
  metrics.flatMap(metric =>
    groupings.map(groupBy => get(`/v1/statistics?groupBy=${groupBy}&metric=${metric}`)),
  );

/** Every grouping that needs no step. */
const single = groupNames.filter(name => toGrouping(name) !== undefined);

/** Makes, of which there are the most without there being too many cells, and others by the year. */
const pairs = ['make', 'kind', 'color', 'primaryFuel', 'bodyType', 'registrationStatus'].map(
  name => `${name},firstRegisteredYear`,
);

/** So many lookups come with one statistic. */
const lookupsBeside = 500;

/** Statistics, each asked for once and some again and again, and lookups while others ask for them. */
export const statistics = (lookups: readonly Request[]): readonly Scenario[] => {
  const all = groupedBy(single);
  const mixed = all.flatMap((statistic, at) => [
    statistic,
    ...Array.from(
      {length: lookupsBeside},
      (_, next) => lookups[(at * lookupsBeside + next) % lookups.length] ?? statistic,
    ),
  ]);
  return [
    scenario('statistics, new', all, {connections: 1}),
    scenario('statistics of two groupings, new', groupedBy(pairs), {connections: 1}),
    scenario('statistics, seen before', all.slice(0, 20), {connections: 1}),
    scenario('lookup by plate, statistics beside', mixed),
  ];
};
