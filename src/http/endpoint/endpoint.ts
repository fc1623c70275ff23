import type {z} from 'zod';
import type {ProblemKind} from '../problem.ts';

/** `'/v1/makes/{makeId}/models/{id}'` → `'makeId' | 'id'` */
type PathNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

type Shape = Readonly<Record<string, z.ZodType>>;
type Parsed<S extends Shape> = {readonly [Name in keyof S]: z.output<S[Name]>};

type Asked<Query extends z.ZodObject, Sent extends z.ZodType> = {
  readonly query: z.output<Query>;
  readonly body: z.output<Sent>;
};

type Responses = {
  readonly 200: z.ZodType;
  readonly 204?: null;
  /** Of a 200 with only the requested members. */
  readonly partial?: {readonly mediaType: string; readonly schema: z.ZodType};
  /** Of a 200 that is a `FileBody`; otherwise it is JSON. */
  readonly mediaTypes?: readonly string[];
};

/** A body of the declared schema, as a value or as its JSON, or `null` where 204 is declared. */
type HandlerResult<R extends Responses> = {
  readonly body: z.input<R[200]> | Buffer | (R extends {readonly 204: null} ? null : never);
  /** Whether the body is a partial response. */
  readonly isPartial?: boolean;
  /** The version of the data the body was made from. A result without one gets no entity tag. */
  readonly version?: string;
  /** The serial of the release, if the body depends on it as well: a version can go live again. */
  readonly serial?: number;
  /** Whether an earlier request for the same was charged but not answered, so that this one is free. */
  readonly isPaid?: boolean;
};

/** A JSON request body. */
export type RequestBody<Schema extends z.ZodType> = {
  readonly schema: Schema;
  readonly maxBytes: number;
  /** The key in `errors` under which an invalid body is reported. */
  readonly rule: string;
  /** The message for a body that is not JSON. The schema has the messages for one that is. */
  readonly malformed: string;
};

/**
 * The declaration of one endpoint, read by routing, validation, the interface description and the
 * contract tests. `handle` is a method, so that endpoints with different inputs fit into one list; it is
 * only called with input that the endpoint's own schemas have parsed.
 */
export type Endpoint<
  Path,
  Params extends Shape,
  Query extends z.ZodObject,
  Sent extends z.ZodType,
  R extends Responses,
  S,
> = {
  /** The name of the operation in the interface description. */
  readonly operationId: string;
  readonly tag: string;
  readonly method?: 'GET' | 'POST';
  readonly path: Path;
  readonly summary: string;
  readonly description?: string;
  readonly params?: Params & Readonly<Record<PathNames<Path>, z.ZodType>>;
  readonly query?: Query;
  readonly body?: RequestBody<Sent>;
  readonly responses: R;
  /** Its own problems, besides those common to all endpoints. */
  readonly errors: readonly ProblemKind[];
  /** The handler runs even where `If-None-Match` could be answered from the data's version alone. */
  readonly alwaysRunsHandler?: true;
  /** Asks for many vehicles or entries: it takes turns with others that do. */
  readonly isHeavy?: true;
  /** The charge to the monthly quota; 1 by default. */
  readonly cost?: number;
  /** The charge instead of `cost`, made once body and parameters are read and before the handler runs. */
  costOf?(input: Asked<Query, Sent>): number;
  handle(
    input: Asked<Query, Sent> & {
      readonly params: Parsed<Params>;
      /** Whether the client wants likely mistakes to be refused. */
      readonly isStrict?: boolean;
    },
    services: S,
  ): Promise<HandlerResult<R>>;
};

/** An endpoint in a list of endpoints. */
export type AnyEndpoint<S> = Endpoint<string, Shape, z.ZodObject, z.ZodType, Responses, S>;

/** Parsed parameters and body, as a handler receives them. */
export type Input<S> = Parameters<AnyEndpoint<S>['handle']>[0];

/** `const endpoint = endpointsFor<Services>()` declares endpoints whose handlers get those services. */
export const endpointsFor =
  <S>() =>
  <
    const Path extends string,
    const R extends Responses,
    Params extends Shape = Record<never, never>,
    Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
    Sent extends z.ZodType = z.ZodUndefined,
  >(
    endpoint: Endpoint<Path, Params, Query, Sent, R, S>,
  ): Endpoint<Path, Params, Query, Sent, R, S> =>
    endpoint;

const placeholder = /\{(\w+)\}/g;

/** `'/v1/makes/{makeId}/models/{id}'` → `['makeId', 'id']` */
export const pathNames = (path: string): readonly string[] =>
  Array.from(path.matchAll(placeholder), ([, name = '']) => name);

/** A declared path with each of its names replaced by a value. */
export const filledPath = (path: string, fill: (name: string) => string): string =>
  path.replaceAll(placeholder, (_, name) => fill(name));
