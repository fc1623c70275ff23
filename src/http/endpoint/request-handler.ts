import type {z} from 'zod';
import {Problem, type ProblemKind} from '../problems/problem.ts';
import type {RequestContext} from '../request-context.ts';
import {bodyReader} from './body.ts';
import {ClientRequest} from './client-request.ts';
import type {AnyEndpoint, RequestBody} from './endpoint.ts';
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
  /** Admits a request at this cost, or throws the problem that rejects it. */
  readonly admit: (request: ClientRequest, cost: number) => Promise<Admission<S>>;
};

/** Reads a body and charges for it. An invalid one costs 1, if the caller has that left. */
const chargedReader = <S>(body: RequestBody<z.ZodType>, errors: HttpErrors) => {
  const read = bodyReader(body, errors);

  return async (ctx: RequestContext, {charge}: Admission<S>): Promise<unknown> => {
    const sent = await read(ctx).catch(async (error: unknown) => {
      if (error instanceof Problem && error.kind === errors.ValidationFailed) await charge(1);
      throw error;
    });
    const problem = await charge(body.cost(sent));
    if (problem !== undefined) throw problem;
    return sent;
  };
};

/** Handles a request once its route and method are known: admission, body, parameters, response. */
export const requestHandler = <S>(endpoint: AnyEndpoint<S>, options: RequestHandlerOptions<S>) => {
  const {admit, toProblem, errors} = options;
  const {body, cost = body ? 0 : 1} = endpoint;
  const readInput = inputReader(endpoint, errors.ValidationFailed);
  const readBody = body && chargedReader<S>(body, errors);
  const respond = responder(endpoint, options);

  return async (ctx: RequestContext, segments: readonly string[]): Promise<void> => {
    // A response is the caller's own; caches revalidate it on every use.
    ctx.set('Cache-Control', 'private, no-cache');
    ctx.vary('X-Api-Key');
    const request = new ClientRequest(ctx);
    const admission = await admit(request, cost);
    ctx.state.keyId = admission.keyId;
    try {
      const sent = await readBody?.(ctx, admission);
      const isStrict = prefersStrict(ctx.get('Prefer'));
      if (isStrict) ctx.set('Preference-Applied', 'handling=strict');
      const input = {...readInput({segments, query: ctx.querystring, isStrict}), body: sent};
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
