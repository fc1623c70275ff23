import {subscribe} from 'node:diagnostics_channel';
import type {ClientRequest} from 'node:http';
import {type Attributes, context, SpanKind, trace} from '@opentelemetry/api';
import {AsyncLocalStorageContextManager} from '@opentelemetry/context-async-hooks';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type {TracingConfig} from '../config/tracing.ts';

/**
 * The attributes that leave the process. The client of Elasticsearch sets others, with the ids and
 * URLs of requests, and records errors, whose messages can quote a query.
 */
const harmless: ReadonlySet<string> = new Set([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'url.scheme',
  'error.type',
  'db.system',
  'db.system.name',
  'db.operation.name',
  'db.collection.name',
  'db.response.status_code',
  'server.address',
  'server.port',
  'build.number',
  'build.outcome',
  'build.generation',
  'build.records',
  'build.vehicles',
  'build.repeats',
  'build.rejects',
]);

const harmlessOf = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => harmless.has(name)));

/** The span without anything that could identify a vehicle, a person or a key. */
export const harmlessSpan = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    attributes: {value: harmlessOf(span.attributes)},
    events: {value: []},
    status: {value: {code: span.status.code}},
  });

/** Told when spans cannot be sent, and are dropped, and without an error when they can be again. */
export type OnExport = (error?: Error) => void;

/** The exporter of the protocol; only that one is loaded. */
const otlpExporter = async ({protocol, timeoutMs}: TracingConfig): Promise<SpanExporter> => {
  const {OTLPTraceExporter} =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter({timeoutMillis: timeoutMs});
};

/**
 * Ends requests of the exporter that take too long. Its own timeout begins anew with each byte of a response: one that
 * drips would hold up all further spans, and the stop of the process, without an end.
 */
const endLateExports = (timeoutMs: number): void => {
  subscribe('http.client.request.created', message => {
    const {request} = message as {readonly request: ClientRequest};
    if (!String(request.getHeader('User-Agent')).includes('OTel-OTLP-Exporter')) return;
    const late = setTimeout(() => request.destroy(new Error('Request timed out')), timeoutMs);
    request.once('close', () => clearTimeout(late));
  });
};

/** A question to an engine that no request asked, such as a readiness check. */
const isBackground = ({kind, parentSpanContext}: ReadableSpan): boolean =>
  kind === SpanKind.CLIENT && parentSpanContext === undefined;

const watched = (exporter: SpanExporter, onExport: OnExport): SpanExporter => {
  let lost = false;
  return {
    export: (spans, done) => {
      const harmless = spans.filter(span => !isBackground(span)).map(harmlessSpan);
      if (harmless.length === 0) {
        done({code: 0});
        return;
      }
      exporter.export(harmless, result => {
        const failed = result.code !== 0;
        if (failed !== lost) onExport(failed ? (result.error ?? new Error('unknown')) : undefined);
        lost = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
};

/** Registers what makes spans and sends them; the returned function sends those that are left. */
export const startSdk = async (
  config: TracingConfig,
  serviceName: string,
  onExport: OnExport,
): Promise<() => Promise<void>> => {
  endLateExports(config.timeoutMs);
  const exporter = watched(await otlpExporter(config), onExport);
  const provider = new BasicTracerProvider({
    // The variables of OpenTelemetry win over the name.
    resource: defaultResource()
      .merge(resourceFromAttributes({'service.name': serviceName}))
      .merge(detectResources({detectors: [envDetector]})),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown().catch(() => {});
};
