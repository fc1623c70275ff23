import type {IncomingMessage} from 'node:http';
import {Readable} from 'node:stream';
import {finished} from 'node:stream/promises';
import type {Middleware} from '../request-context.ts';

/** Up to this `Content-Length` the rest of a body is awaited, and its connection kept. */
const awaitedBytes = 64 * 1024;

/** How long, and for how many bytes, any other client may go on sending before it is cut off. */
const limits = {ms: 1000, bytes: 1024 * 1024};

const isStillSent = ({complete, headers}: IncomingMessage): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** A client that waits for a `100 Continue` it did not get may send its body or not. */
const endsSoon = ({headers}: IncomingMessage): boolean =>
  headers.expect === undefined && Number(headers['content-length']) <= awaitedBytes;

const discard = async (request: IncomingMessage): Promise<void> => {
  const enough = new AbortController();
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limits.bytes) enough.abort();
  });
  request.resume();
  const signal = AbortSignal.any([enough.signal, AbortSignal.timeout(limits.ms)]);
  // However it ends, the client has its response.
  await finished(request, {signal}).catch(() => undefined);
};

/** Sends the response at once, and ends it when the client has stopped sending. */
async function* answerThenDiscard(body: unknown, request: IncomingMessage) {
  if (body instanceof Readable) yield* body;
  else yield body;
  await discard(request);
}

/**
 * Discards the rest of a body that was answered before it was read, then closes the connection. Closing
 * at once would reset it, which could cost the client the response (RFC 9112 §9.6).
 */
export const discardUnreadBody: Middleware = async (ctx, next) => {
  await next();
  const {req, res, method, body, length} = ctx;
  if (!isStillSent(req)) return;
  if (endsSoon(req)) return void req.resume();

  ctx.set('Connection', 'close');
  if (method === 'HEAD' || body === null || body === undefined) {
    res.flushHeaders();
    await discard(req);
    return;
  }
  ctx.body = Readable.from(answerThenDiscard(body, req));
  if (length !== undefined) ctx.length = length;
};
