import type {Occurrence} from '#src/http/problems/problem.ts';
import {type ErrorCode, headersTooLarge} from './errors.ts';
import {rules} from './rules.ts';

/** The path that was called, and what the problem said of it. */
type Example = Occurrence & {readonly instance: string};

const allow = (methods: string) => ({headers: {Allow: methods}});
const retryAfter = (seconds: number) => ({headers: {'Retry-After': String(seconds)}});

const batch = '/v1/vehicles/plates';
const search = '/v1/vehicles';
const dataset = '/v1/dataset';
const pageSize = rules.PageSizeOutOfRange(20);

/** How the examples of problems name their request. */
export const exampleRequest = {
  requestId: '5f0c7ab9-4a34-4c7e-9a3d-0c1f6f0e9b53',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
};

/** One occurrence of every problem, as its documentation shows it. */
export const occurrences: Readonly<Record<ErrorCode, Example>> = {
  ValidationFailed: {instance: search, detail: pageSize, errors: {PageSizeOutOfRange: [pageSize]}},
  ApiKeyMissing: {instance: dataset},
  ApiKeyInvalid: {instance: dataset},
  PaymentRequired: {instance: dataset},
  VehicleNotFound: {instance: '/v1/vehicles/plate/ZZ99999'},
  MakeNotFound: {instance: '/v1/makes/404'},
  ModelNotFound: {instance: '/v1/makes/19001/models/404'},
  VariantNotFound: {instance: '/v1/makes/19001/models/3006/variants/404'},
  DesignationTypeNotFound: {instance: '/v1/makes/19001/models/3006/designation-types/404'},
  ColorNotFound: {instance: '/v1/colors/404'},
  KindNotFound: {instance: '/v1/kinds/404'},
  UsageNotFound: {instance: '/v1/usages/404'},
  EmissionStandardNotFound: {instance: '/v1/emission-standards/404'},
  EquipmentNotFound: {instance: '/v1/equipment/404'},
  RouteNotFound: {instance: '/v1/vehicle/1'},
  MethodNotAllowed: {instance: batch, ...allow('POST')},
  RequestTimeout: {instance: batch},
  PayloadTooLarge: {instance: batch, detail: 'The body must be at most 65536 bytes.'},
  RateLimitExceeded: {instance: search, ...retryAfter(7)},
  QuotaExceeded: {instance: batch, ...retryAfter(864_000)},
  RequestHeadersTooLarge: {instance: search, ...headersTooLarge().occurrence},
  InternalError: {instance: search},
  DatasetNotLoaded: {instance: dataset, ...retryAfter(30)},
  SearchUnavailable: {instance: search, ...retryAfter(5)},
  ServiceUnavailable: {instance: dataset, ...retryAfter(5)},
};
