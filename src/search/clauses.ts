import type {estypes} from '@elastic/elasticsearch';
import {danishDay} from '#core/domain/danish-time.ts';
import type {Dataset} from '#core/domain/dataset.ts';
import type {Filter} from '#core/domain/filter.ts';
import {
  type FilterName,
  filterNames,
  type VehicleFilter,
  vehicleFilters,
} from '#core/domain/vehicle-filters.ts';

type Query = estypes.QueryDslQueryContainer;
type Value = NonNullable<VehicleFilter[FilterName]>;

/** Clauses of a `bool` filter: a document must match all of them. */
export type Clauses = readonly Query[];

/** Matches a field that has this value, or any of these. */
export const equal = (field: string, value: Value): Query =>
  typeof value === 'object' ? {terms: {[field]: [...value]}} : {term: {[field]: value}};

/** The same, as the only clause; none for an absent value. */
export const equalIfGiven = (
  field: string,
  value: string | readonly string[] | undefined,
): Clauses => (value === undefined ? [] : [equal(field, value)]);

/** Elasticsearch takes no longer one (`index.max_regex_length`), and no name or VIN comes near it. */
const maxPrefixLength = 1_000;

export const startsWith = (field: string, text: string): Query =>
  text.length > maxPrefixLength ? {match_none: {}} : {prefix: {[field]: text}};

/** When an extract was made or, where nothing says so, imported. */
export type Dated = Pick<Dataset, 'extractedAt' | 'importedAt'>;

const unless = (value: Value, query: Query): Query =>
  value === true ? query : {bool: {must_not: [query]}};

const bounds = {atLeast: 'gte', atMost: 'lte'} as const;

const clauseOf = (
  {comparison, member}: Filter,
  value: Value,
  makeId: string | undefined,
  {extractedAt, importedAt}: Dated,
): Query => {
  switch (comparison) {
    case 'equalUnderMake':
      return makeId === undefined
        ? {wildcard: {[member]: `*:${value}`}}
        : equal(member, `${makeId}:${value}`);
    case 'startsWith':
      return startsWith(member, String(value));
    case 'exists':
      return unless(value, {exists: {field: member}});
    case 'notEnded':
      return unless(value, {
        range: {[member]: {gte: danishDay(new Date(extractedAt ?? importedAt))}},
      });
    default:
      return equal(member, value);
  }
};

/**
 * The query for the vehicles that match a filter, of an extract with this date: a clause for each value, but
 * one for both bounds of a member, because Elasticsearch reads what is between them alone.
 */
export const matching = (filter: VehicleFilter, dated: Dated) => {
  const clauses: Query[] = [];
  const ranges: Record<string, {gte?: Value; lte?: Value; time_zone?: string}> = {};
  for (const name of filterNames) {
    const value = filter[name];
    if (value === undefined) continue;
    const each: Filter = vehicleFilters[name];
    const {comparison, member, isInstant} = each;
    if (comparison === 'atLeast' || comparison === 'atMost') {
      const range = {...ranges[member], [bounds[comparison]]: value};
      ranges[member] = isInstant ? {...range, time_zone: 'Europe/Copenhagen'} : range;
    } else clauses.push(clauseOf(each, value, filter.makeId, dated));
  }
  const between = Object.entries(ranges).map(([member, range]) => ({range: {[member]: range}}));
  return {bool: {filter: [...clauses, ...between]}} as const satisfies Query;
};
