import type {estypes} from '@elastic/elasticsearch';
import type {Metric} from '#core/domain/vehicle-statistics.ts';

const isPercentile = (metric: Metric): metric is Metric & {readonly figure: number} =>
  typeof metric.figure === 'number';

/** The figures of a group, under names that are safe in a request: one aggregation for all of a member. */
export const metricAggregations = (metrics: readonly Metric[]) => {
  const byMember = Map.groupBy(metrics, ({member}) => member);
  const aggregations = Array.from(byMember, ([field, figures], at) => {
    const percents = figures.filter(isPercentile).map(({figure}) => figure);
    return [
      [`stats${at}`, {stats: {field}}],
      ...(percents.length > 0 ? [[`percentiles${at}`, {percentiles: {field, percents}}]] : []),
    ] as const;
  });
  return Object.fromEntries(aggregations.flat()) as Record<
    string,
    estypes.AggregationsAggregationContainer
  >;
};

type Stats = Readonly<Record<'min' | 'max' | 'avg' | 'sum' | 'count', number | null>>;
type Percentiles = {readonly values: Readonly<Record<string, number | null>>};

/** Decimals of a figure: more are noise of binary fractions. */
const decimals = 1e6;

const rounded = (value: number): number =>
  Math.abs(value) < Number.MAX_SAFE_INTEGER / decimals
    ? Math.round(value * decimals) / decimals
    : value;

/** The figures in a bucket, by the names of the metrics; null where no vehicle has the number. */
export const metricsIn = (
  metrics: readonly Metric[],
  bucket: Readonly<Record<string, unknown>>,
): Readonly<Record<string, number | null>> => {
  const members = [...new Set(metrics.map(({member}) => member))];
  const values = metrics.map(({name, member, figure}) => {
    const at = members.indexOf(member);
    const stats = bucket[`stats${at}`] as Stats;
    const percentiles = bucket[`percentiles${at}`] as Percentiles | undefined;
    const value =
      typeof figure === 'number' ? percentiles?.values[figure.toFixed(1)] : stats[figure];
    const isThere = stats.count !== 0 && value !== null && value !== undefined;
    return [name, isThere ? rounded(value) : null] as const;
  });
  return Object.fromEntries(values);
};

/** How much more a percentile of a group costs than its count and its other figures. */
const costOfPercentiles = 10;

/** The cost of the figures of a group, in counts. */
export const costOf = (metrics: readonly Metric[]): number => {
  const members = new Set(metrics.map(({member}) => member)).size;
  const withPercentiles = new Set(metrics.filter(isPercentile).map(({member}) => member)).size;
  return members + costOfPercentiles * withPercentiles;
};
