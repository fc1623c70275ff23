import {hash} from 'node:crypto';
import type {Client} from '@elastic/elasticsearch';
import type {StatisticsQuery} from '#core/domain/vehicle-statistics.ts';
import {cache} from '../engine/cache.ts';
import {withDeadline} from '../engine/deadline.ts';
import {countOf, countRequest, searchIndex} from '../engine/requests.ts';
import type {LiveQueries} from '../live-queries.ts';
import type {Generation} from '../read-generation.ts';
import {type Dated, matching} from '../vehicle-filter.ts';
import {
  type Aggregations,
  type Cell,
  cellsIn,
  groupsAt,
  inOrder,
  mostCells,
  nested,
  shownOf,
  singly,
  sumOf,
} from './cells.ts';
import {type Group, isSelectable, mostGroups} from './groups.ts';
import {costOf, metricAggregations, metricsIn} from './metrics.ts';
import {nameValues} from './names.ts';

/** The JSON of the answer, or why there is none. */
type StatisticsResult = {readonly json: Buffer} | {readonly tooMany: 'groups' | 'metrics'};

/** Limits of a statistic: its cells, and the cost of their metrics, in counts, which take memory for each cell. */
type Limits = {readonly cells: number; readonly metrics: number};

const defaultLimits: Limits = {cells: mostGroups, metrics: 200_000};

/**
 * A statistic that is not there in time for its caller is computed on for so long, and is there when the caller
 * asks again.
 */
const computedWithinMs = 30_000;

/** Maximum memory of the cached results, in bytes. */
const cachedBytes = 16 * 1024 ** 2;

const memoryOf = (result: StatisticsResult): number =>
  500 + ('json' in result ? result.json.byteLength : 0);

/** Six decimals, as the metrics have. */
const shareOf = (count: number, total: number): number =>
  total === 0 ? 0 : Math.round((count / total) * 1e6) / 1e6;

/** Asks Elasticsearch for aggregations of the vehicles of a statistic. */
type Ask = (aggs: Aggregations) => Promise<{readonly total: number; readonly found: unknown}>;

type Counted = {
  readonly total: number;
  /** All cells that have vehicles. */
  readonly cells: readonly Cell[];
  /** The values of each grouping that are answered. */
  readonly shown: readonly ReadonlySet<string>[];
  /** Whether their metrics came along. */
  readonly isMeasured: boolean;
};

/**
 * Counts the vehicles of all cells; undefined if they are too many, which is known beforehand. Their metrics
 * come along where they cannot be too many, either: that saves reading all vehicles once more.
 */
const countCells = async (
  ask: Ask,
  {groupBy, sortBy, metrics}: StatisticsQuery,
  dated: Dated,
  limits: Limits,
): Promise<Counted | undefined> => {
  const {total, found} = await ask(singly(groupBy, dated));
  const singles = groupBy.map((_, at) => groupsAt(found, at));
  const shown = groupBy.map((each, at) => shownOf(each, singles[at] ?? [], sortBy));
  const counted = (cells: readonly Cell[], isMeasured = false) => ({
    total,
    cells,
    shown,
    isMeasured,
  });
  const [groups, others] = singles;
  if (groups === undefined)
    return counted([{values: [], count: total, bucket: {doc_count: total}}]);
  if (singles.some(({length}) => length > limits.cells)) return undefined;
  const cellOf = (group: Group) => ({...group, values: [group.value]});
  if (others === undefined) return counted(groups.map(cellOf));
  const most = mostCells(singles);
  if (most > limits.cells) return undefined;
  const isMeasured = most * costOf(metrics) <= limits.metrics;
  const within = isMeasured ? metricAggregations(metrics) : {};
  const nests = await ask(nested(groupBy, dated, [], within));
  return counted(cellsIn(nests.found, groupBy.length), isMeasured);
};

const keyOf = ({values}: Pick<Cell, 'values'>): string => values.join('\n');

type Metrics = Readonly<Record<string, number | null>>;

/** Asks for the metrics of the cells that are answered; undefined if they are too many. */
const metricsOf = async (
  ask: Ask,
  {groupBy, metrics}: StatisticsQuery,
  dated: Dated,
  {cells, shown, isMeasured}: Counted,
  limits: Limits,
): Promise<((cell: Cell) => Metrics) | undefined> => {
  if (metrics.length === 0) return () => ({});
  if (isMeasured) return ({bucket}) => metricsIn(metrics, bucket);
  const asked = cells.filter(({values}) =>
    groupBy.every((each, at) => !isSelectable(each) || shown[at]?.has(values[at] ?? '')),
  );
  if (asked.length === 0) return () => ({});
  if (asked.length * costOf(metrics) > limits.metrics) return undefined;
  const only = shown.map(values => [...values]);
  const {found} = await ask(nested(groupBy, dated, only, metricAggregations(metrics)));
  if (groupBy.length === 0) return () => metricsIn(metrics, found as Cell['bucket']);
  const buckets = new Map(
    cellsIn(found, groupBy.length).map(cell => [keyOf(cell), cell.bucket] as const),
  );
  return cell => metricsIn(metrics, buckets.get(keyOf(cell)) ?? cell.bucket);
};

/**
 * Statistics of a generation. They are counted first and refused if their cells would be too many, and then
 * metrics are asked of those cells alone that are answered. Each generation computes the same one once.
 */
export const statistics = (
  client: Client,
  {query: run, boundOf, onCache}: LiveQueries,
  limits = defaultLimits,
) => {
  const results = cache<StatisticsResult>(cachedBytes, memoryOf);
  onCache('statistics', results.state);
  const bound = boundOf('statistics');

  const compute = async (
    {vehiclesIndex, referencesIndex, dataset}: Generation,
    query: StatisticsQuery,
    signal: AbortSignal,
  ): Promise<StatisticsResult> => {
    const {filter, groupBy} = query;
    const request = countRequest(matching(filter, dataset));
    const ask: Ask = async aggs => {
      const response = await bound(signal, () =>
        searchIndex<never>(client, vehiclesIndex, {...request, aggs}, signal, computedWithinMs),
      );
      return {total: countOf(response), found: response.aggregations ?? {}};
    };

    const counted = await countCells(ask, query, dataset, limits);
    if (counted === undefined) return {tooMany: 'groups'};
    const {total, cells, shown} = counted;
    const metrics = await metricsOf(ask, query, dataset, counted, limits);
    if (metrics === undefined) return {tooMany: 'metrics'};
    const names = await Promise.all(
      groupBy.map((each, at) =>
        nameValues(client, referencesIndex, each, [...(shown[at] ?? [])], signal),
      ),
    );
    const isShown = ({values}: Cell) => values.every((value, at) => shown[at]?.has(value));
    const answered = inOrder(query, cells.filter(isShown));
    const body = {
      data: answered.map(cell => ({
        groups: cell.values.map((value, at) => names[at]?.get(value)),
        count: cell.count,
        share: shareOf(cell.count, total),
        metrics: metrics(cell),
      })),
      metadata: {
        totalCount: total,
        groupCount: cells.length,
        otherCount: sumOf(cells) - sumOf(answered),
        absentCount: total - sumOf(cells),
      },
    };
    return {json: Buffer.from(JSON.stringify(body))};
  };

  return (query: StatisticsQuery, left?: AbortSignal) =>
    run(generation => {
      const key = hash('sha256', JSON.stringify([generation.version, query]), 'base64url');
      return results(key, () =>
        withDeadline(computedWithinMs, undefined, signal => compute(generation, query, signal)),
      );
    }, left);
};
