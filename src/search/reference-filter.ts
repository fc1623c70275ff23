import type {SearchName} from '#core/domain/search-name.ts';
import {
  type ReferenceList,
  type ReferenceParents,
  referenceKey,
} from '#mappings/reference-document.ts';
import {type Clauses, startsWith, term} from './engine/requests.ts';

/** The entries of a list under its parents, optionally only those whose names start with a text. */
export type ReferenceFilter = {
  readonly list: ReferenceList;
  readonly parents: ReferenceParents;
  readonly startsWith: SearchName | undefined;
};

export const matching = ({list, parents, startsWith: text}: ReferenceFilter): Clauses => [
  ...term('list', list),
  ...term('makeId', parents.makeId),
  ...term('modelId', parents.modelId),
  ...(text === undefined ? [] : [startsWith('searchNames', text)]),
];

export type Parent = {readonly list: 'makes' | 'models'; readonly key: string};

/** From the make down, so that the first missing one is the one to report. */
export const parentsOf = ({makeId, modelId}: ReferenceParents): readonly Parent[] => {
  const parents: Parent[] = [];
  if (makeId !== undefined) parents.push({list: 'makes', key: referenceKey('makes', {}, makeId)});
  if (modelId !== undefined) {
    parents.push({list: 'models', key: referenceKey('models', {makeId}, modelId)});
  }
  return parents;
};
