import type {Problem} from '../problems/problem.ts';
import type {Middleware} from '../request-context.ts';

const schemeAndAuthority = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;
const fragment = /#.*$/s;

/** `http://any.host/path?query#fragment` → `/path?query`. */
const originForm = (target: string): string => {
  const path = target.replace(fragment, '').replace(schemeAndAuthority, '');
  return path === '' || path.startsWith('?') ? `/${path}` : path;
};

/**
 * Converts a target in absolute form to origin form (RFC 9112 §3.2). Koa would parse it as a URL on
 * every access to the path and throw for a host such as `[`, even while it answers that very error,
 * which would end the process.
 */
export const requestTarget: Middleware = async (ctx, next) => {
  ctx.req.url = originForm(ctx.req.url ?? '/');
  await next();
};

/** How often a header was sent; its name is in lower case. `rawHeaders` alternates names and values. */
const countOf = (rawHeaders: readonly string[], name: string): number => {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === name) count += 1;
  }
  return count;
};

/**
 * Rejects an HTTP/1.1 request without a Host header, or any with several (RFC 9112 §3.2). Node would
 * reject the former with a response of its own, and read the first of several.
 */
export const requireHost =
  (problem: Problem): Middleware =>
  async (ctx, next) => {
    const hosts = countOf(ctx.req.rawHeaders, 'host');
    if (hosts > 1 || (hosts === 0 && ctx.req.httpVersion === '1.1')) throw problem;
    await next();
  };
