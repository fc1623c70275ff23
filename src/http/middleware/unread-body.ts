import type {IncomingMessage} from 'node:http';
import type {Middleware} from '../request-context.ts';

/** Up to this `Content-Length` the rest of a body is awaited, and its connection kept. */
const awaitedBytes = 64 * 1024;

const isStillSent = ({complete, headers}: IncomingMessage): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** A client that waits for a `100 Continue` it did not get may send its body or not. */
const endsSoon = ({headers}: IncomingMessage): boolean =>
  headers.expect === undefined && Number(headers['content-length']) <= awaitedBytes;

/**
 * Has the connection end with a response to a body that is still sent; only of a short one, the rest is
 * awaited. The server then discards what the client still sends (RFC 9112 §9.6).
 */
export const discardUnreadBody: Middleware = async (ctx, next) => {
  await next();
  if (!isStillSent(ctx.req)) return;
  if (endsSoon(ctx.req)) ctx.req.resume();
  else ctx.set('Connection', 'close');
};
