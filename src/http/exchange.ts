import type {IncomingHttpHeaders} from 'node:http';
import {heldToDeclaration} from './declaration.ts';
import type {AnyEndpoint} from './endpoint.ts';
import {entityTag, namesAny, namesTag} from './entity-tag.ts';
import type {Problem, ProblemKind} from './problem.ts';
import {type BodyProblems, bodyReader} from './read-body.ts';
import type {RequestContext} from './request-state.ts';
import {inputReader} from './validation.ts';

export type ExchangeOptions<S> = BodyProblems & {
  readonly services: S;
  /** Lets a request in, or throws the problem that refuses it. */
  readonly admit: (headers: IncomingHttpHeaders, services: S) => Promise<{readonly keyId: string}>;
  /** The state of the data that a question would be answered from now. */
  readonly currentVersion: (services: S) => Promise<string>;
  /** What an answer says of the state of the data it was made from. */
  readonly versionHeaders: (version: string) => Readonly<Record<string, string>>;
  /** Changes when the form of answers does, so that a copy of an older form is never confirmed. */
  readonly contractVersion: string;
  /** Problems any endpoint can answer with. */
  readonly commonErrors: readonly ProblemKind[];
  readonly explain: (error: unknown) => Problem;
  /** Whether endpoints are held to their declarations, which costs a parse of every answer. */
  readonly checkAnswers: boolean;
};

export type Exchange = (ctx: RequestContext, segments: readonly string[]) => Promise<void>;

/** Answers belong to whoever holds the key, and may be kept when they are asked for anew each time. */
const caching = {'Cache-Control': 'private, no-cache', Vary: 'X-Api-Key, Accept-Encoding'};

const noContent = 204;
const notModified = 304;

/** What a request passes once its route and method are known, in the contract's order. */
export const exchangeOf = <S>(endpoint: AnyEndpoint<S>, options: ExchangeOptions<S>): Exchange => {
  const {services, admit, currentVersion, versionHeaders, contractVersion} = options;
  const {path, method = 'GET', alwaysAsks = false} = endpoint;
  const read = inputReader(endpoint, options.validationFailed);
  const readBody = endpoint.body && bodyReader(endpoint.body, options);
  const handle = options.checkAnswers
    ? heldToDeclaration(endpoint, options.commonErrors, options.explain)
    : endpoint.handle;

  return async (ctx, segments) => {
    ctx.set(caching);
    const {keyId} = await admit(ctx.headers, services);
    ctx.state.keyId = keyId;
    const body = await readBody?.(ctx);
    const input = {...read({segments, query: ctx.querystring}), body};

    const ifNoneMatch = method === 'GET' ? ctx.get('If-None-Match') : '';
    /** Tells what the answer was made from; and whether the client has it, so that it need not be sent. */
    const isKnown = (version: string): boolean => {
      const tag = entityTag([contractVersion, version, path, input]);
      const known = namesTag(ifNoneMatch, tag) || namesAny(ifNoneMatch);
      ctx.set(versionHeaders(version));
      if (method === 'GET') ctx.set('ETag', tag);
      if (known) ctx.status = notModified;
      return known;
    };

    const mayBeKnown = ifNoneMatch !== '' && !namesAny(ifNoneMatch) && !alwaysAsks;
    if (mayBeKnown && isKnown(await currentVersion(services))) return;

    const reply = await handle(input, services);
    if (reply.body === null) {
      ctx.status = noContent;
      if (reply.version !== undefined) ctx.set(versionHeaders(reply.version));
    } else if (reply.version === undefined || !isKnown(reply.version)) {
      ctx.set('Content-Type', 'application/json; charset=utf-8');
      ctx.body = JSON.stringify(reply.body);
    }
  };
};
