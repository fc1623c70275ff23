import type {Client} from '@elastic/elasticsearch';
import type {SearchName} from '#core/domain/search-name.ts';
import {maxNamesakes} from '#core/domain/vehicle-filters.ts';
import type {ReferenceDocument, ReferenceList} from '#mappings/reference-document.ts';
import type {Limiter} from '../engine/limiter.ts';
import {type Clauses, documentsOf, searchIndex, term} from '../engine/requests.ts';
import {withDeadline} from '../engine/while-wanted.ts';
import type {Generation} from '../live-generation.ts';

/** The entries of a list, of a generation, that a filter can mean: those under the makes and models that are asked for. */
export type Scope = {
  readonly generation: Generation;
  readonly list: ReferenceList;
  readonly parents: Clauses;
};

/** Maximum number of names that are compared with an unknown one. */
const mostSimilar = 100;

/** Asks for entries of a reference list by what they are called. */
export const entriesIn = (client: Client, limited: Limiter) => {
  const find = async (
    {generation: {referencesIndex}, list, parents}: Scope,
    wanted: Clauses,
    request: {readonly size: number; readonly collapse?: {readonly field: string}},
    signal: AbortSignal,
  ) => {
    const query = {bool: {filter: [...term('list', list), ...parents], must: [...wanted]}};
    return documentsOf(
      await limited(signal, () =>
        searchIndex<ReferenceDocument>(
          client,
          referencesIndex,
          {...request, query, track_total_hits: false},
          signal,
        ),
      ),
    );
  };

  return {
    /** Those that have one of these names: one more than a name may mean, if there are so many. */
    named: (scope: Scope, names: readonly SearchName[], signal: AbortSignal) =>
      find(scope, [{terms: {searchNames: [...names]}}], {size: maxNamesakes + 1}, signal),

    /** Those of the ids that no entry has. */
    absentIds: async (scope: Scope, ids: readonly string[], signal: AbortSignal) => {
      const request = {size: ids.length, collapse: {field: 'id'}};
      const found = await find(scope, [{terms: {id: [...ids]}}], request, signal);
      return ids.filter(id => !found.some(entry => BigInt(entry.id) === BigInt(id)));
    },

    /** Names, in either language, that differ from this one by a letter or two, or have a part in common with it. */
    similarNames: async (scope: Scope, name: SearchName, signal: AbortSignal) => {
      const similar: Clauses = [
        {fuzzy: {searchNames: {value: name, fuzziness: 'AUTO'}}},
        {wildcard: {searchNames: {value: `*${name.replaceAll(/[*?\\]/g, '\\$&')}*`}}},
        {terms: {searchNames: name.split(' ')}},
      ];
      const request = {size: mostSimilar, collapse: {field: 'name'}};
      const found = await find(scope, [{bool: {should: [...similar]}}], request, signal);
      return found.flatMap(({name, originalName}) => [
        name,
        ...(originalName ? [originalName] : []),
      ]);
    },
  };
};

/** More words than the register has for anything. */
const mostWords = 1_000;

/** All vehicles are read for them, once. A caller who cannot wait so long finds them the next time. */
const readWithinMs = 10_000;

type Aggregations = {readonly words: {readonly buckets: readonly {readonly key: string}[]}};

/** The words that the vehicles of a generation have in a member. */
export const liveWords = (
  client: Client,
  limited: Limiter,
  {vehiclesIndex}: Generation,
  member: string,
): Promise<readonly string[]> =>
  withDeadline(readWithinMs, undefined, async signal => {
    const aggs = {words: {terms: {field: member, size: mostWords}}};
    const {aggregations} = await limited(signal, () =>
      searchIndex<never, Aggregations>(
        client,
        vehiclesIndex,
        {size: 0, track_total_hits: false, aggs},
        signal,
        readWithinMs,
      ),
    );
    return aggregations?.words.buckets.map(({key}) => key) ?? [];
  });
