import {groupNames, numberNames, toGrouping} from '#core/domain/vehicle-statistics.ts';
import type {Request} from './load.ts';
import {get, type Scenario, scenario} from './scenario.ts';

/** Every grouping that needs no step, each alone and with each of these metrics: all over all vehicles. */
const overEverything = (): readonly Request[] => {
  const groups = groupNames.filter(name => toGrouping(name) !== undefined);
  const metrics = ['', ...numberNames.flatMap(name => [`avg:${name}`, `p50:${name}`])];
  return metrics.flatMap(metric =>
    groups.map(group => get(`/v1/statistics?groupBy=${group}&metric=${metric}`)),
  );
};

/** So many lookups come with one statistic. */
const lookupsBeside = 500;

/** Statistics, each asked for once and some again and again, and lookups while others ask for them. */
export const statistics = (lookups: readonly Request[]): readonly Scenario[] => {
  const all = overEverything();
  const mixed = all.flatMap((statistic, at) => [
    statistic,
    ...Array.from(
      {length: lookupsBeside},
      (_, next) => lookups[(at * lookupsBeside + next) % lookups.length] ?? statistic,
    ),
  ]);
  return [
    scenario('statistics, new', all, {connections: 1}),
    scenario('statistics, seen before', all.slice(0, 20), {connections: 1}),
    scenario('lookup by plate, statistics beside', mixed),
  ];
};
