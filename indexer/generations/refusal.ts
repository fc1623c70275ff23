import {exitCodes, OperationalError} from '#core/command-line/errors.ts';
import {ExtractRefused} from '../read/extract-refused.ts';
import {GateRefused} from './gate.ts';

type Refusal = {
  /** The names of the failed checks, or the code of a refused file. */
  readonly reason: string;
  /** For the operator. */
  readonly message: string;
};

/** The same content was refused before, for the same reason and in the same words. */
export class RefusedBefore extends OperationalError {
  override readonly exitCode = exitCodes.extractRefused;
  readonly reason: string;

  constructor({reason, message}: Refusal) {
    super(message);
    this.reason = reason;
  }
}

/** Why an extract was refused; undefined for any other error. */
export const refusalOf = (error: unknown): Refusal | undefined => {
  if (error instanceof ExtractRefused) return {reason: error.code, message: error.message};
  if (error instanceof GateRefused) {
    return {reason: error.failed.join(', '), message: error.message};
  }
  return error instanceof RefusedBefore ? error : undefined;
};
