import {randomUUID} from 'node:crypto';
import {context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace} from '@opentelemetry/api';
import type {Middleware} from '../request-context.ts';

const tracer = trace.getTracer('vehicle-data-lookup-api');

const acceptable = /^[A-Za-z0-9._-]{1,64}$/;
const traceParent =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;

/** The parts of a `traceparent` (W3C Trace Context). Only versions after 00 may have further ones. */
const traceParentOf = (header: string) => {
  const [, version, traceId, spanId, flags, end] = traceParent.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  if (version === '00' && end === '-') return undefined;
  return {traceId, spanId, traceFlags: Number(`0x${flags}`) & 1};
};

/** A UUID, for which Node draws random bytes ahead: a call to the system for each id costs more. */
export const newRequestId = (): string => randomUUID();
/** The hexadecimal digits of a UUID. */
export const traceIdOf = (uuid: string): string => uuid.replaceAll('-', '');

/** Fewer characters of a key leave the rest of it secret, and an id may have them by chance. */
const tellingLength = 8;

/** Whether a text contains a revealing part of another, ignoring case. */
const tellsOf = (text: string, secret: string): boolean => {
  const [told, kept] = [text.toLowerCase(), secret.toLowerCase()];
  for (let at = 0; at + tellingLength <= told.length; at += 1) {
    if (kept.includes(told.slice(at, at + tellingLength))) return true;
  }
  return false;
};

/**
 * Sets the request id: the client's own `X-Request-Id` if it is acceptable, else a new one. The id is
 * logged, so an id that contains the start of a key, or a part of the key that was sent, is replaced.
 */
export const requestId =
  (keyStart: RegExp): Middleware =>
  (ctx, next) => {
    const sent = ctx.get('X-Request-Id');
    const isAcceptable =
      acceptable.test(sent) && !keyStart.test(sent) && !tellsOf(sent, ctx.get('X-Api-Key'));
    const own = newRequestId();
    ctx.state.requestId = isAcceptable ? sent : own;
    ctx.state.traceId = traceParentOf(ctx.get('traceparent'))?.traceId ?? traceIdOf(own);
    ctx.set('X-Request-Id', ctx.state.requestId);
    return next();
  };

/**
 * A span for every request, which continues the trace of the client's `traceparent`; its trace id is that
 * of the log. It has the declared path, never the requested one, and nothing else that the client chose:
 * no `tracestate` and no baggage.
 */
export const traced: Middleware = (ctx, next) => {
  const {res, method, state} = ctx;
  const parent = traceParentOf(ctx.get('traceparent'));
  const outer = parent
    ? trace.setSpanContext(ROOT_CONTEXT, {...parent, isRemote: true})
    : ROOT_CONTEXT;
  const attributes = {'http.request.method': method, 'url.scheme': ctx.protocol};
  const span = tracer.startSpan(method, {kind: SpanKind.SERVER, attributes}, outer);
  state.traceId = span.spanContext().traceId;

  res.once('close', () => {
    const {route} = state;
    if (route !== undefined)
      span.updateName(`${method} ${route}`).setAttribute('http.route', route);
    if (res.headersSent) span.setAttribute('http.response.status_code', res.statusCode);
    if (res.statusCode >= 500) {
      span.setAttribute('error.type', `${res.statusCode}`).setStatus({code: SpanStatusCode.ERROR});
    }
    span.end();
  });
  return context.with(trace.setSpan(ROOT_CONTEXT, span), next);
};

/** One request, without anything that identifies a person, a plate, a VIN or a key. */
export type AccessLine = {
  readonly method?: string;
  /** The declared path; absent if no route matched. */
  readonly route?: string | undefined;
  /** Absent if the client left before it was answered. */
  readonly status?: number;
  readonly code?: string | undefined;
  readonly durationMs?: number;
  readonly requestId: string;
  readonly traceId: string;
  readonly keyId?: string | undefined;
  /** The client left before the whole response was sent. */
  readonly aborted?: true;
};

/** Writes one line per request once its response is closed, whether or not it was sent completely. */
export const accessLog =
  (write: (line: AccessLine) => void): Middleware =>
  (ctx, next) => {
    const start = performance.now();
    const {res, method, state} = ctx;
    res.once('close', () => {
      const {route, code, requestId, traceId, keyId} = state;
      const durationMs = Math.round((performance.now() - start) * 10) / 10;
      write({
        method,
        route,
        ...(res.headersSent && {status: res.statusCode}),
        code,
        durationMs,
        requestId,
        traceId,
        keyId,
        ...(!res.writableFinished && {aborted: true}),
      });
    });
    return next();
  };
