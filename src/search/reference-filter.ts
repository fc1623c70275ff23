import type {SearchName} from '#core/domain/search-name.ts';
import {
  type ReferenceList,
  type ReferenceParents,
  referenceKey,
} from '#mappings/reference-document.ts';
import {type Clauses, term} from './engine/requests.ts';

/** The entries of a list under its parents, optionally only those whose names start with a text. */
export type ReferenceFilter = {
  readonly list: ReferenceList;
  readonly parents: ReferenceParents;
  readonly startsWith: SearchName | undefined;
};

/** Elasticsearch takes no longer one (`index.max_regex_length`), and no name comes near it. */
const maxPrefixLength = 1_000;

const prefix = (startsWith: SearchName | undefined): Clauses => {
  if (startsWith === undefined) return [];
  if (startsWith.length > maxPrefixLength) return [{match_none: {}}];
  return [{prefix: {searchNames: startsWith}}];
};

export const matching = ({list, parents, startsWith}: ReferenceFilter): Clauses => [
  ...term('list', list),
  ...term('makeId', parents.makeId),
  ...term('modelId', parents.modelId),
  ...prefix(startsWith),
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
