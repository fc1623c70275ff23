import type {Middleware} from '../request-state.ts';

const schemeAndAuthority = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;
const fragment = /#.*$/s;

/** `http://any.host/path?query#fragment` → `/path?query`. */
const originForm = (target: string): string => {
  const path = target.replace(fragment, '').replace(schemeAndAuthority, '');
  return path === '' || path.startsWith('?') ? `/${path}` : path;
};

/**
 * Reads a target in absolute form by its path (RFC 9112 §3.2.2). Koa reads it as a whole URL each time
 * the path is asked for, which throws for a host such as `[`: also while that very error is answered,
 * and that would end the process.
 */
export const requestTarget: Middleware = async (ctx, next) => {
  ctx.req.url = originForm(ctx.req.url ?? '/');
  await next();
};
