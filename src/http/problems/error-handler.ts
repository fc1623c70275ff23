import type Koa from 'koa';
import type {Middleware, RequestContext, RequestState} from '../request-context.ts';
import type {Problem} from './problem.ts';
import {writeProblem} from './problem-document.ts';

export type ErrorHandlerOptions = {
  readonly publicUrl: string;
  /** The problem that an error is answered with; the error itself is the problem's `cause`. */
  readonly toProblem: (error: unknown) => Problem;
  /** Called with every failure of the service: a problem of status 500 or above that has a cause. */
  readonly report: (problem: Problem, request: RequestState) => void;
};

const answerError = (
  ctx: RequestContext,
  error: unknown,
  {publicUrl, toProblem, report}: ErrorHandlerOptions,
): void => {
  const problem = toProblem(error);
  if (problem.kind.status >= 500 && problem.cause !== undefined) report(problem, ctx.state);
  writeProblem(ctx, problem, publicUrl);
};

/** Answers every error thrown by the middleware below it with a problem. */
export const errorHandler =
  (options: ErrorHandlerOptions): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      answerError(ctx, error, options);
    }
  };

/**
 * Replaces Koa's own handler for errors outside any middleware, which answers in plain text and drops
 * the headers already set. Koa also calls it at the end of every response, without an error.
 */
export const replaceKoaErrorHandler = (
  app: Koa<RequestState, object>,
  options: ErrorHandlerOptions,
): void => {
  Object.assign(app.context, {
    onerror(this: RequestContext, error: unknown) {
      if (error === null || error === undefined) return;
      // The client has left or has part of a response; the access log marks the request as aborted.
      if (this.headerSent || !this.writable) return void this.res.destroy();
      answerError(this, error, options);
      this.res.end(this.body);
    },
  });
};
