import type {IncomingHttpHeaders} from 'node:http';
import type {z} from 'zod';
import type {Admission} from './admission.ts';
import {type AnswerOptions, answerer} from './answer.ts';
import type {AnyEndpoint, Body} from './endpoint.ts';
import {Problem} from './problem.ts';
import {type BodyProblems, bodyReader} from './read-body.ts';
import type {RequestContext} from './request-state.ts';
import {inputReader} from './validation.ts';

export type ExchangeOptions<S> = AnswerOptions<S> &
  BodyProblems & {
    /** Lets a request in at this cost, or throws the problem that refuses it. */
    readonly admit: (headers: IncomingHttpHeaders, cost: number) => Promise<Admission<S>>;
  };

export type Exchange = (ctx: RequestContext, segments: readonly string[]) => Promise<void>;

/** Answers belong to whoever holds the key, and may be kept when they are asked for anew each time. */
const caching = {'Cache-Control': 'private, no-cache'};

/** Makes what reads a body and charges for it: one that is wrong costs 1, where that is left. */
const chargedReader = <S>(body: Body<z.ZodType>, options: ExchangeOptions<S>) => {
  const read = bodyReader(body, options);

  return async (ctx: RequestContext, {charge}: Admission<S>): Promise<unknown> => {
    const sent = await read(ctx).catch(async (error: unknown) => {
      if (error instanceof Problem && error.kind === options.validationFailed) await charge(1);
      throw error;
    });
    const refusal = await charge(body.cost(sent));
    if (refusal !== undefined) throw refusal;
    return sent;
  };
};

/** What a request passes once its route and method are known, in the contract's order. */
export const exchangeOf = <S>(endpoint: AnyEndpoint<S>, options: ExchangeOptions<S>): Exchange => {
  const {admit, toProblem, validationFailed} = options;
  const {body, cost = body ? 0 : 1} = endpoint;
  const read = inputReader(endpoint, validationFailed);
  const readBody = body && chargedReader(body, options);
  const answer = answerer(endpoint, options);

  return async (ctx, segments) => {
    ctx.set(caching);
    ctx.vary('X-Api-Key');
    const admission = await admit(ctx.headers, cost);
    ctx.state.keyId = admission.keyId;
    try {
      const sent = await readBody?.(ctx, admission);
      const input = {...read({segments, query: ctx.querystring}), body: sent};
      const {status, headers, body} = await answer(
        input,
        ctx.get('If-None-Match'),
        admission.services,
      );
      ctx.set(headers);
      ctx.status = status;
      if (body === undefined) return;
      ctx.set('Content-Type', 'application/json; charset=utf-8');
      ctx.body = body;
    } catch (error) {
      if (toProblem(error).kind.status >= 500) await admission.giveBack();
      throw error;
    } finally {
      ctx.set(admission.headers());
    }
  };
};
