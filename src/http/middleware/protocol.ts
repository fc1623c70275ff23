import type {IncomingMessage} from 'node:http';
import type {Problem} from '../problem.ts';
import type {Middleware, RequestContext} from '../request-context.ts';

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
export const requestTarget: Middleware = (ctx, next) => {
  ctx.req.url = originForm(ctx.req.url ?? '/');
  return next();
};

type ProtocolProblems = Readonly<Record<'otherVersion' | 'unknownCoding' | 'notOneHost', Problem>>;

/** A coding besides `chunked`, or one in HTTP/1.0: the framing counts as faulty (RFC 9112 §6.1). */
const hasUnknownCoding = ({headers, httpVersion}: IncomingMessage): boolean => {
  const coding = headers['transfer-encoding'];
  return coding !== undefined && (httpVersion !== '1.1' || coding.toLowerCase() !== 'chunked');
};

/** None in HTTP/1.1, or several (RFC 9112 §3.2). Node would read the first of several. */
const isNotOneHost = ({headersDistinct, httpVersion}: IncomingMessage): boolean => {
  const {length: hosts} = headersDistinct['host'] ?? [];
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1');
};

/** Up to this `Content-Length`, the rest of a body is read and its connection kept. */
const awaitedBytes = 64 * 1024;

const isStillSent = ({complete, headers}: IncomingMessage): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** A client that waits for a `100 Continue` it did not get may send its body or not. */
const endsSoon = ({headers}: IncomingMessage): boolean =>
  headers.expect === undefined && Number(headers['content-length']) <= awaitedBytes;

/** Closes the connection after the response, unless the body is so short that the rest of it is read. */
const discardBody = (ctx: RequestContext): void => {
  if (endsSoon(ctx.req)) ctx.req.resume();
  else ctx.set('Connection', 'close');
};

/**
 * Rejects what Node's parser lets through: another major version, a body in a transfer coding that we do not decode,
 * and a request that does not name its host. Whatever follows one of the first two cannot be trusted to be a
 * request, so its connection is closed. So is one whose body is still arriving when the response is known: the
 * server then discards the rest (RFC 9112 §9.6).
 */
export const protocol =
  ({otherVersion, unknownCoding, notOneHost}: ProtocolProblems): Middleware =>
  async (ctx, next) => {
    try {
      const isOther = ctx.req.httpVersionMajor !== 1;
      if (isOther || hasUnknownCoding(ctx.req)) {
        ctx.set('Connection', 'close');
        throw isOther ? otherVersion : unknownCoding;
      }
      if (isNotOneHost(ctx.req)) throw notOneHost;
      await next();
    } finally {
      if (isStillSent(ctx.req)) discardBody(ctx);
    }
  };
