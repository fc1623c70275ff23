import type {Problem} from '../problem.ts';
import type {Middleware} from '../request-state.ts';

/** The end of the way for a request that no route has taken. */
export const refuse =
  (problem: () => Problem): Middleware =>
  async () => {
    throw problem();
  };

/**
 * Refuses an HTTP/1.1 request without a Host header (RFC 9112 §3.2). Node would do so by itself, with
 * an answer that is not the API's.
 */
export const requireHost =
  (problem: () => Problem): Middleware =>
  async (ctx, next) => {
    if (ctx.req.httpVersion === '1.1' && ctx.req.headers.host === undefined) throw problem();
    await next();
  };
