import type {estypes} from '@elastic/elasticsearch';
import type {Grouping} from '#core/domain/vehicle-statistics.ts';
import {type Dated, matching} from '../vehicle-filter.ts';

type Aggregation = estypes.AggregationsAggregationContainer;

/** A bucket in a response: with names where it is one of `filters`, else with a key. */
export type StoredBucket = {
  readonly doc_count: number;
  readonly key?: string | number;
  readonly key_as_string?: string;
  readonly [inner: string]: unknown;
};

/** A bucket aggregation in a response. */
export type Buckets = {
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

/** Whether Elasticsearch can be asked for some of the values alone. */
export const isSelectable = ({by}: Grouping): boolean => by === 'entry' || by === 'word';

/**
 * Counts the vehicles of each group, or of those alone whose values are in `only`, where Elasticsearch can
 * tell beforehand. Exact on any number of shards: none of them leaves a group out.
 */
export const aggregationOf = (
  grouping: Grouping,
  dated: Dated,
  only?: readonly string[],
): Aggregation => {
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
 * The query for the vehicles with one of these values of a grouping, which come together in Elasticsearch's order;
 * `next` is the group that comes after them, if there is one.
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

/** The groups in a response that have vehicles. */
export const groupsOf = ({buckets}: Buckets): readonly Group[] =>
  Object.entries(buckets).flatMap(([name, bucket]) => {
    const {key = name, key_as_string: value = String(key), doc_count: count} = bucket;
    return count === 0 ? [] : {value, count, bucket};
  });

/** As many digits as the greatest id has. */
const idDigits = 19;

/**
 * By what the values of a grouping are ordered: numbers and ids as numbers, models by their makes first, and
 * words by their code points, which are in the order of their bytes in UTF-8.
 */
export const orderOf = (grouping: Grouping, value: string): string | number => {
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
