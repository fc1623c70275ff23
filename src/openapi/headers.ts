import {z} from 'zod';
import type {ApiEndpoint} from '#src/api/endpoint.ts';
import {dataErrors, errors} from '#src/api/errors.ts';
import {authenticationScheme, type ProblemKind} from '#src/http/problem.ts';

const header = (id: string, example: string, description: string) => ({
  [id]: z.string().meta({description, header: {id, example}}),
});

const requestId = header(
  'X-Request-Id',
  '5f0c7ab9-4a34-4c7e-9a3d-0c1f6f0e9b53',
  'Id of the request: the `X-Request-Id` you sent if it was valid, else a new one.',
);

const datasetVersion = header(
  'X-Dataset-Version',
  '20261115-190000-0001',
  'Version of the dataset that the response comes from.',
);

const preferenceApplied = {
  'Preference-Applied': z
    .string()
    .optional()
    .meta({
      description: 'Only with `Prefer: handling=strict`, which was applied.',
      header: {id: 'Preference-Applied', example: 'handling=strict'},
    }),
};

const entityTag = header(
  'ETag',
  'W/"2s9bbLp0NuTzDqQV1JzF4A"',
  'Send it as `If-None-Match` to get a 304 as long as nothing has changed.',
);

const caching = {
  ...header(
    'Cache-Control',
    'private, no-cache',
    'The client may cache the response, but must revalidate it before each use.',
  ),
  ...header('Vary', 'X-Api-Key, Accept-Encoding', 'Request headers that the response depends on.'),
};

const limits = {
  ...header(
    'RateLimit',
    '"minute";r=57;t=41, "month";r=99412;t=856230',
    'Requests remaining (`r`) in the minute and the month, and seconds (`t`) until there are more.',
  ),
  ...header(
    'RateLimit-Policy',
    '"minute";q=60;w=60, "month";q=100000;w=2592000',
    'Requests (`q`) allowed per window of `w` seconds. The minute is a sliding window.',
  ),
};

const authenticate = header(
  'WWW-Authenticate',
  authenticationScheme,
  'The scheme of authentication: an API key in the header `X-Api-Key`.',
);

const retryAfter = header('Retry-After', '5', 'Seconds to wait before a retry.');

/** Whether an endpoint answers from the imported data. */
const isFromData = ({errors}: ApiEndpoint): boolean =>
  dataErrors.every(kind => errors.includes(kind));

/** Whether a client can revalidate a cached response of the endpoint. */
export const isCacheable = (endpoint: ApiEndpoint): boolean =>
  (endpoint.method ?? 'GET') === 'GET' && isFromData(endpoint);

export const fileHeaders = {
  ETag: z.string().meta({
    description: 'SHA-256 of the file, in quotes.',
    example: '"5f56027aa16d906f1cc22ec644bac36fcc149fdd6f5abddaa35794aa308af788"',
  }),
  'Accept-Ranges': z.literal('bytes').meta({description: 'Byte ranges are supported.'}),
};

const contentRange = (example: string, description: string) => ({
  'Content-Range': z.string().meta({description, example}),
});

export const rangeHeader = contentRange(
  'bytes 1048576-13801009/13801010',
  'The range returned, and the size of the file.',
);

const sizeHeader = contentRange('bytes */13801010', 'The size of the file.');

/** The headers of a response that is not an error. */
export const responseHeaders = (endpoint: ApiEndpoint) =>
  z.object({
    ...requestId,
    ...(isFromData(endpoint) && datasetVersion),
    ...preferenceApplied,
    ...limits,
    ...caching,
  });

/** The same for a response with an entity tag. */
export const cacheableHeaders = (endpoint: ApiEndpoint) =>
  responseHeaders(endpoint).extend(isCacheable(endpoint) ? entityTag : {});

const retried: ReadonlySet<number> = new Set([429, 503]);
/** Statuses that only admitted requests get; a 400 can precede the check of the key. */
const afterAdmission: ReadonlySet<number> = new Set([403, 404, 410, 413, 416, 429]);

/** An endpoint's own 404 or 410 comes from data, so it names the dataset, unless it is of a file. */
export const problemHeaders = (kinds: readonly ProblemKind[]) => {
  const status = kinds[0]?.status ?? 0;
  return z.object({
    ...requestId,
    ...([404, 410].includes(status) && !kinds.includes(errors.ExportNotFound) && datasetVersion),
    ...(afterAdmission.has(status) && limits),
    ...(status === 401 && authenticate),
    ...(status === 416 && sizeHeader),
    ...(retried.has(status) && retryAfter),
  });
};
