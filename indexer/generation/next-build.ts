import type {StoredGeneration} from './stored-generations.ts';

/** The number that follows those of all generations there are, and `last`. */
export const nextBuild = (stored: readonly StoredGeneration[], last = 0): number =>
  Math.max(last, stored.at(-1)?.build ?? 0) + 1;
