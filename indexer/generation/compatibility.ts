import {UsageError} from '#core/command-line/errors.ts';
import type {BuildMeta} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import type {StoredGeneration} from './stored-generations.ts';

/** Why the API of this release cannot serve a generation; undefined when it can. */
export const incompatibility = ({version, meta}: StoredGeneration): string | undefined =>
  meta?.mappingVersion === mappingVersion
    ? undefined
    : `Generation ${version} was written by another release of the indexer; the API of this release ` +
      'cannot serve it. Import the extract again.';

/** The `_meta` of a generation. Throws `UsageError` when the API cannot serve it. */
export const compatibleMeta = (generation: StoredGeneration): BuildMeta => {
  const sentence = incompatibility(generation);
  if (sentence !== undefined || !generation.meta) throw new UsageError(sentence ?? '');
  return generation.meta;
};
