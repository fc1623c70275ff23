import {DatasetNotLoaded, KeysUnavailable, SearchUnavailable} from '#core/domain/outages.ts';
import {type ErrorCode, errors, headersTooLarge, otherVersion, toProblem} from '#src/api/errors.ts';
import {maxSearchPageSize} from '#src/api/parameters.ts';
import {rules} from '#src/api/rules.ts';
import {maxBatchBytes} from '#src/api/vehicles/batch.ts';
import {bodyTooLarge} from '#src/http/endpoint/body.ts';
import {type Occurrence, Problem} from '#src/http/problems/problem.ts';

/** A problem and the path of the request that it answers. */
export type ProblemExample = {readonly instance: string; readonly problem: Problem};

const retryAfter = (seconds: number) => ({headers: {'Retry-After': String(seconds)}});

const batch = '/v1/vehicles/plates';
const search = '/v1/vehicles';
const dataset = '/v1/dataset';
const pageSize = rules.PageSizeOutOfRange(maxSearchPageSize);

/** The ids of the request in all examples. */
export const exampleRequest = {
  requestId: '5f0c7ab9-4a34-4c7e-9a3d-0c1f6f0e9b53',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
};

const paths: Readonly<Record<ErrorCode, string>> = {
  ValidationFailed: search,
  ApiKeyMissing: dataset,
  ApiKeyInvalid: dataset,
  PaymentRequired: dataset,
  VehicleNotFound: '/v1/vehicles/plate/ZZ99999',
  MakeNotFound: '/v1/makes/404',
  ModelNotFound: '/v1/makes/19001/models/404',
  VariantNotFound: '/v1/makes/19001/models/3006/variants/404',
  DesignationTypeNotFound: '/v1/makes/19001/models/3006/designation-types/404',
  ColorNotFound: '/v1/colors/404',
  KindNotFound: '/v1/kinds/404',
  UsageNotFound: '/v1/usages/404',
  EmissionStandardNotFound: '/v1/emission-standards/404',
  EquipmentNotFound: '/v1/equipment/404',
  RouteNotFound: '/v1/vehicle/1',
  MethodNotAllowed: batch,
  RequestTimeout: batch,
  PayloadTooLarge: batch,
  RateLimitExceeded: search,
  QuotaExceeded: batch,
  RequestHeadersTooLarge: search,
  InternalError: search,
  DatasetNotLoaded: dataset,
  SearchUnavailable: search,
  ServiceUnavailable: dataset,
  HttpVersionNotSupported: dataset,
};

const occurrences: Readonly<Partial<Record<ErrorCode, Occurrence>>> = {
  ValidationFailed: {detail: pageSize, errors: {PageSizeOutOfRange: [pageSize]}},
  MethodNotAllowed: {headers: {Allow: 'POST'}},
  PayloadTooLarge: bodyTooLarge(maxBatchBytes),
  RateLimitExceeded: retryAfter(7),
  QuotaExceeded: retryAfter(864_000),
  RequestHeadersTooLarge: headersTooLarge().occurrence,
  DatasetNotLoaded: toProblem(new DatasetNotLoaded()).occurrence,
  SearchUnavailable: toProblem(new SearchUnavailable()).occurrence,
  ServiceUnavailable: toProblem(new KeysUnavailable()).occurrence,
  HttpVersionNotSupported: otherVersion().occurrence,
};

/** The documentation's example of a problem. */
export const problemExample = (code: ErrorCode): ProblemExample => ({
  instance: paths[code],
  problem: new Problem(errors[code], occurrences[code]),
});
