import {maxFigures, type StatisticsQuery} from '#core/domain/vehicle-statistics.ts';
import type {Dated} from '../vehicle-filter.ts';
import {type Cell, inOrder, sumOf} from './cells.ts';
import {type Ask, countGroups, type Limits, measureCells} from './measure.ts';
import type {Names} from './names.ts';

/** The JSON of the answer; or why there is none: too many groups, too many metrics, or so many figures. */
export type StatisticsResult =
  | {readonly json: Uint8Array<ArrayBuffer>}
  | {readonly tooMany: 'groups' | 'metrics' | number};

/** A statistic of the vehicles in an extract with this date. */
export type Task = {
  readonly query: StatisticsQuery;
  readonly dated: Dated;
  readonly limits: Limits;
};

/** Names values of the grouping at this place. */
type NamesOf = (at: number, values: readonly string[]) => Promise<Names>;

/** Six decimals, as the metrics have. */
const shareOf = (count: number, total: number): number =>
  total === 0 ? 0 : Math.round((count / total) * 1e6) / 1e6;

/** Computes a statistic. Its groups are counted first: one that would be too much is refused then. */
export const compute = async (
  {query, dated, limits}: Task,
  ask: Ask,
  namesOf: NamesOf,
): Promise<StatisticsResult> => {
  const {groupBy, metrics} = query;
  const counted = await countGroups(ask, query, dated);
  const {shown, whole} = counted;
  const [measured, ...names] = await Promise.all([
    measureCells(ask, query, dated, counted, limits),
    ...groupBy.map((_, at) => namesOf(at, [...(shown[at] ?? [])])),
  ]);
  if ('tooMany' in measured) return measured;
  const {cells, metricsOf} = measured;
  const answered = cells.filter(({values}: Cell) =>
    values.every((value, at) => shown[at]?.has(value)),
  );
  const figures = answered.length * (groupBy.length + 2 + metrics.length);
  if (figures > maxFigures) return {tooMany: figures};
  const total = whole.doc_count;
  const body = {
    data: inOrder(query, answered).map(cell => ({
      groups: cell.values.map((value, at) => names[at]?.get(value)),
      count: cell.count,
      share: shareOf(cell.count, total),
      metrics: metricsOf(cell),
    })),
    metadata: {
      totalCount: total,
      groupCount: cells.length,
      otherCount: sumOf(cells) - sumOf(answered),
      absentCount: total - sumOf(cells),
    },
  };
  return {json: new TextEncoder().encode(JSON.stringify(body))};
};
