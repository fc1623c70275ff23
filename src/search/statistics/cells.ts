import type {estypes} from '@elastic/elasticsearch';
import type {Grouping, StatisticsQuery} from '#core/domain/vehicle-statistics.ts';
import {type Dated, matching} from '../clauses.ts';

type Aggregation = estypes.AggregationsAggregationContainer;

/** Aggregations in a request, by name. */
export type Aggregations = Readonly<Record<string, Aggregation>>;

/** A bucket in a response: with names where it is one of `filters`, else with a key. */
export type StoredBucket = {
  readonly doc_count: number;
  readonly key?: string | number;
  readonly key_as_string?: string;
  readonly [inner: string]: unknown;
};

/** A bucket aggregation in a response. */
type Buckets = {
  readonly buckets: readonly StoredBucket[] | Readonly<Record<string, StoredBucket>>;
};

/** The vehicles with one value of a grouping. */
export type Group = {
  /** The value as text: the id of an entry, `true`, `2020-03`, the least number of a step. */
  readonly value: string;
  readonly count: number;
  /** The bucket, with the aggregations in it. */
  readonly bucket: StoredBucket;
};

/** Maximum number of groups that are counted. Elasticsearch makes 65,536 buckets at most. */
export const mostGroups = 60_000;

const formats = {year: 'uuuu', month: 'uuuu-MM'} as const;

/** Whether Elasticsearch can be asked for selected values. */
export const isSelectable = ({by}: Grouping): boolean => by === 'entry' || by === 'word';

/**
 * Counts the vehicles of each group, or, if Elasticsearch can select them, only of groups with values in `only`.
 * Exact on any number of shards: none of them leaves a group out.
 */
const aggregationOf = (grouping: Grouping, dated: Dated, only?: readonly string[]): Aggregation => {
  switch (grouping.by) {
    case 'flag':
      return {
        filters: {
          filters: {
            [grouping.values[0]]: matching({[grouping.filter]: true}, dated),
            [grouping.values[1]]: matching({[grouping.filter]: false}, dated),
          },
        },
      };
    case 'year':
    case 'month':
      return {
        date_histogram: {
          field: grouping.member,
          calendar_interval: grouping.by,
          format: formats[grouping.by],
          min_doc_count: 1,
          ...(grouping.isInstant && {time_zone: 'Europe/Copenhagen'}),
        },
      };
    case 'step':
      return {
        histogram: {field: grouping.member, interval: grouping.step, min_doc_count: 1},
      };
    default:
      return {
        terms: {
          field: grouping.member,
          size: only?.length ?? mostGroups + 1,
          ...(only && {include: [...only]}),
        },
      };
  }
};

/**
 * The query for the vehicles with one of these values of a grouping, which are adjacent in Elasticsearch's order;
 * `next` is the group after them, if there is one.
 */
export const queryFor = (
  grouping: Grouping,
  groups: readonly Group[],
  next: Group | undefined,
  dated: Dated,
): estypes.QueryDslQueryContainer => {
  const values = groups.map(({value}) => value);
  switch (grouping.by) {
    case 'flag':
      return matching({[grouping.filter]: values[0] === grouping.values[0]}, dated);
    case 'year':
    case 'month':
    case 'step': {
      const keys = {gte: groups[0]?.bucket.key, ...(next && {lt: next.bucket.key})};
      const format = grouping.by === 'step' ? {} : {format: 'epoch_millis'};
      return {range: {[grouping.member]: {...keys, ...format}}};
    }
    default:
      return {terms: {[grouping.member]: values}};
  }
};

/** As many digits as the greatest id has. */
const idDigits = 19;

/**
 * The sort key of the values of a grouping: numbers and ids as numbers, models by their makes first, and
 * words by their code points, which sort as their bytes in UTF-8 do.
 */
const orderOf = (grouping: Grouping, value: string): string | number => {
  switch (grouping.by) {
    case 'flag':
      return grouping.values.indexOf(value);
    case 'step':
      return Number(value);
    case 'entry':
      return value
        .split(':')
        .map(id => id.padStart(idDigits, '0'))
        .join(':');
    default:
      return Buffer.from(value).toString('latin1');
  }
};

/** The vehicles with one value of each grouping. */
export type Cell = Pick<Group, 'count' | 'bucket'> & {readonly values: readonly string[]};

const nameOf = (at: number) => `group${at}`;

/** Asks for each grouping by itself. */
export const singly = (groupBy: readonly Grouping[], dated: Dated): Aggregations =>
  Object.fromEntries(groupBy.map((each, at) => [nameOf(at), aggregationOf(each, dated)]));

/**
 * The places of groupings in the order of their nesting: the one with the fewest groups is outermost. Elasticsearch
 * repeats the inner one for each outer bucket, which can take 30 times as long the other way round.
 */
export const nestingOf = (singles: readonly (readonly Group[])[]): readonly number[] =>
  singles
    .map((groups, at) => ({at, size: groups.length}))
    .toSorted((a, b) => a.size - b.size)
    .map(({at}) => at);

/**
 * Asks for each grouping within the previous one in `nesting`, and for `within` in the innermost. If Elasticsearch can
 * select the values of a grouping, it asks for those in `only`.
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

/** The groups that have vehicles, in a bucket of the grouping at this place. */
export const groupsAt = (within: StoredBucket, at: number): readonly Group[] => {
  const {buckets} = within[nameOf(at)] as Buckets;
  return Object.entries(buckets).flatMap(([name, bucket]) => {
    const {key = name, key_as_string: value = String(key), doc_count: count} = bucket;
    return count === 0 ? [] : {value, count, bucket};
  });
};

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

/** The greatest possible number of cells of these groups: each vehicle is in one. */
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

export const inOrder = ({groupBy, sortBy}: Order, cells: readonly Cell[]): readonly Cell[] => {
  /** Where each value of a grouping comes among them. */
  const places = groupBy.map((grouping, at) => {
    const values = new Set(cells.map(cell => cell.values[at] ?? ''));
    const keyed = Array.from(values, value => ({value, key: orderOf(grouping, value)}));
    const ordered = keyed.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
    return new Map(ordered.map(({value}, place) => [value, place]));
  });
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

/** The first values of a grouping in the order of the statistic. */
export const shownOf = (
  grouping: Grouping,
  groups: readonly Group[],
  sortBy: Order['sortBy'],
  most: number,
): ReadonlySet<string> => {
  // Sorting tens of thousands of groups, of which a few hundred are answered, would take a tenth of a second.
  const least =
    sortBy === '-count'
      ? (groups.map(({count}) => count).toSorted((a, b) => b - a)[most - 1] ?? 0)
      : 0;
  const cells = groups
    .filter(({count}) => count >= least)
    .map(group => ({...group, values: [group.value]}));
  const ordered = inOrder({groupBy: [grouping], sortBy}, cells).slice(0, most);
  return new Set(ordered.flatMap(({values}) => values));
};

export const sumOf = (cells: readonly Cell[]): number =>
  cells.reduce((sum, {count}) => sum + count, 0);
