import type {estypes} from '@elastic/elasticsearch';
import {type Grouping, maxGroups, type StatisticsQuery} from '#core/domain/vehicle-statistics.ts';
import type {Dated} from '../vehicle-filter.ts';
import {
  aggregationOf,
  type Buckets,
  type Group,
  groupsOf,
  orderOf,
  type StoredBucket,
} from './groups.ts';

/** Aggregations in a request, by name. */
export type Aggregations = Readonly<Record<string, estypes.AggregationsAggregationContainer>>;

/** The vehicles with one value of each grouping. */
export type Cell = Pick<Group, 'count' | 'bucket'> & {readonly values: readonly string[]};

const nameOf = (at: number) => `group${at}`;

/** Asks for each grouping by itself. */
export const singly = (groupBy: readonly Grouping[], dated: Dated): Aggregations =>
  Object.fromEntries(groupBy.map((each, at) => [nameOf(at), aggregationOf(each, dated)]));

/**
 * The places of groupings in the order in which they are nested: the one with the fewest groups is outermost.
 * Elasticsearch does the work of the inner one for each of its buckets, which may take 30 times as long otherwise.
 */
export const nestingOf = (singles: readonly (readonly Group[])[]): readonly number[] =>
  singles
    .map((groups, at) => ({at, size: groups.length}))
    .toSorted((a, b) => a.size - b.size)
    .map(({at}) => at);

/**
 * Asks for each grouping within the one that comes before it in `nesting`, and for `within` in the innermost; of
 * groupings whose values Elasticsearch can select, for `only` these values.
 */
export const nested = (
  groupBy: readonly Grouping[],
  nesting: readonly number[],
  dated: Dated,
  within: Aggregations,
  only: readonly (readonly string[])[] = [],
): Aggregations =>
  nesting.reduceRight((aggs, at) => {
    const grouping = groupBy[at];
    return grouping ? {[nameOf(at)]: {...aggregationOf(grouping, dated, only[at]), aggs}} : aggs;
  }, within);

/** The groups in a bucket of the grouping at this place. */
export const groupsAt = (bucket: StoredBucket, at: number): readonly Group[] =>
  groupsOf(bucket[nameOf(at)] as Buckets);

/** The cells in a bucket of groupings that are nested so; their values are in the order of the groupings. */
export const cellsIn = (
  bucket: StoredBucket,
  [at, ...inner]: readonly number[],
  values: readonly string[] = [],
): readonly Cell[] =>
  at === undefined
    ? [{values, count: bucket.doc_count, bucket}]
    : groupsAt(bucket, at).flatMap(group =>
        cellsIn(group.bucket, inner, values.toSpliced(at, 0, group.value)),
      );

/** The most cells that there can be of these groups, in whichever order: a vehicle is in one. */
export const mostCells = ([first, second]: readonly (readonly Group[])[]): number => {
  if (first === undefined) return 1;
  if (second === undefined) return first.length;
  const mostOf = (outer: readonly Group[], inner: readonly Group[]) =>
    outer.reduce((sum, {count}) => sum + Math.min(count, inner.length), 0);
  return Math.min(mostOf(first, second), mostOf(second, first));
};

/** Groups in runs, each of which has so many cells at most with one of `inner` groups, if it has several. */
export const runsOf = (
  groups: readonly Group[],
  inner: number,
  most: number,
): readonly (readonly Group[])[] => {
  const runs: Group[][] = [];
  let cells = most;
  for (const group of groups) {
    const own = Math.min(group.count, inner);
    cells += own;
    if (cells > most) {
      runs.push([]);
      cells = own;
    }
    runs.at(-1)?.push(group);
  }
  return runs;
};

type Order = Pick<StatisticsQuery, 'groupBy' | 'sortBy'>;

/** Where each value of a grouping comes among them. */
const placesOf = (grouping: Grouping, values: readonly string[]): ReadonlyMap<string, number> => {
  const keyed = Array.from(new Set(values), value => ({value, key: orderOf(grouping, value)}));
  const ordered = keyed.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  return new Map(ordered.map(({value}, place) => [value, place]));
};

export const inOrder = ({groupBy, sortBy}: Order, cells: readonly Cell[]): readonly Cell[] => {
  const places = groupBy.map((grouping, at) =>
    placesOf(
      grouping,
      cells.map(({values}) => values[at] ?? ''),
    ),
  );
  const placed = cells.map(cell => ({
    cell,
    place: places.reduce(
      (place, of, at) => place * of.size + (of.get(cell.values[at] ?? '') ?? 0),
      0,
    ),
  }));
  const isByValue = sortBy === 'value';
  return placed
    .toSorted((a, b) => (isByValue ? 0 : b.cell.count - a.cell.count) || a.place - b.place)
    .map(({cell}) => cell);
};

/** The values of a grouping that are answered: the first ones in the order of the statistic. */
export const shownOf = (
  grouping: Grouping,
  groups: readonly Group[],
  sortBy: Order['sortBy'],
): ReadonlySet<string> => {
  // To order tens of thousands of groups, of which a few hundred are answered, would take a tenth of a second.
  const least =
    sortBy === '-count'
      ? (groups.map(({count}) => count).toSorted((a, b) => b - a)[maxGroups - 1] ?? 0)
      : 0;
  const cells = groups
    .filter(({count}) => count >= least)
    .map(group => ({...group, values: [group.value]}));
  const ordered = inOrder({groupBy: [grouping], sortBy}, cells).slice(0, maxGroups);
  return new Set(ordered.flatMap(({values}) => values));
};

export const sumOf = (cells: readonly Cell[]): number =>
  cells.reduce((sum, {count}) => sum + count, 0);
