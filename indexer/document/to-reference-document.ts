import {toSearchName} from '#core/domain/search-name.ts';
import {parseReferenceKey, type ReferenceDocument} from '#mappings/reference-document.ts';
import type {ReferenceSighting} from './collect-references.ts';

/** A sighting under its key as the document of its entry. */
export const toReferenceDocument = (
  key: string,
  {name, originalName, variantId}: ReferenceSighting,
): ReferenceDocument => ({
  ...parseReferenceKey(key),
  ...(variantId && {variantId}),
  name,
  ...(originalName && {originalName}),
  searchName: toSearchName(name),
});
