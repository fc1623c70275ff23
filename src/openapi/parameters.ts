import {z} from 'zod';
import type {AnyEndpoint} from '#src/http/endpoint/endpoint.ts';
import type {Services} from '#src/services.ts';
import type {Example} from './example.ts';
import {isConfirmable} from './headers.ts';

type Shape = Readonly<Record<string, z.ZodType>>;
type Texts = Readonly<Record<string, string>>;

const requestHeader = (id: string, name: string, example: string, description: string) =>
  z
    .string()
    .optional()
    .meta({param: {id, in: 'header', name, example, description}});

const requestId = requestHeader(
  'RequestId',
  'X-Request-Id',
  'import-2026-11-21.0042',
  'A name for the request, 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. Any other value is replaced by a new one.',
);

const traceParent = requestHeader(
  'TraceParent',
  'traceparent',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  'The trace the request belongs to (W3C Trace Context). A malformed one is replaced by a new trace.',
);

const ifNoneMatch = requestHeader(
  'IfNoneMatch',
  'If-None-Match',
  'W/"2s9bbLp0NuTzDqQV1JzF4A"',
  'The `ETag` of an answer you have. While it is still right you are answered 304 without a body.',
);

/** What a schema says of itself, also where it was made optional afterwards. */
const descriptionOf = (schema: z.core.$ZodType): string => {
  const {description} = z.globalRegistry.get(schema as z.ZodType) ?? {};
  if (description !== undefined) return description;
  const {def} = schema._zod as unknown as z.core.$ZodTypes['_zod'];
  return 'innerType' in def ? descriptionOf(def.innerType) : '';
};

/** Meaning and example belong to the parameter; its schema says what a value looks like. */
const described = (shape: Shape, examples: Texts = {}) =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => {
        const param = {description: descriptionOf(schema), example: examples[name]};
        return [name, schema.meta({param})];
      }),
    ),
  );

/** The parameters of an operation: its own, and the headers any request can have. */
export const parametersOf = (endpoint: AnyEndpoint<Services>, {params, query}: Example) => ({
  requestParams: {
    ...(endpoint.params && {path: described(endpoint.params, params)}),
    ...(endpoint.query && {query: described(endpoint.query.shape, query)}),
  },
  parameters: [...(isConfirmable(endpoint) ? [ifNoneMatch] : []), requestId, traceParent],
});
