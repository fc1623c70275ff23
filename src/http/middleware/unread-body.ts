import type {IncomingMessage} from 'node:http';
import {Readable} from 'node:stream';
import {finished} from 'node:stream/promises';
import type {Middleware} from '../request-state.ts';

/** A body that is announced as this long is awaited, and its connection kept. */
const awaitedBytes = 64 * 1024;

/** How long, and for how much, any other client may go on sending before it is cut off. */
const most = {ms: 1000, bytes: 1024 * 1024};

const isStillSent = ({complete, headers}: IncomingMessage): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** A client that expects a `100 Continue` it was not given may send its body, or not. */
const isSoonOver = ({headers}: IncomingMessage): boolean =>
  headers.expect === undefined && Number(headers['content-length']) <= awaitedBytes;

/** Takes what a client still sends, and keeps nothing of it. */
const discard = async (request: IncomingMessage): Promise<void> => {
  const enough = new AbortController();
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > most.bytes) enough.abort();
  });
  request.resume();
  const signal = AbortSignal.any([enough.signal, AbortSignal.timeout(most.ms)]);
  // However it ends, the client has its answer.
  await finished(request, {signal}).catch(() => undefined);
};

/** The answer at once, its end when the client has stopped sending. */
async function* answerThenDiscard(body: unknown, request: IncomingMessage) {
  if (body instanceof Readable) yield* body;
  else yield body;
  await discard(request);
}

/**
 * Closes a connection whose request was answered before its body was read. Closed at once, the rest
 * of the body would meet a closed socket, and the reset could cost the client the answer (RFC 9112 §9.6).
 */
export const unreadBody: Middleware = async (ctx, next) => {
  await next();
  const {req, res, method, body, length} = ctx;
  if (!isStillSent(req)) return;
  if (isSoonOver(req)) return void req.resume();

  ctx.set('Connection', 'close');
  if (method === 'HEAD' || body === null || body === undefined) {
    res.flushHeaders();
    await discard(req);
    return;
  }
  ctx.body = Readable.from(answerThenDiscard(body, req));
  if (length !== undefined) ctx.length = length;
};
