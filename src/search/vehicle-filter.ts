import type {estypes} from '@elastic/elasticsearch';
import {danishDay} from '#core/domain/danish-time.ts';
import type {Dataset} from '#core/domain/dataset.ts';
import {
  type Filter,
  type FilterName,
  filterNames,
  type VehicleFilter,
  vehicleFilters,
} from '#core/domain/vehicle-filters.ts';

type Query = estypes.QueryDslQueryContainer;
type Value = NonNullable<VehicleFilter[FilterName]>;

/** The day of the extract, in Denmark; where no extract says when it was made, that of its import. */
export const dayOf = ({extractedAt, importedAt}: Dataset): string =>
  danishDay(new Date(extractedAt ?? importedAt));

const unless = (value: Value, query: Query): Query =>
  value === true ? query : {bool: {must_not: [query]}};

const bounds = {atLeast: 'gte', atMost: 'lte'} as const;

const clauseOf = (
  {comparison, member}: Filter,
  value: Value,
  makeId: string | undefined,
  day: string,
): Query => {
  switch (comparison) {
    case 'equalUnderMake':
      return {term: {[member]: `${makeId}:${value}`}};
    case 'startsWith':
      return {prefix: {[member]: String(value)}};
    case 'exists':
      return unless(value, {exists: {field: member}});
    case 'notEnded':
      return unless(value, {range: {[member]: {gte: day}}});
    default:
      return typeof value === 'object'
        ? {terms: {[member]: [...value]}}
        : {term: {[member]: value}};
  }
};

/**
 * The query for the vehicles that match a filter, of an extract of this day: a clause for each value, but
 * one for both bounds of a member, because Elasticsearch reads what is between them alone.
 */
export const matching = (filter: VehicleFilter, day: string) => {
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
    } else clauses.push(clauseOf(each, value, filter.makeId, day));
  }
  const between = Object.entries(ranges).map(([member, range]) => ({range: {[member]: range}}));
  return {bool: {filter: [...clauses, ...between]}} as const satisfies Query;
};
