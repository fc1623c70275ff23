import type {z} from 'zod';
import type {ProblemKind} from './problem.ts';

/** `'/v1/makes/{makeId}/models/{id}'` → `'makeId' | 'id'` */
type PathNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

type Shape = Readonly<Record<string, z.ZodType>>;
type Parsed<S extends Shape> = {readonly [Name in keyof S]: z.output<S[Name]>};
type Responses = {readonly 200: z.ZodType; readonly 204?: null};

/** A body of the declared schema, or `null` where 204 is declared. */
type Reply<R extends Responses> = {
  readonly body: z.input<R[200]> | (R extends {readonly 204: null} ? null : never);
  /** Which state of the data it was made from: with route and input, that identifies the answer. */
  readonly version?: string;
};

/** What can be wrong with a body before anything is known of what it says. */
export type BodyFault = 'compressed' | 'notUtf8' | 'notJson' | 'ambiguous' | 'cutOff';

/** A JSON body: what it has to be, and the rule that every other body breaks. */
export type Body<Schema extends z.ZodType> = {
  readonly schema: Schema;
  readonly maxBytes: number;
  /** The key under which `errors` says what is wrong with a body. */
  readonly rule: string;
  /** What it says there of a body that cannot be read; of one that can, the schema says it. */
  readonly sentence: (fault: BodyFault) => string;
  /** What it costs of the caller's quota; charged once the body is read, before anything is done. */
  cost(sent: z.output<Schema>): number;
};

/**
 * One endpoint as a value: routing, validation, documentation and the contract tests all read what
 * is declared here. `handle` is written as a method, so that a list can hold endpoints whose inputs
 * differ; each is only ever called with what its own schemas parsed.
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
  readonly body?: Body<Sent>;
  readonly responses: R;
  /** Its own problems, on top of those any endpoint can answer with. */
  readonly errors: readonly ProblemKind[];
  /** Only the handler knows the version of the answer: a client's own copy is never confirmed before. */
  readonly alwaysAsks?: true;
  /** What it costs of the caller's quota: 1 unless said, or what its body says. */
  readonly cost?: number;
  handle(
    input: {
      readonly params: Parsed<Params>;
      readonly query: z.output<Query>;
      readonly body: z.output<Sent>;
    },
    services: S,
  ): Promise<Reply<R>>;
};

/** An endpoint in a list of endpoints. */
export type AnyEndpoint<S> = Endpoint<string, Shape, z.ZodObject, z.ZodType, Responses, S>;

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
