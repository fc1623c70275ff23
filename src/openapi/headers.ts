import {z} from 'zod';
import {dataErrors} from '#src/api/errors.ts';
import type {AnyEndpoint} from '#src/http/endpoint/endpoint.ts';
import type {Services} from '#src/services.ts';

const header = (id: string, example: string, description: string) =>
  z.string().meta({description, header: {id, example}});

const requestId = header(
  'X-Request-Id',
  '5f0c7ab9-4a34-4c7e-9a3d-0c1f6f0e9b53',
  'Names the request: the one that was sent, where it was well-formed, else a new one.',
);

const datasetVersion = header(
  'X-Dataset-Version',
  '20261115-190000-0001',
  'The import that the answer comes from.',
);

const entityTag = header(
  'ETag',
  'W/"2s9bbLp0NuTzDqQV1JzF4A"',
  'Send it as `If-None-Match` to be answered 304 as long as nothing has changed.',
);

const cacheControl = header(
  'Cache-Control',
  'private, no-cache',
  'An answer may be kept by whoever holds the key, and is to be confirmed each time.',
);

const vary = header('Vary', 'X-Api-Key, Accept-Encoding', 'What else decides the answer.');

const rateLimit = header(
  'RateLimit',
  '"minute";r=57;t=41, "month";r=99412;t=856230',
  'What is left (`r`) of the minute and the month, and in how many seconds (`t`) there is more.',
);

const rateLimitPolicy = header(
  'RateLimit-Policy',
  '"minute";q=60;w=60, "month";q=100000;w=2592000',
  'How many requests (`q`) a window of so many seconds (`w`) allows. The minute slides.',
);

const limits = {RateLimit: rateLimit, 'RateLimit-Policy': rateLimitPolicy};

const retryAfter = header('Retry-After', '5', 'Seconds to wait before the next try.');

/** Whether an endpoint answers from the imported data, so that its answers name the import. */
const isFromData = ({errors}: AnyEndpoint<Services>): boolean =>
  dataErrors.every(kind => errors.includes(kind));

/** Whether a client's own copy of its answer can be confirmed. */
export const isConfirmable = (endpoint: AnyEndpoint<Services>): boolean =>
  (endpoint.method ?? 'GET') === 'GET' && isFromData(endpoint);

/** The headers of an answer that is no problem. */
export const answerHeaders = (endpoint: AnyEndpoint<Services>) =>
  z.object({
    'X-Request-Id': requestId,
    ...(isFromData(endpoint) && {'X-Dataset-Version': datasetVersion}),
    ...limits,
    'Cache-Control': cacheControl,
    Vary: vary,
  });

/** The same where the answer has a tag, too. */
export const taggedHeaders = (endpoint: AnyEndpoint<Services>) =>
  isConfirmable(endpoint)
    ? answerHeaders(endpoint).extend({ETag: entityTag})
    : answerHeaders(endpoint);

const retried: ReadonlySet<number> = new Set([429, 503]);
/** A 400 is not among them, because a malformed request is met before its key. */
const afterAdmission: ReadonlySet<number> = new Set([404, 413, 429]);

/** An endpoint's own 404 says that the data does not have what was asked for, and which data. */
export const problemHeaders = (status: number) =>
  z.object({
    'X-Request-Id': requestId,
    ...(status === 404 && {'X-Dataset-Version': datasetVersion}),
    ...(afterAdmission.has(status) && limits),
    ...(retried.has(status) && {'Retry-After': retryAfter}),
  });
