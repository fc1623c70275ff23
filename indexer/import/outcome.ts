import {Interrupted, toExitCode} from '../exit-codes.ts';
import type {BuildLog} from '../generations/build-log.ts';
import {refusalOf} from '../generations/refusal.ts';
import type {ImportJob} from './job.ts';
import {AlreadyCurrent} from './known-extracts.ts';

/**
 * Logs that a build did not complete. The reason is the names of the failed checks, the code of a
 * refused extract, or the name of the error; the sentence is the one that the operator sees.
 */
export const logFailure = (log: BuildLog, error: unknown): void => {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const {sentence} = toExitCode(error);
  const reason = first instanceof Error ? first.name : 'unknown';
  const refusal = refusalOf(first);
  if (refusal) log.ended('refused', {reason: refusal.reason, sentence});
  else if (first instanceof AlreadyCurrent) log.ended('already-current', {reason, sentence});
  else if (first instanceof Interrupted) log.ended('interrupted', {reason, sentence});
  else log.ended('failed', {reason, sentence});
};

/** Logs that a build completed: its generation is live since `importedAt`, or held. */
export const logOutcome = (
  {log, candidate, known}: ImportJob,
  importedAt: string | null,
): 'promoted' | 'held' => {
  if (importedAt === null) {
    log.ended('held');
    return 'held';
  }
  log.ended('promoted', {
    generation: candidate.version,
    importedAt,
    ...(known.live && {previous: known.live.version}),
  });
  return 'promoted';
};
