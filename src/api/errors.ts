import {catalogue, type Occurrence, Problem, type ProblemKind} from '#src/http/problems/problem.ts';

/** Every code this API can answer with. A published code is never renamed or given another status. */
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
  RouteNotFound: [404, 'There is no such path.'],
  MethodNotAllowed: [405, 'The path does not accept this method.'],
  RequestTimeout: [408, 'The request did not arrive in time.'],
  PayloadTooLarge: [413, 'The request body is too large.'],
  RateLimitExceeded: [429, 'Too many requests in this minute.'],
  QuotaExceeded: [429, 'The monthly quota is used up.'],
  RequestHeadersTooLarge: [431, 'The request line and headers are too large.'],
  InternalError: [500, 'The service failed.'],
  DatasetNotLoaded: [503, 'No data has been imported yet.'],
  SearchUnavailable: [503, 'The data cannot be searched at the moment.'],
  ServiceUnavailable: [503, 'The API key cannot be checked at the moment.'],
});

export type ErrorCode = keyof typeof errors;

/** Why a request is not let in, in the order in which that is found out. */
const admissionErrors: readonly ProblemKind[] = [
  errors.ApiKeyMissing,
  errors.ApiKeyInvalid,
  errors.PaymentRequired,
  errors.RateLimitExceeded,
  errors.QuotaExceeded,
];

/** Errors any endpoint can answer with. An endpoint declares only its own, on top of these. */
export const commonErrors: readonly ProblemKind[] = [
  ...admissionErrors,
  errors.InternalError,
  errors.ServiceUnavailable,
];

type Declaring = {readonly errors: readonly ProblemKind[]; readonly cost?: number};

/** Every error of an endpoint: what costs nothing is answered also when the quota is used up. */
export const errorsOf = ({errors: own, cost}: Declaring): readonly ProblemKind[] => [
  ...own,
  ...commonErrors.filter(kind => cost !== 0 || kind !== errors.QuotaExceeded),
];

/** What every endpoint that answers from data adds to its own. */
export const dataErrors: readonly ProblemKind[] = [
  errors.DatasetNotLoaded,
  errors.SearchUnavailable,
];

export const fail = (code: ErrorCode, occurrence?: Occurrence, options?: ErrorOptions): Problem =>
  new Problem(errors[code], occurrence, options);

/** What any path can be answered with before the request has become one. */
export const malformedRequest = (): Problem =>
  fail('ValidationFailed', {detail: 'The request is not well-formed HTTP/1.1.'});

export const headersTooLarge = (): Problem =>
  fail('RequestHeadersTooLarge', {
    detail: 'The request line and at most 1,000 headers must not exceed 16 KB together.',
  });
