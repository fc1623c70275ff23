import type {Client} from '@elastic/elasticsearch';
import type {NameSearch} from '#core/domain/search-name.ts';
import type {
  ReferenceDocument,
  ReferenceList,
  ReferenceParents,
} from '#mappings/reference-document.ts';
import {answerFrom} from './answer.ts';
import {coalescedLookup} from './coalesced-lookup.ts';
import {servingPatienceMs} from './engine/deadline.ts';
import {findByIds} from './engine/find-by-ids.ts';
import {listReferences} from './list-references.ts';
import type {LiveGeneration} from './live-generation.ts';

/** The reference lists of the live generation. What is absent is `undefined`, never an error. */
export const references = (
  client: Client,
  live: LiveGeneration,
  patienceMs = servingPatienceMs,
) => {
  const listEntries = listReferences(client);
  return {
    byKey: coalescedLookup(live, patienceMs, ({referencesIndex}, keys: readonly string[]) =>
      findByIds<string, ReferenceDocument>(client, referencesIndex, keys),
    ),
    list: (list: ReferenceList, parents: ReferenceParents, {startsWith, page}: NameSearch) =>
      answerFrom(live, patienceMs, generation =>
        listEntries(generation, {list, parents, startsWith}, page),
      ),
  };
};
