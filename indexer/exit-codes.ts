import {errors} from '@elastic/elasticsearch';
import {isOfOtherServer} from '#core/clients/elasticsearch.ts';
import {exitCodes, TryLater} from '#core/command-line/errors.ts';
import {type Exit, toExit} from '#core/command-line/run.ts';
import {refusalOf} from './generations/check.ts';
import {AlreadyCurrent} from './generations/known-extracts.ts';
import {isClosedIndex, refusedRequestMessage} from './write/errors.ts';
import {isTransient, unavailableMessage} from './write/retry.ts';

/** A signal stopped the command before it was done. */
export class Interrupted extends TryLater {}

/** The reason of the signal for an `AbortError`, which only says that something was aborted. */
export const abortCause = (error: unknown, {aborted, reason}: AbortSignal): unknown =>
  aborted && error instanceof Error && error.name === 'AbortError' ? reason : error;

const otherServerMessage = (error: unknown): string => {
  const {headers, body} = error instanceof errors.ResponseError ? error : {};
  const server = 'The server at ELASTICSEARCH_NODES';
  if (headers?.['location'] !== undefined) {
    return `${server} redirects to ${headers['location']}. Write the address of Elasticsearch itself.`;
  }
  if (/HTTPS port/.test(String(body))) return `${server} expects https://. Correct the address.`;
  return `${server} is not Elasticsearch, or not at this path. Correct the address.`;
};

/** The exit code and the message for an error that ended a command. */
export const toExitCode = (error: unknown): Exit => {
  if (error instanceof AggregateError && error.errors.length > 0) {
    const first = toExitCode(error.errors[0]);
    return {...first, sentence: `${first.sentence} ${error.message}`};
  }
  const refusal = refusalOf(error);
  if (refusal) {
    const sentence = `The extract was refused: ${refusal.message}`;
    return {code: exitCodes.extractRefused, sentence};
  }
  if (isTransient(error)) return {code: exitCodes.tryLater, sentence: unavailableMessage(error)};
  if (isOfOtherServer(error)) return {code: exitCodes.usage, sentence: otherServerMessage(error)};
  if (error instanceof errors.ResponseError) {
    const sentence = refusedRequestMessage(error);
    if (isClosedIndex(error)) return {code: exitCodes.tryLater, sentence};
    // Wrong credentials are a wrong variable; any other refusal may be a bug.
    const code = error.statusCode === 401 ? exitCodes.usage : exitCodes.failure;
    return {code, sentence};
  }
  return toExit(error);
};

/**
 * How a build ended that did not complete, for its log. The reason is the names of the failed checks,
 * the code of a refused extract, or the name of the error; the sentence is the one that the operator sees.
 */
export const toOutcome = (error: unknown) => {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const {sentence} = toExitCode(error);
  const reason = first instanceof Error ? first.name : 'unknown';
  const refusal = refusalOf(first);
  if (refusal) return {outcome: 'refused', reason: refusal.reason, sentence} as const;
  if (first instanceof AlreadyCurrent)
    return {outcome: 'already-current', reason, sentence} as const;
  if (first instanceof Interrupted) return {outcome: 'interrupted', reason, sentence} as const;
  return {outcome: 'failed', reason, sentence} as const;
};
