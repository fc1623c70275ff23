import type {Problem} from '../problem.ts';
import type {Middleware} from '../request-state.ts';

/** The end of the way for a request that no route has taken. */
export const refuse =
  (problem: () => Problem): Middleware =>
  async () => {
    throw problem();
  };

/**
 * Refuses an HTTP/1.1 request without a Host header or with several (RFC 9112 §3.2). Node would refuse
 * the former by itself, with an answer that is not the API's, and take the first of the latter.
 */
export const requireHost =
  (problem: () => Problem): Middleware =>
  async (ctx, next) => {
    const hosts = ctx.req.headersDistinct['host'] ?? [];
    if (hosts.length > 1 || (hosts.length === 0 && ctx.req.httpVersion === '1.1')) throw problem();
    await next();
  };
