import type {Answer} from '#core/domain/dataset.ts';
import {beforeDeadline} from './engine/deadline.ts';
import {isIndexMissing, orUnavailable} from './engine/failures.ts';
import type {Generation} from './generation.ts';
import type {LiveGeneration} from './live-generation.ts';

/**
 * Answers a whole question from one generation, and says which. Its index may be pruned after the
 * generation was read: the question is then asked once more, of the one that is live by now.
 */
export const answerFrom = <Value>(
  live: LiveGeneration,
  patienceMs: number,
  ask: (generation: Generation) => Promise<Value>,
): Promise<Answer<Value>> => {
  const answer = async (generation: Generation) => ({
    version: generation.version,
    value: await orUnavailable(ask(generation)),
  });

  const answerOrRetry = async () => {
    try {
      return await answer(await live.read());
    } catch (error) {
      if (!isIndexMissing(error)) throw error;
      return answer(await live.readAnew());
    }
  };

  return beforeDeadline(answerOrRetry(), patienceMs);
};
