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
export const references = (client: Client, {query, lookup}: LiveQueries) => {
  const findPage = referencePages(client);
  const byKey = lookup(({referencesIndex}, keys: readonly string[]) =>
    findByIds<string, ReferenceDocument>(client, referencesIndex, keys),
  );
  return {
    byId: (list: ReferenceList, parents: ReferenceParents, id: string) =>
      byKey(referenceKey(list, parents, id)),
    list: (list: ReferenceList, parents: ReferenceParents, {startsWith, page}: NameSearch) =>
      query(generation => findPage(generation, {list, parents, startsWith}, page)),
  };
};
