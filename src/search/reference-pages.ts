import {hash} from 'node:crypto';
import type {Client} from '@elastic/elasticsearch';
import type {Page} from '#core/domain/pagination.ts';
import type {SearchName} from '#core/domain/search-name.ts';
import {
  type ReferenceDocument,
  type ReferenceList,
  type ReferenceParents,
  referenceKey,
} from '#mappings/reference-document.ts';
import {cache} from './engine/cache.ts';
import {
  type Clauses,
  countOf,
  countRequest,
  documentsOf,
  findByIds,
  searchIndex,
  term,
} from './engine/requests.ts';
import type {Generation} from './live-generation.ts';

/** The entries of a list under its parents, optionally only those whose names start with a text. */
type Filter = {
  readonly list: ReferenceList;
  readonly parents: ReferenceParents;
  readonly startsWith: SearchName | undefined;
};

/** Elasticsearch takes no longer one (`index.max_regex_length`), and no name comes near it. */
const maxPrefixLength = 1_000;

const prefix = (startsWith: SearchName | undefined): Clauses => {
  if (startsWith === undefined) return [];
  if (startsWith.length > maxPrefixLength) return [{match_none: {}}];
  return [{prefix: {searchName: startsWith}}];
};

const matching = ({list, parents, startsWith}: Filter): Clauses => [
  ...term('list', list),
  ...term('makeId', parents.makeId),
  ...term('modelId', parents.modelId),
  ...prefix(startsWith),
];

/** `size` entries in the order of their ids, `from` entries past the cursor `after`. */
type Window = {
  readonly after: string | undefined;
  readonly from: number;
  readonly size: number;
};

type Parent = {readonly list: 'makes' | 'models'; readonly key: string};

/** From the make down, so that the first missing one is the one to report. */
const parentsOf = ({makeId, modelId}: ReferenceParents): readonly Parent[] => {
  const parents: Parent[] = [];
  if (makeId !== undefined) parents.push({list: 'makes', key: referenceKey('makes', {}, makeId)});
  if (modelId !== undefined) {
    parents.push({list: 'models', key: referenceKey('models', {makeId}, modelId)});
  }
  return parents;
};

/** Shared by all pages of a list. */
type Summary = {readonly missingParent: Parent['list']} | {readonly totalCount: number};

/** Maximum number of cached summaries, and of cached cursors; each is a digest and a short value. */
const cached = 10_000;

/**
 * Entries between two cached cursors of a list. Elasticsearch collects at most 10,000
 * (`index.max_result_window`) past a cursor; this leaves room for the page itself.
 */
const defaultStride = 9_000;

/** A short cache key, however long the text of a search. */
const digest = (...parts: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(parts), 'base64url');

/**
 * Finds one page of a list, or its missing parent, all in one generation. However deep the page, it is
 * read from the last cached cursor before it; the first request for a deep page walks the list and
 * caches the cursors.
 */
export const referencePages = (client: Client, stride = defaultStride) => {
  const summaries = cache<Summary>(cached);
  const cursors = cache<string>(cached);

  const find = async ({referencesIndex}: Generation, filter: Filter, window: Window) => {
    const {after, from, size} = window;
    const past = after === undefined ? [] : [{range: {id: {gt: after}}}];
    const response = await searchIndex<ReferenceDocument>(client, referencesIndex, {
      query: {bool: {filter: [...matching(filter), ...past]}},
      sort: [{id: 'asc'}],
      from,
      size,
      track_total_hits: false,
    });
    return documentsOf(response);
  };

  const summaryOf = (generation: Generation, filter: Filter): Promise<Summary> =>
    summaries(digest(generation.version, filter), async () => {
      const index = generation.referencesIndex;
      const parents = parentsOf(filter.parents);
      const keys = parents.map(({key}) => key);
      const query = {bool: {filter: [...matching(filter)]}};
      const [present, counted] = await Promise.all([
        findByIds(client, index, keys),
        searchIndex(client, index, countRequest(query)),
      ]);
      const missing = parents.find(({key}) => !present.has(key));
      return missing ? {missingParent: missing.list} : {totalCount: countOf(counted)};
    });

  /** The id of the last entry of so many strides; none before the first. */
  const cursorAfter = async (
    strides: number,
    generation: Generation,
    filter: Filter,
  ): Promise<string | undefined> => {
    if (strides === 0) return undefined;
    return cursors(digest(generation.version, filter, strides), async () => {
      const after = await cursorAfter(strides - 1, generation, filter);
      const [last] = await find(generation, filter, {after, from: stride - 1, size: 1});
      if (last === undefined) throw new Error('A list ended before its total was reached.');
      return last.id;
    });
  };

  return async (generation: Generation, filter: Filter, {number, size}: Page) => {
    const list = await summaryOf(generation, filter);
    if ('missingParent' in list) return list;
    const {totalCount} = list;
    const first = (number - 1) * size;
    if (first >= totalCount) return {documents: [], totalCount};
    const after = await cursorAfter(Math.floor(first / stride), generation, filter);
    const documents = await find(generation, filter, {after, from: first % stride, size});
    return {documents, totalCount};
  };
};
