import {randomUUID} from 'node:crypto';
import type {Middleware} from '../request-context.ts';

const acceptable = /^[A-Za-z0-9._-]{1,64}$/;
const traceParent =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})/;
const traceParentLength = 55;

type TraceParent = {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
};

/** The parts of a `traceparent` (W3C Trace Context). Only versions after 00 may be longer. */
export const traceParentOf = (header: string): TraceParent | undefined => {
  const isValidLength =
    header.length === traceParentLength ||
    (!header.startsWith('00') && header[traceParentLength] === '-');
  const [, traceId, spanId, flags] = (isValidLength && traceParent.exec(header)) || [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return {traceId, spanId, traceFlags: Number(`0x${flags}`) & 1};
};

export const newRequestId = (): string => randomUUID();
/** Of a UUID, for which Node draws random bytes ahead: a call to the system for each id costs more. */
export const newTraceId = (): string => randomUUID().replaceAll('-', '');

/**
 * Sets the request id: the client's own `X-Request-Id` if it is acceptable, else a new one. The id is
 * logged, so an id that equals the API key is replaced.
 */
export const requestId: Middleware = async (ctx, next) => {
  const sent = ctx.get('X-Request-Id');
  const isAcceptable = acceptable.test(sent) && sent !== ctx.get('X-Api-Key');
  ctx.state.requestId = isAcceptable ? sent : newRequestId();
  ctx.state.traceId = traceParentOf(ctx.get('traceparent'))?.traceId ?? newTraceId();
  ctx.set('X-Request-Id', ctx.state.requestId);
  await next();
};
