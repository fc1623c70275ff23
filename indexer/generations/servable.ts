import {TryLater, UsageError} from '#core/command-line/errors.ts';
import type {BuildMeta} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import type {StoredGeneration} from './stored-generations.ts';

/** An index of the live generation is closed. An operator has to open it. */
class LiveIndexClosed extends TryLater {}

/** Why Elasticsearch answers nothing from a generation; undefined when it does. */
const closedSentence = ({version, closed}: StoredGeneration): string | undefined =>
  closed.length === 0
    ? undefined
    : `Generation ${version} is closed in Elasticsearch, so requests to it fail. ` +
      `Open it: POST /${closed.join(',')}/_open.`;

/** Why the API of this release cannot serve a generation; undefined when it can. */
export const obstacle = (generation: StoredGeneration): string | undefined =>
  generation.meta?.mappingVersion === mappingVersion
    ? closedSentence(generation)
    : `Generation ${generation.version} was written by another release of the indexer; the API of ` +
      'this release cannot serve it. Import the extract again.';

/** The `_meta` of a generation. Throws `UsageError` when the API cannot serve it. */
export const servableMeta = (generation: StoredGeneration): BuildMeta => {
  const sentence = obstacle(generation);
  if (sentence !== undefined || !generation.meta) throw new UsageError(sentence ?? '');
  return generation.meta;
};

/** Throws `LiveIndexClosed`: an extract is compared with what is live. */
export const requireOpen = (live: StoredGeneration): void => {
  const sentence = closedSentence(live);
  if (sentence !== undefined) throw new LiveIndexClosed(`${sentence} Then run this again.`);
};
