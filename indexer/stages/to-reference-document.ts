import type {ReferenceDocument, ReferenceList} from '#mappings/reference-document.ts';
import type {ReferenceSighting} from './collect-references.ts';

/** Without case and accents; Æ and Ø are letters of their own and stay. */
const toSearchName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

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
