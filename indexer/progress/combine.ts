import type {Progress} from './import-progress.ts';

/** Tells each of them, in this order. */
export const combine = (...progresses: readonly Progress[]): Progress => ({
  phase: phase => {
    for (const progress of progresses) progress.phase(phase);
  },
  advance: (counts, bytesRead, totalBytes) => {
    for (const progress of progresses) progress.advance(counts, bytesRead, totalBytes);
  },
  ended: rejects => {
    for (const progress of progresses) progress.ended(rejects);
  },
});
