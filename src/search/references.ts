import type {Client} from '@elastic/elasticsearch';
import type {NameSearch} from '#core/domain/search-name.ts';
import {
  type ReferenceDocument,
  type ReferenceList,
  type ReferenceParents,
  referenceKey,
} from '#mappings/reference-document.ts';
import {findByIds} from './engine/requests.ts';
import type {LiveQueries} from './live-queries.ts';
import {referencePages} from './reference-pages.ts';

/** The reference lists of the live generation. An absent entry is `undefined`, never an error. */
export const references = (client: Client, {query, lookup, boundOf, onCache}: LiveQueries) => {
  const findPage = referencePages(client, boundOf('lists'), onCache);
  const byKey = lookup(({referencesIndex}, keys: readonly string[], signal) =>
    findByIds<string, ReferenceDocument>(client, referencesIndex, keys, signal),
  );
  return {
    byId: (list: ReferenceList, parents: ReferenceParents, id: string, left?: AbortSignal) =>
      byKey(referenceKey(list, parents, id), left),
    list: (
      list: ReferenceList,
      parents: ReferenceParents,
      {startsWith, page}: NameSearch,
      left?: AbortSignal,
    ) =>
      query(
        (generation, signal) => findPage(generation, {list, parents, startsWith}, page, signal),
        left,
      ),
  };
};
