import type {Outcome} from '#mappings/build-event.ts';
import {Interrupted, toExitCode} from '../exit-codes.ts';
import {GateRefused} from '../gate/gate.ts';
import {ExtractRefused} from '../records/extract-refused.ts';
import type {ImportJob} from './job.ts';
import {AlreadyCurrent} from './known-extracts.ts';

/** The outcome of a build that did not complete, as the build log has it. */
type Failure = {
  readonly outcome: Exclude<Outcome, 'promoted' | 'held'>;
  /** Names of the failed checks, the code of a refused extract, or the name of the error. */
  readonly reason: string;
  readonly sentence: string;
};

const reasonOf = (error: unknown): string => {
  if (error instanceof ExtractRefused) return error.code;
  if (error instanceof GateRefused) return error.failed.join(', ');
  return error instanceof Error ? error.name : 'unknown';
};

const kindOf = (error: unknown): Failure['outcome'] => {
  if (error instanceof AlreadyCurrent) return 'already-current';
  if (error instanceof Interrupted) return 'interrupted';
  return error instanceof GateRefused || error instanceof ExtractRefused ? 'refused' : 'failed';
};

/** The outcome that an error means. The sentence is the one that the operator sees. */
export const outcomeOf = (error: unknown): Failure => {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return {outcome: kindOf(first), reason: reasonOf(first), sentence: toExitCode(error).sentence};
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
