import type {estypes} from '@elastic/elasticsearch';
import type {SearchName} from '#core/domain/search-name.ts';
import type {ReferenceList, ReferenceParents} from '#mappings/reference-document.ts';
import {type Clauses, equals, totalOf} from './engine/clauses.ts';

/** The entries of a list under its parents; of those, the ones whose names begin so. */
export type ReferenceFilter = {
  readonly list: ReferenceList;
  readonly parents: ReferenceParents;
  readonly startsWith: SearchName | undefined;
};

/** Elasticsearch takes no longer one (`index.max_regex_length`), and no name comes near it. */
const longestPrefix = 1_000;

const beginning = (startsWith: SearchName | undefined): Clauses => {
  if (startsWith === undefined) return [];
  if (startsWith.length > longestPrefix) return [{match_none: {}}];
  return [{prefix: {searchName: startsWith}}];
};

const matching = ({list, parents, startsWith}: ReferenceFilter): Clauses => [
  ...equals('list', list),
  ...equals('makeId', parents.makeId),
  ...equals('modelId', parents.modelId),
  ...beginning(startsWith),
];

/** Where in a list: so many entries on from the id that it comes after, or from the first. */
export type Stretch = {
  readonly after: string | undefined;
  readonly from: number;
  readonly size: number;
};

/** Some entries in the order of their ids as numbers, which are unique under their parents. */
export const referenceStretch = (filter: ReferenceFilter, {after, from, size}: Stretch) =>
  ({
    query: {
      bool: {
        filter: [...matching(filter), ...(after === undefined ? [] : [{range: {id: {gt: after}}}])],
      },
    },
    sort: [{id: 'asc'}],
    from,
    size,
    track_total_hits: false,
  }) satisfies estypes.SearchRequest;

export const referenceTotal = (filter: ReferenceFilter) =>
  totalOf({bool: {filter: [...matching(filter)]}});
