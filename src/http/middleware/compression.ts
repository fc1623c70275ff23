import compress from 'koa-compress';
import {codings} from '../encoded.ts';
import type {Middleware} from '../request-state.ts';

/** From 1 KB on. Brotli is left at the quality, 4, that takes as long as gzip for the same size. */
const compressed = compress({
  threshold: 1024,
  encodingPreference: [...codings],
  zstd: false,
  deflate: false,
}) as Middleware;

/**
 * Compresses answers for clients that ask for it. One that accepts no coding there is, not even none
 * (`identity;q=0`), would be a fault to the library; it gets an answer as it is (RFC 9110 §12.5.3).
 */
export const compression: Middleware = async (ctx, next) => {
  if (ctx.acceptsEncodings(...codings, 'identity')) return await compressed(ctx, next);
  ctx.vary('Accept-Encoding');
  await next();
};
