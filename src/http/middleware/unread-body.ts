import {once} from 'node:events';
import type {IncomingMessage} from 'node:http';
import {Readable} from 'node:stream';
import {setTimeout as wait} from 'node:timers/promises';
import type {Middleware} from '../request-state.ts';

/** How long, and for how much, an answered client may go on sending before it is cut off. */
const most = {ms: 1000, bytes: 1024 * 1024};

const isUnread = ({complete, headers}: IncomingMessage): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** Takes what a client still sends, and keeps nothing of it. */
const discard = async (request: IncomingMessage): Promise<void> => {
  const enough = new AbortController();
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > most.bytes) enough.abort();
  });
  const {signal} = enough;
  const ended = once(request, 'close', {signal});
  request.resume();
  try {
    await Promise.race([ended, wait(most.ms, undefined, {signal})]);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    enough.abort();
    await ended.catch(() => {});
  }
};

/** The answer at once, its end when the client has stopped sending. */
async function* answerThenDiscard(body: unknown, request: IncomingMessage) {
  if (body instanceof Readable) yield* body;
  else if (body !== undefined && body !== null) yield body;
  await discard(request);
}

/**
 * Closes a connection whose request was answered before its body was read. Closed at once, the rest
 * of the body would meet a closed socket, and the reset could cost the client the answer (RFC 9112 §9.6).
 */
export const unreadBody: Middleware = async (ctx, next) => {
  await next();
  if (!isUnread(ctx.req)) return;
  ctx.set('Connection', 'close');
  const {body, length} = ctx;
  if (body === null || body === undefined) return;
  ctx.body = Readable.from(answerThenDiscard(body, ctx.req));
  if (length !== undefined) ctx.length = length;
};
