import {z} from 'zod';
import type {ZodOpenApiOperationObject, ZodOpenApiResponsesObject} from 'zod-openapi';
import type {ApiEndpoint} from '#src/api/endpoint.ts';
import {type Example, exampleOf} from './examples.ts';
import {
  cacheableHeaders,
  fileHeaders,
  isCacheable,
  rangeHeader,
  responseHeaders,
} from './headers.ts';

const requestHeader = (id: string, name: string, example: string, description: string) =>
  z
    .string()
    .optional()
    .meta({param: {id, in: 'header', name, example, description}});

const everyRequest = [
  requestHeader(
    'Prefer',
    'Prefer',
    'handling=strict',
    '`handling=strict` (RFC 7240): an unknown query parameter returns 400 instead of being ignored, and so does a filter with an unknown id or an empty range. The response has the header `Preference-Applied: handling=strict`.',
  ),
  requestHeader(
    'RequestId',
    'X-Request-Id',
    'import-2026-11-21.0042',
    'An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.',
  ),
  requestHeader(
    'TraceParent',
    'traceparent',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    'The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.',
  ),
];

const fileRequest = [
  requestHeader(
    'Range',
    'Range',
    'bytes=1048576-',
    'The range of bytes to return, one at most; the status is then 206.',
  ),
  requestHeader(
    'IfRange',
    'If-Range',
    '"5f56027aa16d906f1cc22ec644bac36fcc149fdd6f5abddaa35794aa308af788"',
    'The `ETag` of the file that you have a part of. A different file is sent whole.',
  ),
];

const ifNoneMatch = requestHeader(
  'IfNoneMatch',
  'If-None-Match',
  'W/"2s9bbLp0NuTzDqQV1JzF4A"',
  'The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.',
);

/** The metadata of a schema that has a description, also inside `optional` and the like. */
const metaOf = (schema: z.core.$ZodType): z.core.GlobalMeta => {
  const meta = z.globalRegistry.get(schema as z.ZodType) ?? {};
  const {def} = schema._zod as unknown as z.core.$ZodTypes['_zod'];
  return meta.description === undefined && 'innerType' in def ? metaOf(def.innerType) : meta;
};

/** An example, which is text in a request, as a value of the type that the description has. */
const typed = (example: unknown, type: unknown): unknown =>
  ['integer', 'number', 'boolean'].includes(String(type)) ? JSON.parse(String(example)) : example;

/**
 * Description and example belong to the parameter, not to its schema. Those of the example request have an
 * example; the schemas of others can have some.
 */
const described = (shape: NonNullable<ApiEndpoint['params']>, examples: Example['params'] = {}) =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => {
        const {description = '', examples: others = [], type} = metaOf(schema);
        const example = examples[name];
        const param = {description, ...(example !== undefined && {example: typed(example, type)})};
        return [name, schema.meta({param, examples: others.map(each => typed(each, type))})];
      }),
    ),
  );

/** The parameters of an operation: its own, and the headers of every request. */
const parametersOf = (endpoint: ApiEndpoint, {params, query}: Example) => ({
  requestParams: {
    ...(endpoint.params && {path: described(endpoint.params, params)}),
    ...(endpoint.query && {query: described(endpoint.query.shape, query)}),
  },
  parameters: [
    ...(isCacheable(endpoint) ? [ifNoneMatch] : []),
    ...(endpoint.responses.mediaTypes ? [ifNoneMatch, ...fileRequest] : []),
    ...everyRequest,
  ],
});

type ProblemResponses = (endpoint: ApiEndpoint, example: Example) => ZodOpenApiResponsesObject;

const notModified = (headers: z.ZodObject) => ({
  304: {description: 'Not modified; your copy is current.', headers},
});

/** A file as a whole, a range of it, or neither where the client has it. */
const fileResponses = (endpoint: ApiEndpoint, mediaTypes: readonly string[]) => {
  const schema = endpoint.responses[200];
  const content = Object.fromEntries(mediaTypes.map(each => [each, {schema}]));
  const headers = responseHeaders(endpoint).extend(fileHeaders);
  return {
    200: {description: 'The file.', headers, content},
    206: {description: 'The requested range.', headers: headers.extend(rangeHeader), content},
    ...notModified(headers),
  };
};

const success = (endpoint: ApiEndpoint, {answer}: Example): ZodOpenApiResponsesObject => {
  const {responses, summary} = endpoint;
  if (responses.mediaTypes) return fileResponses(endpoint, responses.mediaTypes);
  return {
    200: {
      description: responses[200].meta()?.description ?? summary,
      headers: cacheableHeaders(endpoint),
      content: {
        'application/json': {schema: responses[200], example: answer},
        ...(responses.partial && {
          [responses.partial.mediaType]: {schema: responses.partial.schema},
        }),
      },
    },
    ...(responses[204] === null && {
      204: {
        description: 'The vehicle exists but has no such record.',
        headers: responseHeaders(endpoint),
      },
    }),
    ...(isCacheable(endpoint) && notModified(cacheableHeaders(endpoint))),
  };
};

const requestBody = ({body}: ApiEndpoint, example: Example) =>
  body && {
    requestBody: {
      required: true,
      description: `JSON in UTF-8, at most ${body.maxBytes.toLocaleString('en')} bytes.`,
      content: {'application/json': {schema: body.schema, example: example.body}},
    },
  };

/** The operation of an endpoint. */
export const operation = (
  endpoint: ApiEndpoint,
  problems: ProblemResponses,
): ZodOpenApiOperationObject => {
  const {operationId, tag, summary, description} = endpoint;
  const example = exampleOf(operationId);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description !== undefined && {description}),
    ...parametersOf(endpoint, example),
    ...requestBody(endpoint, example),
    responses: {...success(endpoint, example), ...problems(endpoint, example)},
  };
};
