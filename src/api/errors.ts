import {
  DatasetNotLoaded,
  KeysUnavailable,
  SearchUnavailable,
  StillComputing,
} from '#core/domain/outages.ts';
import {catalogue, type Occurrence, Problem, type ProblemKind} from '#src/http/problems/problem.ts';

/** All error codes of the API. A published code never changes its name or status. */
export const errors = catalogue({
  ValidationFailed: [400, 'A parameter is malformed or out of range.'],
  ApiKeyMissing: [401, 'The X-Api-Key header is missing.'],
  ApiKeyInvalid: [401, 'The API key is not valid.'],
  PaymentRequired: [402, 'The account has no active plan or trial.'],
  VehicleNotFound: [404, 'The vehicle was not found.'],
  MakeNotFound: [404, 'The make was not found.'],
  ModelNotFound: [404, 'The model was not found under this make.'],
  VariantNotFound: [404, 'The variant was not found under this model.'],
  DesignationTypeNotFound: [404, 'The designation type was not found under this model.'],
  ColorNotFound: [404, 'The color was not found.'],
  KindNotFound: [404, 'The kind was not found.'],
  UsageNotFound: [404, 'The usage was not found.'],
  EmissionStandardNotFound: [404, 'The emission standard was not found.'],
  EquipmentNotFound: [404, 'The equipment was not found.'],
  RouteNotFound: [404, 'The path does not exist.'],
  MethodNotAllowed: [405, 'The path does not accept this method.'],
  RequestTimeout: [408, 'The request took too long to arrive.'],
  PayloadTooLarge: [413, 'The request body is too large.'],
  RateLimitExceeded: [429, 'The key has exceeded its requests per minute.'],
  QuotaExceeded: [429, 'The monthly quota is used up.'],
  RequestHeadersTooLarge: [431, 'The request line and headers are too large.'],
  InternalError: [500, 'An internal error occurred.'],
  DatasetNotLoaded: [503, 'No data has been imported yet.'],
  SearchUnavailable: [503, 'The data cannot be searched at the moment.'],
  ServiceUnavailable: [503, 'The API key cannot be checked at the moment.'],
  HttpVersionNotSupported: [505, 'The HTTP version is not supported.'],
});

export type ErrorCode = keyof typeof errors;

/** Errors of every endpoint, which declares only further ones. Those of admission come in its order. */
export const commonErrors: readonly ProblemKind[] = [
  errors.ApiKeyMissing,
  errors.ApiKeyInvalid,
  errors.PaymentRequired,
  errors.RateLimitExceeded,
  errors.QuotaExceeded,
  errors.InternalError,
  errors.ServiceUnavailable,
];

type Declaring = {readonly errors: readonly ProblemKind[]; readonly cost?: number};

/** All errors of an endpoint. One that costs nothing never exceeds the quota. */
export const errorsOf = ({errors: own, cost}: Declaring): readonly ProblemKind[] => [
  ...own,
  ...commonErrors.filter(kind => cost !== 0 || kind !== errors.QuotaExceeded),
];

/** Errors of every endpoint that answers from data. */
export const dataErrors: readonly ProblemKind[] = [
  errors.DatasetNotLoaded,
  errors.SearchUnavailable,
];

export const fail = (code: ErrorCode, occurrence?: Occurrence, options?: ErrorOptions): Problem =>
  new Problem(errors[code], occurrence, options);

/** For a request that Node's parser rejects. */
export const malformedRequest = (): Problem =>
  fail('ValidationFailed', {detail: 'The request is not well-formed HTTP/1.1.'});

/** For the version in a request line. */
export const otherVersion = (): Problem =>
  fail('HttpVersionNotSupported', {detail: 'The request must use HTTP/1.1 or HTTP/1.0.'});

/** For a body in a transfer coding that is not undone, or in any of HTTP/1.0. */
export const unknownCoding = (): Problem =>
  fail('ValidationFailed', {detail: 'Transfer-Encoding must be chunked, in HTTP/1.1.'});

export const headersTooLarge = (): Problem =>
  fail('RequestHeadersTooLarge', {
    detail: 'The request line and at most 1,000 headers must not exceed 16 KB together.',
  });

/** For a connection beyond the server's limits: its key is not even read. */
export const tooManyConnections = (): Problem =>
  fail('ServiceUnavailable', {
    detail: 'Too many connections are open, in total or from your address.',
    headers: {'Retry-After': '5'},
  });

const outages: readonly [new (...args: never) => Error, ErrorCode, retryAfterSeconds: number][] = [
  [DatasetNotLoaded, 'DatasetNotLoaded', 30],
  [SearchUnavailable, 'SearchUnavailable', 5],
  [KeysUnavailable, 'ServiceUnavailable', 5],
];

/**
 * The problem that answers an error. An unexpected error becomes an `InternalError` that tells the
 * client nothing about it; the log has it as the `cause`, under the request's id.
 */
export const toProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  const outage = outages.find(([kind]) => error instanceof kind);
  if (outage === undefined) return fail('InternalError', {}, {cause: error});
  const [, code, seconds] = outage;
  const headers = {'Retry-After': String(seconds)};
  if (error instanceof StillComputing) {
    return fail(code, {detail: error.message, isCharged: true, headers}, {cause: error});
  }
  return fail(code, {headers}, {cause: error});
};
