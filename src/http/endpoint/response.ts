import {hash} from 'node:crypto';
import type {z} from 'zod';
import type {Problem, ProblemKind} from '../problem.ts';
import type {AnyEndpoint, Input} from './endpoint.ts';
import {type FileBody, fileHeaders} from './file.ts';

/**
 * A weak entity tag (RFC 9110 §8.8.3) over all that determines a response. Weak, because compression
 * changes the bytes but not the meaning.
 */
export const entityTag = (determinants: readonly unknown[]): string => {
  const digest = hash('sha256', JSON.stringify(determinants), 'base64url');
  return `W/"${digest.slice(0, 22)}"`;
};

const opaqueTag = /"[!\x23-\x7E\x80-\xFF]*"/g;

/** Whether an `If-None-Match` names tags, as opposed to `*` or nothing. */
const namesTags = (ifNoneMatch: string): boolean => ifNoneMatch.includes('"');

/** Whether an `If-None-Match` matches this tag by weak comparison (RFC 9110 §13.1.2). */
export const confirms = (ifNoneMatch: string, tag: string | undefined): boolean =>
  tag !== undefined &&
  (ifNoneMatch.trim() === '*' ||
    ifNoneMatch.matchAll(opaqueTag).some(([opaque]) => tag === opaque || tag === `W/${opaque}`));

export type ResponderOptions<S> = {
  /** The version of the data that would answer a request now. */
  readonly currentVersion: (services: S) => Promise<string>;
  /** The response headers that name the version of the data. */
  readonly versionHeaders: (version: string) => Readonly<Record<string, string>>;
  /** Part of every entity tag; it changes with the format of responses, which makes older copies stale. */
  readonly contractVersion: string;
  /** Problems any endpoint can answer with. */
  readonly commonErrors: readonly ProblemKind[];
  readonly toProblem: (error: unknown) => Problem;
  /** Whether every response is checked against its endpoint's declaration, at the cost of a parse. */
  readonly validateResponses: boolean;
};

type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body?: Buffer | string;
  readonly file?: FileBody;
  readonly isPaid?: true;
};

type Headers = Readonly<Record<string, string>> & {readonly ETag?: string};

/**
 * Turns an endpoint's input into its response. Every 200 of a GET from data has a tag made of all
 * that determines it, so a client that sends the tag it would get now receives 304 and no handler runs.
 */
export const responder = <S>(endpoint: AnyEndpoint<S>, options: ResponderOptions<S>) => {
  const {currentVersion, versionHeaders, contractVersion} = options;
  const {path, method = 'GET', responses, alwaysRunsHandler = false} = endpoint;
  const handle = options.validateResponses
    ? validateResponse(endpoint, options.commonErrors, options.toProblem)
    : endpoint.handle;

  const headersOf = (
    version: string,
    {isStrict: _, ...asked}: Input<S>,
    serial?: number,
  ): Headers => ({
    ...versionHeaders(version),
    ...(method === 'GET' && {ETag: entityTag([contractVersion, version, path, asked, serial])}),
  });

  return async (input: Input<S>, ifNoneMatch: string, services: S): Promise<Answer> => {
    // A strict request can be refused where a lenient one is answered: only the handler can tell.
    if (namesTags(ifNoneMatch) && method === 'GET' && !alwaysRunsHandler && !input.isStrict) {
      const headers = headersOf(await currentVersion(services), input);
      if (confirms(ifNoneMatch, headers.ETag)) return {status: 304, headers};
    }
    const {body, version, serial, isPartial, isPaid} = await handle(input, services);
    const paid = isPaid ? {isPaid} : {};
    if (responses.mediaTypes) {
      const file = body as FileBody;
      const headers: Headers = fileHeaders(file);
      if (confirms(ifNoneMatch, headers.ETag)) return {status: 304, headers};
      return {status: 200, headers, file};
    }
    if (body === null) return {status: 204, headers: version ? versionHeaders(version) : {}};
    const headers = version ? headersOf(version, input, serial) : {};
    if (confirms(ifNoneMatch, headers.ETag)) return {status: 304, headers, ...paid};
    const mediaType = isPartial ? responses.partial?.mediaType : undefined;
    return {
      status: 200,
      headers: {...headers, 'Content-Type': mediaType ?? 'application/json'},
      body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
      ...paid,
    };
  };
};

const validated = (schema: z.ZodType, body: unknown): unknown => {
  if (body === null) return null;
  if (!Buffer.isBuffer(body)) return schema.parse(body);
  schema.parse(JSON.parse(body.toString()));
  return body;
};

/**
 * An endpoint's handler, checked against its declaration: the body is parsed by the declared schema, and
 * an undeclared problem is an error. `toProblem` maps an engine's outage to the problem to be declared.
 */
const validateResponse = <S>(
  {path, responses, errors, handle}: AnyEndpoint<S>,
  commonErrors: readonly ProblemKind[],
  toProblem: (error: unknown) => Problem,
): AnyEndpoint<S>['handle'] => {
  const declared = new Set([...errors, ...commonErrors]);
  return async (input, services) => {
    try {
      const result = await handle(input, services);
      const schema = result.isPartial ? responses.partial?.schema : responses[200];
      return {...result, body: validated(schema ?? responses[200], result.body)};
    } catch (error) {
      const {kind} = toProblem(error);
      if (declared.has(kind)) throw error;
      throw new Error(`${path} answered ${kind.code}, which it does not declare.`, {cause: error});
    }
  };
};

/** One text of JSON, in UTF-8, from parts of it. */
export const joinJson = (parts: readonly (string | Buffer)[]): Buffer => {
  const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  const joined = Buffer.allocUnsafe(length);
  let at = 0;
  for (const part of parts) {
    at += typeof part === 'string' ? joined.write(part, at) : part.copy(joined, at);
  }
  return joined;
};
