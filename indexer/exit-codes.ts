import {errors} from '@elastic/elasticsearch';
import {ConfigurationError} from '#src/config.ts';
import {EngineUnavailable, isPassing} from './bulk/patience.ts';
import {FlipRefused} from './generation/flip.ts';
import {ExtractRefused} from './source/extract-refused.ts';
import {InputUnreadable} from './source/open-input.ts';
import {VerificationFailed} from './verify.ts';

/** What cron and scripts branch on (design §6). 0 is promoted, 1 a fault of ours. */
export const exitCodes = {
  ok: 0,
  fault: 1,
  usage: 2,
  extractRefused: 65,
  tryLater: 75,
} as const;

/** Stopped by a signal before it was done. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** The exit code for what ended a command, and the sentence for the operator. */
export const judge = (error: unknown): {readonly code: number; readonly sentence: string} => {
  if (error instanceof AggregateError) {
    const first = judge(error.errors[0]);
    return {code: first.code, sentence: `${first.sentence} ${error.message}`};
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ExtractRefused || error instanceof VerificationFailed) {
    return {code: exitCodes.extractRefused, sentence: `The extract was refused: ${message}`};
  }
  if (error instanceof ConfigurationError || error instanceof InputUnreadable) {
    return {code: exitCodes.usage, sentence: message};
  }
  if (error instanceof EngineUnavailable || isPassing(error)) {
    return {
      code: exitCodes.tryLater,
      sentence:
        'Elasticsearch does not answer at ELASTICSEARCH_NODES. Start it, then run this again.',
    };
  }
  if (error instanceof FlipRefused || error instanceof Interrupted) {
    return {code: exitCodes.tryLater, sentence: message};
  }
  return error instanceof errors.ResponseError
    ? {code: exitCodes.fault, sentence: `Elasticsearch refused a request: ${message}`}
    : {code: exitCodes.fault, sentence: message};
};
