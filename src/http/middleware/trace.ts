import {context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace} from '@opentelemetry/api';
import type {Middleware} from '../request-context.ts';
import {traceParentOf} from './request-id.ts';

const tracer = trace.getTracer('vehicle-data-lookup-api');

/**
 * A span for every request, which continues the trace of the client's `traceparent`; its trace id is that
 * of the log. It has the declared path, never the requested one, and nothing else that the client chose:
 * no `tracestate` and no baggage.
 */
export const traced: Middleware = async (ctx, next) => {
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
  await context.with(trace.setSpan(ROOT_CONTEXT, span), next);
};
