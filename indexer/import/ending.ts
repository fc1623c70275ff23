import type {Outcome} from '#mappings/build-event.ts';
import {Interrupted, toExitCode} from '../exit-codes.ts';
import {GateRefused} from '../gate/gate.ts';
import {ExtractRefused} from '../records/extract-refused.ts';
import {AlreadyCurrent} from './already-current.ts';

/** How a build ended, as the record tells it. */
export type Ending = {
  readonly outcome: Exclude<Outcome, 'promoted' | 'held'>;
  /** A short name for it: checks of the gate, what is wrong with the file, or the kind of error. */
  readonly reason: string;
  readonly sentence: string;
};

const reasonOf = (error: unknown): string => {
  if (error instanceof ExtractRefused) return error.code;
  if (error instanceof GateRefused) return error.failed.join(', ');
  return error instanceof Error ? error.name : 'unknown';
};

const outcomeOf = (error: unknown): Ending['outcome'] => {
  if (error instanceof AlreadyCurrent) return 'already-current';
  if (error instanceof Interrupted) return 'interrupted';
  return error instanceof GateRefused || error instanceof ExtractRefused ? 'refused' : 'failed';
};

/** The ending that an error means. The sentence is the one the operator is told. */
export const endingOf = (error: unknown): Ending => {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return {outcome: outcomeOf(first), reason: reasonOf(first), sentence: toExitCode(error).sentence};
};
