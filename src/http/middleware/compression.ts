import {Readable} from 'node:stream';
import compress from 'koa-compress';
import type {Middleware, RequestContext} from '../request-context.ts';

export type Coding = 'br' | 'gzip';

/** The content codings offered to clients, in order of preference. */
export const codings: readonly Coding[] = ['br', 'gzip'];

/** A shorter body is hardly smaller when compressed. */
export const minBytes = 1024;

/** Brotli's default quality here, 4, takes as long as gzip and compresses as well. */
const compressed = compress({
  threshold: minBytes,
  encodingPreference: [...codings],
  zstd: false,
  deflate: false,
}) as Middleware;

/**
 * Omits `Content-Length` from a HEAD whose GET would be compressed: it must be the GET's length or
 * absent (RFC 9110 §8.6). Koa sets the length of any body but a stream.
 */
const omitLength = (ctx: RequestContext): void => {
  const isEncoded = ctx.res.hasHeader('Content-Encoding');
  if (isEncoded || (ctx.length ?? 0) < minBytes || !ctx.acceptsEncodings(...codings)) return;
  ctx.body = Readable.from([]);
};

/**
 * Compresses responses for clients that ask for it. A client that accepts no coding, not even
 * `identity`, would make koa-compress throw; it gets the response uncompressed (RFC 9110 §12.5.3).
 */
export const compression: Middleware = async (ctx, next) => {
  const isAskedFor = ctx.headers['accept-encoding'] !== undefined || ctx.method === 'HEAD';
  if (isAskedFor && ctx.acceptsEncodings(...codings, 'identity')) await compressed(ctx, next);
  else {
    ctx.vary('Accept-Encoding');
    await next();
  }
  if (ctx.method === 'HEAD') omitLength(ctx);
};
