import {
  DatasetNotLoaded,
  KeysUnavailable,
  SearchUnavailable,
  StillComputing,
} from '#core/domain/outages.ts';
import {Problem} from '#src/http/problem.ts';
import {type ErrorCode, errors, fail} from './errors.ts';

// The problems that no endpoint decides on: those of HTTP, of outages and of unexpected errors.

const shown = (code: ErrorCode): Problem => fail(code, errors[code].example.occurrence);

/** The problems of malformed requests and of connections. Some occur before any middleware runs. */
export const protocolProblems = {
  malformed: fail('ValidationFailed', {detail: 'The request is not well-formed HTTP/1.1.'}),
  otherVersion: shown('HttpVersionNotSupported'),
  unknownCoding: fail('ValidationFailed', {
    detail: 'Transfer-Encoding must be chunked, in HTTP/1.1.',
  }),
  notOneHost: fail('ValidationFailed', {detail: 'There must be exactly one Host header.'}),
  headersTooLarge: shown('RequestHeadersTooLarge'),
  timedOut: fail('RequestTimeout'),
  noTunnel: fail('MethodNotAllowed', {headers: {Allow: 'GET, HEAD'}}),
  full: fail('ServiceUnavailable', {
    detail: 'Too many connections are open, in total or from your address.',
    ...errors.ServiceUnavailable.example.occurrence,
  }),
};

const outages: readonly [new (...args: never) => Error, ErrorCode][] = [
  [DatasetNotLoaded, 'DatasetNotLoaded'],
  [SearchUnavailable, 'SearchUnavailable'],
  [KeysUnavailable, 'ServiceUnavailable'],
];

/**
 * The problem that answers an error; for an outage, the one its documentation shows. An unexpected error becomes an
 * `InternalError` that tells the client nothing about it; the log has it as the `cause`, under the request's id.
 */
export const toProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  const [, code = 'InternalError'] = outages.find(([kind]) => error instanceof kind) ?? [];
  const {occurrence} = errors[code].example;
  const stillComputing = error instanceof StillComputing && {
    detail: error.message,
    isCharged: true,
  };
  return fail(code, {...occurrence, ...stillComputing}, {cause: error});
};
