import {UsageError} from '#core/command-line/errors.ts';
import type {BuildMeta} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import type {StoredGeneration} from '../generation/stored-generations.ts';

/** Why the API of this release would not serve a generation; undefined when it would. */
export const whyUnusable = ({version, meta}: StoredGeneration): string | undefined =>
  meta?.mappingVersion === mappingVersion
    ? undefined
    : `Generation ${version} was written by another release of the indexer, and the API of this one ` +
      'does not serve it. Import the extract again.';

/** What a generation says of itself. Throws `UsageError` when the API would not serve it. */
export const usableMeta = (generation: StoredGeneration): BuildMeta => {
  const sentence = whyUnusable(generation);
  if (sentence !== undefined || !generation.meta) throw new UsageError(sentence ?? '');
  return generation.meta;
};
