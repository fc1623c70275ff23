import {Problem, type ProblemKind} from '../problems/problem.ts';
import type {RequestContext} from '../request-context.ts';
import {bodyReader} from './body.ts';
import {ClientRequest} from './client-request.ts';
import type {AnyEndpoint, Input} from './endpoint.ts';
import {inputReader} from './input.ts';
import {prefersStrict} from './prefer.ts';
import {type ResponderOptions, responder} from './response.ts';

/** An admitted request. */
export type Admission<S> = {
  /** The id of the caller's key. */
  readonly keyId: string;
  /** The services as this caller may use them. */
  readonly services: S;
  /** The caller's limits at the time of the call, as response headers. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Charges this much more, all of it or nothing; resolves to a problem if the caller cannot pay. */
  readonly charge: (cost: number) => Promise<Problem | undefined>;
  /** Refunds what was charged, best effort. Never rejects. */
  readonly refund: () => Promise<void>;
};

/** The kinds of problems that routing and validation report. */
type HttpErrors = Readonly<
  Record<'ValidationFailed' | 'MethodNotAllowed' | 'PayloadTooLarge', ProblemKind>
>;

export type RequestHandlerOptions<S> = ResponderOptions<S> & {
  readonly errors: HttpErrors;
  /** Says that an operation does not declare these parameters, if they are refused. */
  readonly unknownParameters: (
    operationId: string,
    unknown: readonly string[],
    declared: readonly string[],
  ) => string;
  /** Admits a request at this cost, or throws the problem that rejects it. */
  readonly admit: (request: ClientRequest, cost: number) => Promise<Admission<S>>;
};

/**
 * Reads the body, if there is to be one, and the parameters. Those with a body are charged for then: what
 * is invalid costs 1, if the caller has that left.
 */
const chargedReader = <S>(
  endpoint: AnyEndpoint<S>,
  {errors, unknownParameters}: RequestHandlerOptions<S>,
) => {
  const {body, operationId} = endpoint;
  const unknownFault = unknownParameters.bind(undefined, operationId);
  const readBody = body && bodyReader(body, errors);
  const readParameters = inputReader(endpoint, errors.ValidationFailed);

  const read = async (ctx: RequestContext, segments: readonly string[]): Promise<Input<S>> => {
    const sent = await readBody?.(ctx);
    const isStrict = prefersStrict(ctx.get('Prefer'));
    if (isStrict) ctx.set('Preference-Applied', 'handling=strict');
    const target = {segments, query: ctx.querystring, ...(isStrict && {unknownFault})};
    return {...readParameters(target), body: sent, isStrict};
  };
  if (body === undefined) return read;

  return async (ctx: RequestContext, segments: readonly string[], {charge}: Admission<S>) => {
    const input = await read(ctx, segments).catch(async (error: unknown) => {
      if (error instanceof Problem && error.kind === errors.ValidationFailed) await charge(1);
      throw error;
    });
    const problem = await charge(body.cost(input.body));
    if (problem !== undefined) throw problem;
    return input;
  };
};

/** Handles a request once its route and method are known: admission, body, parameters, response. */
export const requestHandler = <S>(endpoint: AnyEndpoint<S>, options: RequestHandlerOptions<S>) => {
  const {admit, toProblem} = options;
  const {body, cost = body ? 0 : 1} = endpoint;
  const read = chargedReader(endpoint, options);
  const respond = responder(endpoint, options);

  return async (ctx: RequestContext, segments: readonly string[]): Promise<void> => {
    // A response is the caller's own; caches revalidate it on every use.
    ctx.set('Cache-Control', 'private, no-cache');
    ctx.vary('X-Api-Key');
    const request = new ClientRequest(ctx);
    const admission = await admit(request, cost);
    ctx.state.keyId = admission.keyId;
    try {
      const input = await read(ctx, segments, admission);
      const ifNoneMatch = ctx.get('If-None-Match');
      const {services} = admission;
      const {status, headers, body, isPaid} = await respond(input, ifNoneMatch, services);
      if (isPaid) await admission.refund();
      ctx.set(headers);
      ctx.status = status;
      if (body !== undefined) ctx.body = body;
    } catch (error) {
      const {kind, occurrence} = toProblem(error);
      if (kind.status >= 500) {
        // The client has left: nobody reads a response, and what was admitted stays charged.
        if (error === request.signal.reason) return;
        if (!occurrence.isCharged) await admission.refund();
      }
      throw error;
    } finally {
      ctx.set(admission.headers());
    }
  };
};
