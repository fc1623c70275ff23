import {randomBytes, randomUUID} from 'node:crypto';
import type {Middleware} from '../request-state.ts';

const acceptable = /^[A-Za-z0-9._-]{1,64}$/;
const traceParent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}/;
const traceParentLength = 55;

/** The trace a request belongs to (W3C Trace Context); only a later version may be longer. */
const traceIdOf = (header: string): string | undefined => {
  const hasItsLength =
    header.length === traceParentLength ||
    (!header.startsWith('00') && header[traceParentLength] === '-');
  return hasItsLength ? traceParent.exec(header)?.[1] : undefined;
};

export const newRequestId = (): string => randomUUID();
export const newTraceId = (): string => randomBytes(16).toString('hex');

/**
 * Names the request: by the client's own `X-Request-Id` where it is harmless, else by a new one. The
 * name is logged, so a client that sends its key there, too, gets another.
 */
export const requestId: Middleware = async (ctx, next) => {
  const sent = ctx.get('X-Request-Id');
  const isHarmless = acceptable.test(sent) && sent !== ctx.get('X-Api-Key');
  ctx.state.requestId = isHarmless ? sent : newRequestId();
  ctx.state.traceId = traceIdOf(ctx.get('traceparent')) ?? newTraceId();
  ctx.set('X-Request-Id', ctx.state.requestId);
  await next();
};
