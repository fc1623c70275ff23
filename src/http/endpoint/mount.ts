import {type IncomingMessage, METHODS} from 'node:http';
import {Router} from '@koa/router';
import {Problem, type ProblemKind} from '../problem.ts';
import type {RequestContext, RequestState} from '../request-context.ts';
import {bodyReader} from './body.ts';
import {type AnyEndpoint, filledPath} from './endpoint.ts';
import {type InputOptions, inputReader, prefersStrict} from './input.ts';
import {type ResponderOptions, responder} from './response.ts';

/** The part of a request that admission reads. Its signal is aborted when the client leaves before the answer. */
export type ClientRequest = Pick<IncomingMessage, 'headers' | 'signal'>;

/** An admitted request. */
export type Admission<S> = {
  /** The id of the caller's key. */
  readonly keyId: string;
  /** The services as this caller may use them. */
  readonly services: S;
  /** Does work that would hold up others when it is its turn. */
  readonly inTurn: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** The caller's limits at the time of the call, as response headers. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Charges this much more, all of it or nothing; resolves to a problem if the caller cannot pay. */
  readonly charge: (cost: number) => Promise<Problem | undefined>;
  /** Refunds what was charged, best effort. Never rejects. */
  readonly refund: () => Promise<void>;
};

export type MountOptions<S> = ResponderOptions<S> &
  InputOptions & {
    readonly errors: Readonly<Record<'MethodNotAllowed' | 'PayloadTooLarge', ProblemKind>>;
    /** Admits a request at this cost, or throws the problem that rejects it. */
    readonly admit: (request: ClientRequest, cost: number) => Promise<Admission<S>>;
  };

/** From so many characters on, what is parsed of a request makes it heavy. */
const longHead = 1_000;

const hasLongHead = (ctx: RequestContext): boolean =>
  ctx.url.length + ctx.get('Prefer').length + ctx.get('If-None-Match').length >= longHead;

/** Handles a request once its route and method are known: admission, body, parameters, response. */
const requestHandler = <S>(endpoint: AnyEndpoint<S>, options: MountOptions<S>) => {
  const {admit, toProblem, errors} = options;
  const {body: declared, cost = declared ? 0 : 1, isHeavy} = endpoint;
  const readBody = declared && bodyReader(declared, errors);
  const readInput = inputReader(endpoint, options);
  const respond = responder(endpoint, options);

  return async (ctx: RequestContext, segments: readonly string[]): Promise<void> => {
    // A response is the caller's own; caches revalidate it on every use.
    ctx.set('Cache-Control', 'private, no-cache');
    ctx.vary('X-Api-Key');
    const admission = await admit(ctx.req, cost);
    ctx.state.keyId = admission.keyId;
    let isRead = false;
    try {
      // A body may take its time to arrive.
      const sent = readBody && (await readBody(ctx));
      const answer = async () => {
        const isStrict = prefersStrict(ctx.get('Prefer'));
        if (isStrict) ctx.set('Preference-Applied', 'handling=strict');
        const input = readInput({segments, query: ctx.querystring, isStrict});
        isRead = true;
        const problem = declared && (await admission.charge(declared.cost(sent)));
        if (problem !== undefined) throw problem;
        return await respond({...input, body: sent}, ctx.get('If-None-Match'), admission.services);
      };
      const takesTurns = isHeavy || hasLongHead(ctx);
      const {status, headers, body, isPaid} = await (takesTurns
        ? admission.inTurn(answer)
        : answer());
      if (isPaid) await admission.refund();
      ctx.set(headers);
      ctx.status = status;
      if (body !== undefined) ctx.body = body;
    } catch (error) {
      const {kind, occurrence} = toProblem(error);
      // A request with a body is charged for once it is read: an invalid one costs 1, if the caller has that left.
      if (declared && !isRead && kind === errors.ValidationFailed) await admission.charge(1);
      if (kind.status >= 500) {
        // The client has left: nobody reads a response, and what was admitted stays charged.
        if (error === ctx.req.signal.reason) return;
        if (!occurrence.isCharged) await admission.refund();
      }
      throw error;
    } finally {
      ctx.set(admission.headers());
    }
  };
};

/** HEAD wherever GET (RFC 9110 §9.3.2). */
const methodsOf = <S>({method = 'GET'}: AnyEndpoint<S>): readonly string[] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method];

/** Sorts `/vehicles/plates` before `/vehicles/{id}`: a fixed segment is the better match. */
const byPrecedence = (left: string, right: string): number => {
  const [a, b] = [left, right].map(path => filledPath(path, () => '\uFFFF'));
  return (a ?? '') < (b ?? '') ? -1 : 1;
};

/**
 * Routes requests to endpoints. Every method of a declared path is routed here, so that a path with a
 * fixed segment never falls through to one with a parameter, and a 405 lists the allowed methods.
 */
export const mount = <S>(endpoints: readonly AnyEndpoint<S>[], options: MountOptions<S>) => {
  const router = new Router<RequestState, object>({sensitive: true, strict: true});
  const paths = [...new Set(endpoints.map(({path}) => path))].toSorted(byPrecedence);

  for (const path of paths) {
    const sharing = endpoints.filter(endpoint => endpoint.path === path);
    const byMethod = new Map(
      sharing.flatMap(endpoint => {
        const handler = requestHandler(endpoint, options);
        return methodsOf(endpoint).map(method => [method, handler] as const);
      }),
    );
    const headers = {Allow: [...byMethod.keys()].join(', ')};
    const pattern = filledPath(path, name => `:${name}`);

    router.register(pattern, METHODS, async ctx => {
      ctx.state.route = path;
      const handle = byMethod.get(ctx.method);
      if (handle === undefined) throw new Problem(options.errors.MethodNotAllowed, {headers});
      await handle(ctx, ctx.captures ?? []);
    });
  }
  return router.routes();
};
