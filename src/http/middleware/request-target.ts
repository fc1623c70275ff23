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
