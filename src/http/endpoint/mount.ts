import {type IncomingHttpHeaders, METHODS} from 'node:http';
import {Router} from '@koa/router';
import {Problem, type ProblemKind} from '../problem.ts';
import type {RequestContext, RequestState} from '../request-context.ts';
import {closeSignal} from '../server/connections.ts';
import {bodyReader} from './body.ts';
import {type AnyEndpoint, filledPath, type Input} from './endpoint.ts';
import {sendFile} from './file.ts';
import {inputReader, prefersStrict} from './input.ts';
import {type ResponderOptions, responder} from './response.ts';

/** The part of a request that admission reads. Its signal is aborted when the client leaves. */
export type ClientRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly signal: AbortSignal;
};

/** An admitted request. */
export type Admission<S> = {
  readonly keyId: string;
  /** The services as this caller may use them. */
  readonly services: S;
  /** Runs work that would delay others when its turn comes. */
  readonly inTurn: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** The caller's limits at the time of the call, as response headers. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Charges this much more, all of it or nothing; resolves to a problem if the caller cannot pay. */
  readonly charge: (cost: number) => Promise<Problem | undefined>;
  /** Refunds what was charged beyond this cost, best effort. Never rejects. */
  readonly refund: (kept?: number) => Promise<void>;
};

type HttpError =
  | 'ValidationFailed'
  | 'MethodNotAllowed'
  | 'PayloadTooLarge'
  | 'RangeNotSatisfiable';

export type MountOptions<S> = ResponderOptions<S> & {
  readonly errors: Readonly<Record<HttpError, ProblemKind>>;
  /** The sentence that refuses parameters which an operation does not declare. */
  readonly unknownParameters: (
    operationId: string,
    unknown: readonly string[],
    declared: readonly string[],
  ) => string;
  /** Admits a request at this cost, or throws the problem that rejects it. */
  readonly admit: (request: ClientRequest, cost: number) => Promise<Admission<S>>;
};

/** A request with this many characters to parse counts as heavy. */
const longHead = 1_000;

const hasLongHead = (ctx: RequestContext): boolean =>
  ctx.url.length + ctx.get('Prefer').length + ctx.get('If-None-Match').length >= longHead;

/** The cost of a refused request, whatever it asked for. */
const refusalCost = 1;

/** Takes half as long as Koa's `set`, which makes a list of each header. */
const setHeaders = ({res}: RequestContext, headers: Readonly<Record<string, string>>): void => {
  if (res.headersSent) return;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
};

/** Handles a request once its route and method are known: admission, body, parameters, response. */
const requestHandler = <S>(endpoint: AnyEndpoint<S>, options: MountOptions<S>) => {
  const {admit, toProblem, errors, unknownParameters} = options;
  const {body, operationId, costOf, cost = costOf ? 0 : 1, isHeavy} = endpoint;
  const readBody = body && bodyReader(body, errors);
  const readParameters = inputReader(endpoint, errors.ValidationFailed);
  const unknownFault = unknownParameters.bind(undefined, operationId);
  const respond = responder(endpoint, options);

  const readInput = (ctx: RequestContext, segments: readonly string[], sent: Input<S>['body']) => {
    const isStrict = prefersStrict(ctx.get('Prefer'));
    if (isStrict) ctx.set('Preference-Applied', 'handling=strict');
    const target = {segments, query: ctx.querystring, ...(isStrict && {unknownFault})};
    return {...readParameters(target), body: sent, isStrict};
  };

  return async (ctx: RequestContext, segments: readonly string[]): Promise<void> => {
    // A response is the caller's own; caches revalidate it on every use.
    ctx.set('Cache-Control', 'private, no-cache');
    ctx.vary('X-Api-Key');
    const signal = closeSignal(ctx.req.socket);
    const admission = await admit({headers: ctx.req.headers, signal}, cost);
    ctx.state.keyId = admission.keyId;
    let isCharged = !costOf;
    try {
      // A body may take its time to arrive.
      const sent = readBody && (await readBody(ctx));
      const answer = async () => {
        const input = readInput(ctx, segments, sent);
        const problem = costOf && (await admission.charge(costOf(input)));
        if (problem !== undefined) throw problem;
        isCharged = true;
        return await respond(input, ctx.get('If-None-Match'), admission.services);
      };
      const takesTurns = isHeavy || hasLongHead(ctx);
      const {status, headers, body, file, isPaid} = await (takesTurns
        ? admission.inTurn(answer)
        : answer());
      if (isPaid) await admission.refund();
      setHeaders(ctx, headers);
      ctx.status = status;
      if (file) await sendFile(ctx, file, errors.RangeNotSatisfiable);
      else if (body !== undefined) ctx.body = body;
    } catch (error) {
      const {kind, occurrence} = toProblem(error);
      if (kind.status >= 500) {
        // The client has left: nobody reads a response, and what was admitted stays charged.
        if (error === signal.reason) return;
        if (!occurrence.isCharged) await admission.refund();
      } else if (!isCharged && kind === errors.ValidationFailed) {
        // An invalid body or parameter: it costs that if the caller has it left.
        await admission.charge(refusalCost);
      } else if (costOf) {
        await admission.refund(refusalCost);
      }
      throw error;
    } finally {
      setHeaders(ctx, admission.headers());
    }
  };
};

/** Sorts `/vehicles/plates` before `/vehicles/{id}`: a fixed segment is the better match. */
const precedence = (path: string): string => filledPath(path, () => '\uFFFF');

/**
 * Routes requests to endpoints. Every method of a declared path is routed here, so that a path with a
 * fixed segment never falls through to one with a parameter, and a 405 lists the allowed methods.
 */
export const mount = <S>(endpoints: readonly AnyEndpoint<S>[], options: MountOptions<S>) => {
  const router = new Router<RequestState, object>({sensitive: true, strict: true});
  const byPath = [...Map.groupBy(endpoints, ({path}) => path)].toSorted(([a], [b]) =>
    precedence(a) < precedence(b) ? -1 : 1,
  );

  for (const [path, sharing] of byPath) {
    const byMethod = new Map(
      sharing.flatMap(endpoint => {
        const handler = requestHandler(endpoint, options);
        // HEAD wherever GET (RFC 9110 §9.3.2).
        const methods = endpoint.method === 'POST' ? ['POST'] : ['GET', 'HEAD'];
        return methods.map(method => [method, handler] as const);
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
