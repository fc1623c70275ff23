import type {IncomingHttpHeaders} from 'node:http';
import {type AnswerOptions, answerer} from './answer.ts';
import type {AnyEndpoint} from './endpoint.ts';
import {type BodyProblems, bodyReader} from './read-body.ts';
import type {RequestContext} from './request-state.ts';
import {inputReader} from './validation.ts';

export type ExchangeOptions<S> = AnswerOptions<S> &
  BodyProblems & {
    /** Lets a request in, or throws the problem that refuses it. */
    readonly admit: (
      headers: IncomingHttpHeaders,
      services: S,
    ) => Promise<{readonly keyId: string}>;
  };

export type Exchange = (ctx: RequestContext, segments: readonly string[]) => Promise<void>;

/** Answers belong to whoever holds the key, and may be kept when they are asked for anew each time. */
const caching = {'Cache-Control': 'private, no-cache'};

/** What a request passes once its route and method are known, in the contract's order. */
export const exchangeOf = <S>(endpoint: AnyEndpoint<S>, options: ExchangeOptions<S>): Exchange => {
  const {services, admit, validationFailed} = options;
  const read = inputReader(endpoint, validationFailed);
  const readBody = endpoint.body && bodyReader(endpoint.body, options);
  const answer = answerer(endpoint, options);

  return async (ctx, segments) => {
    ctx.set(caching);
    ctx.vary('X-Api-Key');
    const {keyId} = await admit(ctx.headers, services);
    ctx.state.keyId = keyId;
    const sent = await readBody?.(ctx);
    const input = {...read({segments, query: ctx.querystring}), body: sent};

    const {status, headers, body} = await answer(input, ctx.get('If-None-Match'));
    ctx.set(headers);
    ctx.status = status;
    if (body === undefined) return;
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    ctx.body = body;
  };
};
