import {createHash} from 'node:crypto';
import type {Client} from '@elastic/elasticsearch';
import type {Page} from '#core/domain/pagination.ts';
import {
  type ReferenceDocument,
  type ReferenceParents,
  referenceKey,
} from '#mappings/reference-document.ts';
import {findByIds} from './engine/find-by-ids.ts';
import {remember} from './engine/remember.ts';
import {countOf, documentsOf, searchIndex} from './engine/search-index.ts';
import type {Generation} from './generation.ts';
import {
  type ReferenceFilter,
  referenceStretch,
  referenceTotal,
  type Stretch,
} from './reference-queries.ts';

/** What every page of a list shares: that a parent is absent, or how many entries there are. */
type Extent = {readonly absent: Parent['list']} | {readonly totalCount: number};

/** Lists whose extent is kept, and ids in the midst of lists; each is a digest and a short value. */
const remembered = 10_000;

/**
 * Entries between two remembered ids of a list. Elasticsearch collects at most 10,000
 * (`index.max_result_window`) from where it starts: this leaves room for the page itself.
 */
const strideOfLists = 9_000;

type Parent = {readonly list: 'makes' | 'models'; readonly key: string};

/** From the make down, so that the first that is absent is the one to name. */
const parentsOf = ({makeId, modelId}: ReferenceParents): readonly Parent[] => [
  ...(makeId === undefined
    ? []
    : [{list: 'makes', key: referenceKey('makes', {}, makeId)} as const]),
  ...(modelId === undefined
    ? []
    : [{list: 'models', key: referenceKey('models', {makeId}, modelId)} as const]),
];

/** Short, however long a text somebody looks for. */
const digest = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/**
 * One page of a list, or the list that a parent is absent from; all of one generation. However deep
 * a page lies, it is reached from the last remembered id before it: the first to go there walks the
 * list in strides, which is remembered for everybody after.
 */
export const listReferences = (client: Client, stride = strideOfLists) => {
  const extents = remember<Extent>(remembered);
  const ids = remember<string>(remembered);

  const find = async (
    {referencesIndex}: Generation,
    filter: ReferenceFilter,
    stretch: Stretch,
  ): Promise<readonly ReferenceDocument[]> =>
    documentsOf(
      await searchIndex<ReferenceDocument>(
        client,
        referencesIndex,
        referenceStretch(filter, stretch),
      ),
    );

  const extentOf = (generation: Generation, filter: ReferenceFilter): Promise<Extent> =>
    extents(digest(generation.version, filter), async () => {
      const {referencesIndex} = generation;
      const parents = parentsOf(filter.parents);
      const [present, counted] = await Promise.all([
        findByIds(
          client,
          referencesIndex,
          parents.map(({key}) => key),
        ),
        searchIndex(client, referencesIndex, referenceTotal(filter)),
      ]);
      const orphaned = parents.find(({key}) => !present.has(key));
      return orphaned ? {absent: orphaned.list} : {totalCount: countOf(counted)};
    });

  /** The id that comes before so many strides of a list; nothing at its start. */
  const idBefore = async (
    generation: Generation,
    filter: ReferenceFilter,
    strides: number,
  ): Promise<string | undefined> => {
    if (strides === 0) return undefined;
    return ids(digest(generation.version, filter, strides), async () => {
      const after = await idBefore(generation, filter, strides - 1);
      const [last] = await find(generation, filter, {after, from: stride - 1, size: 1});
      if (last === undefined) throw new Error('A list ended before its total was reached.');
      return last.id;
    });
  };

  return async (generation: Generation, filter: ReferenceFilter, {number, size}: Page) => {
    const extent = await extentOf(generation, filter);
    if ('absent' in extent) return extent;
    const {totalCount} = extent;
    const first = (number - 1) * size;
    if (first >= totalCount) return {documents: [], totalCount};
    const after = await idBefore(generation, filter, Math.floor(first / stride));
    const documents = await find(generation, filter, {after, from: first % stride, size});
    return {documents, totalCount};
  };
};
