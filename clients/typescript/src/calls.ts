import type {PaginationMetadata, paths} from './schema.ts';

type Operation<Path extends keyof paths> = paths[Path]['get'];

/** The paths that answer GET. */
export type GetPath = {
  [Path in keyof paths]: Operation<Path> extends {responses: object} ? Path : never;
}[keyof paths];

type Responses<Path extends GetPath> = NonNullable<Operation<Path>>['responses'];

type Whole<Path extends GetPath> =
  Responses<Path> extends {200: {content: {'application/json': infer Body}}}
    ? Body | (Responses<Path> extends {204: unknown} ? undefined : never)
    : never;

/** A value whose members can all be absent. */
export type Part<Value> = Value extends readonly (infer Each)[]
  ? Part<Each>[]
  : Value extends object
    ? {[Member in keyof Value]?: Part<Value[Member]>}
    : Value;

/** The `fields` of a call; undefined if it has none. */
export type Fields = string | undefined;

/** A vehicle or another item, some of whose members `fields` can leave out. */
type Selected<Value, Given extends Fields> = [Given] extends [undefined] ? Value : Part<Value>;

/** The body of a successful answer; undefined also for a vehicle without this record. */
export type Data<Path extends GetPath, Given extends Fields> = Path extends ListPath
  ? {data: Item<Path, Given>[]; metadata: PaginationMetadata}
  : Selected<Whole<Path>, Given>;

export type ListPath = {
  [Path in GetPath]: Whole<Path> extends {data: unknown[]; metadata: PaginationMetadata}
    ? Path
    : never;
}[GetPath];

export type Item<Path extends ListPath, Given extends Fields> =
  Whole<Path> extends {data: (infer Each)[]} ? Selected<Each, Given> : never;

type Parameters<Path extends GetPath> = NonNullable<Operation<Path>>['parameters'];

/** The header is left out because a 304 has no data. */
type Headers<Path extends GetPath> = Omit<NonNullable<Parameters<Path>['header']>, 'If-None-Match'>;

type Query<Path extends GetPath> = NonNullable<Parameters<Path>['query']>;

type Selecting<Path extends GetPath, Given extends Fields> = 'fields' extends keyof Query<Path>
  ? {readonly fields?: Given}
  : unknown;

type Options<Path extends GetPath, Asked> = {
  readonly signal?: AbortSignal;
} & (Parameters<Path> extends {path: infer Named extends object}
  ? {
      readonly params: {
        readonly path: Named;
        readonly query?: Asked;
        readonly header?: Headers<Path>;
      };
    }
  : {readonly params?: {readonly query?: Asked; readonly header?: Headers<Path>}});

/** An argument, optional if none of its members is required. */
type Argument<Given> = Partial<Given> extends Given ? [options?: Given] : [options: Given];

/** The options of a GET, in the form of openapi-fetch. */
export type GetArguments<Path extends GetPath, Given extends Fields> = Argument<
  Options<Path, Query<Path> & Selecting<Path, Given>>
>;

/** The options of a walk over a list: those of a GET without `page`. */
export type ListArguments<Path extends ListPath, Given extends Fields> = Argument<
  Options<Path, Omit<Query<Path>, 'page'> & Selecting<Path, Given>>
>;

/** A successful answer. */
export type Answer<Body> = {
  readonly data: Body;
  /** The dataset that it comes from; undefined for `/v1/usage` and `/v1/exports`, which have none. */
  readonly datasetVersion: string | undefined;
  readonly response: Response;
};
