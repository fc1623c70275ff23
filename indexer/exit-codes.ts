import {errors} from '@elastic/elasticsearch';
import {exitCodes, UsageError} from '#core/command-line/errors.ts';
import {type Exit, toExit} from '#core/command-line/run.ts';
import {CandidateLost, WritesLost} from './elasticsearch/lost-data.ts';
import {refusedRequestMessage} from './elasticsearch/response-errors.ts';
import {EngineUnavailable, isTransient, unavailableMessage} from './elasticsearch/retry.ts';
import {FetchFailed} from './fetch/fetch-errors.ts';
import {GateRefused} from './gate/gate.ts';
import {FlipRefused} from './generation/flip.ts';
import {AliasesDisagree} from './generation/live.ts';
import {InputUnreadable} from './input/open-input.ts';
import {LockLost} from './lock/hold-lock.ts';
import {LockHeld} from './lock/wait-for-lock.ts';
import {ExtractRefused} from './records/extract-refused.ts';
import {DocumentDamaged} from './state/stored-document.ts';

/** A signal stopped the command before it was done. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** The reason of the signal for an `AbortError`, which only says that something was aborted. */
export const abortCause = (error: unknown, {aborted, reason}: AbortSignal): unknown =>
  aborted && error instanceof Error && error.name === 'AbortError' ? reason : error;

/** Nothing is wrong with the extract; the next run may succeed. */
const tryLater = [
  EngineUnavailable,
  FetchFailed,
  LockHeld,
  LockLost,
  FlipRefused,
  CandidateLost,
  WritesLost,
  Interrupted,
];

/** The arguments or the configuration have to be corrected. */
const wrongUsage = [InputUnreadable, UsageError];

/** The exit code and the message for an error that ended a command. */
export const toExitCode = (error: unknown): Exit => {
  if (error instanceof AggregateError && error.errors.length > 0) {
    const first = toExitCode(error.errors[0]);
    return {...first, sentence: `${first.sentence} ${error.message}`};
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ExtractRefused || error instanceof GateRefused) {
    return {code: exitCodes.extractRefused, sentence: `The extract was refused: ${message}`};
  }
  if (wrongUsage.some(kind => error instanceof kind)) {
    return {code: exitCodes.usage, sentence: message};
  }
  if (isTransient(error)) return {code: exitCodes.tryLater, sentence: unavailableMessage(error)};
  if (tryLater.some(kind => error instanceof kind)) {
    return {code: exitCodes.tryLater, sentence: message};
  }
  if (error instanceof errors.ProductNotSupportedError) {
    const sentence = 'The server at ELASTICSEARCH_NODES is not Elasticsearch. Correct the address.';
    return {code: exitCodes.usage, sentence};
  }
  if (error instanceof errors.ResponseError) {
    // Wrong credentials are a wrong variable; any other refusal may be a bug.
    const code = error.statusCode === 401 ? exitCodes.usage : exitCodes.failure;
    return {code, sentence: refusedRequestMessage(error)};
  }
  if (error instanceof AliasesDisagree || error instanceof DocumentDamaged) {
    return {code: exitCodes.failure, sentence: message};
  }
  return toExit(error);
};
