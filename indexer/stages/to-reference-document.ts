import type {ReferenceDocument, ReferenceList} from '#mappings/reference-document.ts';
import {toSearchName} from '#src/domain/search-name.ts';
import type {ReferenceSighting} from './collect-references.ts';

/** A sighting under its key `list:makeId:modelId:id` as the document of its entry. */
export const toReferenceDocument = (
  key: string,
  {name, originalName, variantId}: ReferenceSighting,
): ReferenceDocument => {
  const [list, makeId, modelId, id = ''] = key.split(':');
  return {
    list: list as ReferenceList,
    id,
    ...(makeId && {makeId}),
    ...(modelId && {modelId}),
    ...(variantId && {variantId}),
    name,
    ...(originalName && {originalName}),
    searchName: toSearchName(name),
  };
};
