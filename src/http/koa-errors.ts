import type Koa from 'koa';
import {answerError, type ProblemsOptions} from './middleware/problems.ts';
import type {RequestContext, RequestState} from './request-state.ts';

/**
 * Replaces what Koa does with an error that no middleware caught, which is to answer in plain text
 * without the headers already set. Koa calls it with nothing at the end of every answer, too.
 */
export const replaceKoaErrors = (
  app: Koa<RequestState, object>,
  options: ProblemsOptions,
): void => {
  Object.assign(app.context, {
    onerror(this: RequestContext, error: unknown) {
      if (error === null || error === undefined) return;
      // Nobody is left to answer; the access log says that the request was aborted.
      if (this.headerSent || !this.writable) return void this.res.destroy();
      answerError(this, error, options);
      this.res.end(this.body);
    },
  });
};
