import {validateResponse} from './declaration.ts';
import type {AnyEndpoint} from './endpoint.ts';
import {confirms, entityTag, namesTags} from './entity-tag.ts';
import type {Problem, ProblemKind} from './problem.ts';

export type AnswerOptions<S> = {
  /** The state of the data that a question would be answered from now. */
  readonly currentVersion: (services: S) => Promise<string>;
  /** What an answer says of the state of the data it was made from. */
  readonly versionHeaders: (version: string) => Readonly<Record<string, string>>;
  /** Changes when the form of answers does, so that a copy of an older form is never confirmed. */
  readonly contractVersion: string;
  /** Problems any endpoint can answer with. */
  readonly commonErrors: readonly ProblemKind[];
  readonly toProblem: (error: unknown) => Problem;
  /** Whether endpoints are held to their declarations, which costs a parse of every answer. */
  readonly checkAnswers: boolean;
};

type Headers = Readonly<Record<string, string>> & {readonly ETag?: string};

export type Answer = {
  readonly status: 200 | 204 | 304;
  readonly headers: Headers;
  readonly body?: string;
};

type Input<S> = Parameters<AnyEndpoint<S>['handle']>[0];

/**
 * Makes what answers an endpoint's input. Every 200 of a GET from data has a tag over all
 * that decides it, so a client that names the tag of what it would get now is told so before any
 * handler is asked.
 */
export const answerer = <S>(endpoint: AnyEndpoint<S>, options: AnswerOptions<S>) => {
  const {currentVersion, versionHeaders, contractVersion} = options;
  const {path, method = 'GET', alwaysAsks = false} = endpoint;
  const handle = options.checkAnswers
    ? validateResponse(endpoint, options.commonErrors, options.toProblem)
    : endpoint.handle;

  const identity = (version: string, input: Input<S>): Headers => ({
    ...versionHeaders(version),
    ...(method === 'GET' && {ETag: entityTag([contractVersion, version, path, input])}),
  });

  return async (input: Input<S>, ifNoneMatch: string, services: S): Promise<Answer> => {
    if (namesTags(ifNoneMatch) && method === 'GET' && !alwaysAsks) {
      const headers = identity(await currentVersion(services), input);
      if (confirms(ifNoneMatch, headers.ETag)) return {status: 304, headers};
    }
    const {body, version} = await handle(input, services);
    if (body === null) return {status: 204, headers: version ? versionHeaders(version) : {}};
    const headers = version ? identity(version, input) : {};
    if (confirms(ifNoneMatch, headers.ETag)) return {status: 304, headers};
    return {status: 200, headers, body: JSON.stringify(body)};
  };
};
