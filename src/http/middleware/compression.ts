import {Readable} from 'node:stream';
import compress from 'koa-compress';
import {codings, worthEncoding} from '../encoded.ts';
import type {Middleware, RequestContext} from '../request-state.ts';

/** From 1 KB on. Brotli is left at the quality, 4, that takes as long as gzip for the same size. */
const compressed = compress({
  threshold: worthEncoding,
  encodingPreference: [...codings],
  zstd: false,
  deflate: false,
}) as Middleware;

/**
 * The length of an answer that GET would have compressed is not known to HEAD, which must tell that
 * one or none (RFC 9110 §8.6). Koa tells the length of any body but a stream.
 */
const withoutLength = (ctx: RequestContext): void => {
  const isCoded = ctx.res.hasHeader('Content-Encoding');
  if (isCoded || (ctx.length ?? 0) < worthEncoding || !ctx.acceptsEncodings(...codings)) return;
  ctx.body = Readable.from([]);
};

/**
 * Compresses answers for clients that ask for it. One that accepts no coding there is, not even none
 * (`identity;q=0`), would be a fault to the library; it gets an answer as it is (RFC 9110 §12.5.3).
 */
export const compression: Middleware = async (ctx, next) => {
  if (ctx.acceptsEncodings(...codings, 'identity')) await compressed(ctx, next);
  else {
    ctx.vary('Accept-Encoding');
    await next();
  }
  if (ctx.method === 'HEAD') withoutLength(ctx);
};
