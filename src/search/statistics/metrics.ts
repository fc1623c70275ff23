import type {Metric} from '#core/domain/vehicle-statistics.ts';
import type {Aggregations, StoredBucket} from './cells.ts';

/** The metrics of a cell by their names; null where no vehicle of it has the number. */
type Metrics = Readonly<Record<string, number | null>>;

const isPercentile = (metric: Metric): metric is Metric & {readonly figure: number} =>
  typeof metric.figure === 'number';

/**
 * Metrics with their aggregations, under short keys, because each bucket repeats them. All percentiles of a
 * number are one aggregation. `stats` gives the number of values, because a sum of none would be 0.
 */
const aggregationsOf = (metrics: readonly Metric[]) => {
  const members = [...new Set(metrics.map(({member}) => member))];
  const percentilesOf = (field: string) => (compression: number) => ({
    percentiles: {
      field,
      percents: metrics
        .filter(isPercentile)
        .filter(({member}) => member === field)
        .map(({figure}) => figure),
      tdigest: {compression},
    },
  });
  return metrics.map(({name, member: field, figure}) => {
    const at = members.indexOf(field);
    if (typeof figure === 'number') {
      return {name, figure, key: `p${at}`, aggregation: percentilesOf(field)};
    }
    const type = figure === 'sum' ? 'stats' : figure;
    return {name, figure, key: `${type}${at}`, aggregation: () => ({[type]: {field}})};
  });
};

type Found = {
  /** Of one figure. */
  readonly value?: number | null;
  /** Of percentiles. */
  readonly values?: Readonly<Record<string, number | null>>;
  /** Of `stats`. */
  readonly sum?: number;
  readonly count?: number;
};

/** Decimals of a figure; any more would be noise of binary fractions. */
const decimals = 1e6;

const rounded = (value: number): number =>
  Math.abs(value) < Number.MAX_SAFE_INTEGER / decimals
    ? Math.round(value * decimals) / decimals
    : value;

const valueIn = (figure: Metric['figure'], {value, values, sum, count}: Found) => {
  if (typeof figure === 'number') return values?.[figure.toFixed(1)];
  if (figure === 'sum') return count === 0 ? null : sum;
  return value;
};

/** Reads the metrics in buckets. */
export const metricsReader = (metrics: readonly Metric[]) => {
  const aggregations = aggregationsOf(metrics);
  return (bucket: StoredBucket): Metrics =>
    Object.fromEntries(
      aggregations.map(({name, figure, key}) => {
        const value = valueIn(figure, bucket[key] as Found) ?? null;
        return [name, value === null ? null : rounded(value)];
      }),
    );
};

/** The most that a figure of a cell takes, in its response and in the memory of both ends. */
const figureBytes = 1000;

/** How many values a t-digest keeps per unit of its compression before it summarises them. */
const keptValues = 20;
/** The array of these values grows by half each time. */
const valueBytes = 12;

/** From the most exact to Elasticsearch's own: percentiles of 20,000 and of 2,000 values are exact. */
const compressions = [1000, 100];

/**
 * Asks for the metrics of a number of cells with this many vehicles, as exact as memory allows; undefined if
 * even the coarsest may take more bytes.
 */
export const metricsWithin = (
  metrics: readonly Metric[],
  cells: number,
  vehicles: number,
  bytes: number,
): Aggregations | undefined => {
  const percentiles = metrics.filter(isPercentile);
  const digests = new Set(percentiles.map(({member}) => member)).size;
  const figures = metrics.length - percentiles.length + digests;
  const memoryOf = (compression: number) => {
    // The more evenly they are spread over the cells, the more values are kept.
    const values = Math.min(Math.ceil(vehicles / Math.max(1, cells)), keptValues * compression);
    return cells * (figures * figureBytes + digests * values * valueBytes);
  };
  const compression = compressions.find(each => memoryOf(each) <= bytes);
  if (compression === undefined) return undefined;
  return Object.fromEntries(
    aggregationsOf(metrics).map(({key, aggregation}) => [key, aggregation(compression)] as const),
  );
};
