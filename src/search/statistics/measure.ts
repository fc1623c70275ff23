import type {estypes} from '@elastic/elasticsearch';
import type {StatisticsQuery} from '#core/domain/vehicle-statistics.ts';
import type {Dated} from '../vehicle-filter.ts';
import {
  type Aggregations,
  type Cell,
  cellsIn,
  groupsAt,
  mostCells,
  nested,
  nestingOf,
  runsOf,
  shownOf,
  singly,
} from './cells.ts';
import {type Group, isSelectable, mostGroups, queryFor, type StoredBucket} from './groups.ts';
import {compressionFor, type Metrics, metricAggregations, metricsReader} from './metrics.ts';

/**
 * Asks for aggregations of the vehicles of a statistic, or of those alone that match `only`; they are answered as
 * those of one bucket. Elasticsearch's request cache takes a copy of its response, which costs a third more where
 * there are many cells.
 */
export type Ask = (request: {
  readonly aggs: Aggregations;
  readonly request_cache: boolean;
  readonly only?: estypes.QueryDslQueryContainer | undefined;
}) => Promise<StoredBucket>;

/** Limits of a statistic: its cells, and bytes of memory of their metrics. */
export type Limits = {
  readonly cells: number;
  readonly metricBytes: number;
  /** Counts and metrics in a response: while Elasticsearch writes one, it answers nobody else on that thread. */
  readonly figures: number;
};

/** 256 MiB of metrics are a quarter of the least heap that Elasticsearch is run with here. */
export const defaultLimits: Limits = {
  cells: mostGroups,
  metricBytes: 256 * 1024 ** 2,
  figures: 5_000,
};

/** The groupings, each counted by itself. */
type Counted = {
  readonly whole: StoredBucket;
  readonly singles: readonly (readonly Group[])[];
  /** The values of each grouping that are answered. */
  readonly shown: readonly ReadonlySet<string>[];
};

export const countGroups = async (
  ask: Ask,
  {groupBy, sortBy}: StatisticsQuery,
  dated: Dated,
): Promise<Counted> => {
  // Other statistics by these groupings ask for the same.
  const whole = await ask({aggs: singly(groupBy, dated), request_cache: true});
  const singles = groupBy.map((_, at) => groupsAt(whole, at));
  return {
    whole,
    singles,
    shown: groupBy.map((each, at) => shownOf(each, singles[at] ?? [], sortBy)),
  };
};

/** All cells that have vehicles, and the metrics of those that are answered; or what there would be too much of. */
type Measured =
  | {readonly cells: readonly Cell[]; readonly metricsOf: (cell: Cell) => Metrics}
  | {readonly tooMany: 'groups' | 'metrics'};

const keyOf = ({values}: Pick<Cell, 'values'>): string => values.join('\n');

/**
 * Counts and measures the cells of these groups. Those of two groupings are measured as they are counted, unless that
 * may take too much memory: then the cells that are answered are measured on their own.
 */
export const measureCells = async (
  ask: Ask,
  {groupBy, metrics}: StatisticsQuery,
  dated: Dated,
  {whole, singles, shown}: Counted,
  limits: Limits,
): Promise<Measured> => {
  const most = mostCells(singles);
  if (most > limits.cells || singles.some(({length}) => length > limits.cells)) {
    return {tooMany: 'groups'};
  }
  const nesting = nestingOf(singles);
  const [outer = 0, inner = singles.length] = nesting;
  /**
   * Queries for the vehicles of parts, in each of which cells have so many figures; one for all needs no query.
   * Where Elasticsearch can tell them apart, only the groups that are asked for have cells.
   */
  const partsOf = (figures: number, only?: ReadonlySet<string>) => {
    const grouping = groupBy[outer];
    const [all = [], within] = [singles[outer], singles[inner]?.length ?? 1];
    const isAsked = ({value}: Group) =>
      !only || !grouping || !isSelectable(grouping) || only.has(value);
    const runs = runsOf(all.filter(isAsked), within, limits.figures / figures);
    if (grouping === undefined || runs.length < 2) return [undefined];
    return runs.map((run, at) => queryFor(grouping, run, runs[at + 1]?.[0], dated));
  };
  const find = async (within: Aggregations, only?: readonly ReadonlySet<string>[]) => {
    const values = only?.map(each => [...each]);
    const aggs = nested(groupBy, nesting, dated, within, values);
    const found: (readonly Cell[])[] = [];
    for (const query of partsOf(1 + Object.keys(within).length, only?.[outer])) {
      found.push(cellsIn(await ask({aggs, request_cache: false, only: query}), nesting));
    }
    return found.flat();
  };
  const isCounted = groupBy.length < 2;
  /** Asks for the metrics of so many cells, as exact as there is memory for. */
  const withinEach = (cells: number): Aggregations | undefined => {
    const compression = compressionFor(metrics, cells, whole.doc_count, limits.metricBytes);
    return compression === undefined ? undefined : metricAggregations(metrics, compression);
  };
  const read = metricsReader(metrics);

  const withAll = isCounted || metrics.length === 0 ? undefined : withinEach(most);
  if (withAll) return {cells: await find(withAll), metricsOf: ({bucket}) => read(bucket)};
  const cells = isCounted ? cellsIn(whole, nesting) : await find({});
  const asked = cells.filter(({values}) =>
    groupBy.every((each, at) => !isSelectable(each) || shown[at]?.has(values[at] ?? '')),
  );
  if (metrics.length === 0 || asked.length === 0) return {cells, metricsOf: () => ({})};
  const within = withinEach(asked.length);
  if (within === undefined) return {tooMany: 'metrics'};
  const measured = new Map((await find(within, shown)).map(cell => [keyOf(cell), cell.bucket]));
  return {cells, metricsOf: cell => read(measured.get(keyOf(cell)) ?? cell.bucket)};
};
