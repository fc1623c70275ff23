import type {Answer} from '#core/domain/dataset.ts';
import {answerFrom} from './answer.ts';
import {coalesce} from './engine/coalesce.ts';
import {beforeDeadline} from './engine/deadline.ts';
import type {Found} from './engine/find-by-ids.ts';
import type {Generation} from './generation.ts';
import type {LiveGeneration} from './live-generation.ts';

/** Two requests at once keep the engine busy while one is on its way; more only make batches smaller. */
const batches = {largest: 500, atOnce: 2};

/** A lookup of one key in the live generation; those that come while others are under way go together. */
export const coalescedLookup = <Key extends string, Document>(
  live: LiveGeneration,
  patienceMs: number,
  find: (generation: Generation, keys: readonly Key[]) => Promise<Found<Key, Document>>,
) => {
  const findTogether = coalesce(
    (keys: readonly Key[]) => answerFrom(live, patienceMs, generation => find(generation, keys)),
    batches,
  );
  return async (key: Key): Promise<Answer<Document | undefined>> => {
    const {version, value} = await beforeDeadline(findTogether(key), patienceMs);
    return {version, value: value.get(key)};
  };
};
