import type {Client} from '@elastic/elasticsearch';
import type {NameSearch} from '#core/domain/search-name.ts';
import {
  type ReferenceDocument,
  type ReferenceList,
  type ReferenceParents,
  referenceKey,
} from '#mappings/reference-document.ts';
import {type Clauses, equal, equalIfGiven, startsWith} from './clauses.ts';
import {countMatches, findByIds, findDocuments} from './engine/requests.ts';
import {cache, digest} from './engine/while-wanted.ts';
import type {LiveGeneration} from './live-generation.ts';
import type {LiveQueries} from './live-queries.ts';

/** The entries of a list under its parents, optionally only those whose names start with a text. */
type ReferenceFilter = Pick<NameSearch, 'startsWith'> & {
  readonly list: ReferenceList;
  readonly parents: ReferenceParents;
};

const matching = ({list, parents, startsWith: text}: ReferenceFilter): Clauses => [
  equal('list', list),
  ...equalIfGiven('makeId', parents.makeId),
  ...equalIfGiven('modelId', parents.modelId),
  ...(text === undefined ? [] : [startsWith('searchNames', text)]),
];

/** From the make down, so that the first missing parent is reported. */
const parentsOf = ({makeId, modelId}: ReferenceParents) =>
  (
    [
      ['makes', {}, makeId],
      ['models', {makeId}, modelId],
    ] as const
  ).flatMap(([list, parents, id]) =>
    id === undefined ? [] : [{list, key: referenceKey(list, parents, id)}],
  );

/** Shared by all pages of a list. */
type Summary = {readonly missingParent: 'makes' | 'models'} | {readonly totalCount: number};

/** Maximum number of cached summaries, and of cached cursors; each is a digest and a short value. */
const cached = 10_000;

/**
 * Entries between two cached cursors of a list. Elasticsearch collects at most 10,000
 * (`index.max_result_window`) past a cursor; this leaves room for the page itself.
 */
const defaultStride = 9_000;

/** The reference lists of the live generation. An absent entry is `undefined`, never an error. */
export const references = (
  client: Client,
  {query, lookup, limiters}: LiveQueries,
  stride = defaultStride,
) => {
  const limited = limiters.of('lists');
  const summaries = cache<Summary>('listTotals', cached);
  const cursors = cache<string>('listCursors', cached);

  /** `size` entries in the order of their ids, `from` entries past the cursor `after`. */
  const find = async (
    {referencesIndex}: LiveGeneration,
    filter: ReferenceFilter,
    after: string | undefined,
    from: number,
    size: number,
    signal: AbortSignal,
  ) => {
    const past = after === undefined ? [] : [{range: {id: {gt: after}}}];
    const request = {
      query: {bool: {filter: [...matching(filter), ...past]}},
      sort: [{id: 'asc' as const}],
      from,
      size,
    };
    return await limited(signal, () =>
      findDocuments<ReferenceDocument>(client, referencesIndex, request, signal),
    );
  };

  const summarize = async (
    {referencesIndex}: LiveGeneration,
    filter: ReferenceFilter,
    signal: AbortSignal,
  ): Promise<Summary> => {
    const parents = parentsOf(filter.parents);
    const keys = parents.map(({key}) => key);
    const query = {bool: {filter: [...matching(filter)]}};
    const [present, totalCount] = await Promise.all([
      findByIds(client, referencesIndex, keys, signal),
      countMatches(client, referencesIndex, query, signal),
    ]);
    const missing = parents.find(({key}) => !present.has(key));
    return missing ? {missingParent: missing.list} : {totalCount};
  };

  /** The id of the last entry of so many strides; none before the first. */
  const cursorAfter = async (
    strides: number,
    generation: LiveGeneration,
    filter: ReferenceFilter,
    clientGone: AbortSignal,
  ): Promise<string | undefined> => {
    if (strides === 0) return undefined;
    const load = async (signal: AbortSignal) => {
      const after = await cursorAfter(strides - 1, generation, filter, signal);
      const [last] = await find(generation, filter, after, stride - 1, 1, signal);
      if (last === undefined) throw new Error('A list ended before its total was reached.');
      return last.id;
    };
    return cursors(digest(generation.version, filter, strides), load, clientGone);
  };

  const byKey = lookup(({referencesIndex}, keys: readonly string[], signal, preference) =>
    findByIds<string, ReferenceDocument>(client, referencesIndex, keys, signal, preference),
  );
  return {
    byId: (list: ReferenceList, parents: ReferenceParents, id: string, clientGone?: AbortSignal) =>
      byKey(referenceKey(list, parents, id), clientGone),
    /**
     * One page of a list, or its missing parent, all in one generation. However deep the page, it is
     * read from the last cached cursor before it; the first request for a deep page walks the list and
     * caches the cursors.
     */
    list: (
      list: ReferenceList,
      parents: ReferenceParents,
      {startsWith, page: {number, size}}: NameSearch,
      clientGone?: AbortSignal,
    ) =>
      query(async (generation, signal) => {
        const filter = {list, parents, startsWith};
        const summary = await summaries(
          digest(generation.version, filter),
          each => limited(each, () => summarize(generation, filter, each)),
          signal,
        );
        if ('missingParent' in summary) return summary;
        const {totalCount} = summary;
        const first = (number - 1) * size;
        if (first >= totalCount) return {documents: [], totalCount};
        const after = await cursorAfter(Math.floor(first / stride), generation, filter, signal);
        const documents = await find(generation, filter, after, first % stride, size, signal);
        return {documents, totalCount};
      }, clientGone),
  };
};
