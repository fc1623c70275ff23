import type {Dataset} from '#core/domain/dataset.ts';
import type {LiveGeneration} from './live-generation.ts';

/** Which extract the API answers from. `current` is told once every copy of the API answers from it. */
export const dataset = (live: LiveGeneration) => ({
  current: async (): Promise<Dataset> => (await live.fresh()).dataset,
  version: async (): Promise<string> => (await live.read()).version,
});
