import {z} from 'zod';
import {oneOf, secret, webAddress, wholeNumber} from './variables.ts';

/** The variables of OpenTelemetry that decide whether spans are sent. Its SDK reads its others by itself. */
export const tracingVariables = {
  OTEL_TRACES_EXPORTER: oneOf('otlp', 'none')
    .optional()
    .describe(
      'otlp sends spans, none does not. By default they are sent if one of the two endpoints is set.',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress
    .optional()
    .meta(secret('URL of an OpenTelemetry collector, without /v1/traces.', {file: false})),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress
    .optional()
    .meta(secret('URL that spans are sent to, complete with its path.', {file: false})),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf('http/protobuf', 'http/json')
    .prefault('http/protobuf')
    .describe('How spans are encoded. gRPC is not supported.'),
  OTEL_EXPORTER_OTLP_TIMEOUT: wholeNumber(1, 60_000)
    .prefault('3000')
    .describe('Milliseconds that sending spans may take; a stop may wait twice as long.'),
  OTEL_SDK_DISABLED: z
    .string()
    .prefault('false')
    .transform(text => text.toLowerCase() === 'true')
    .meta({description: 'With true, no spans are sent, whatever else is set.'}),
};

/** How spans are sent; undefined if they are not. */
export const toTracing = (env: z.output<z.ZodObject<typeof tracingVariables>>) => {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const exporter = env.OTEL_TRACES_EXPORTER ?? (endpoint === undefined ? 'none' : 'otlp');
  if (exporter === 'none' || env.OTEL_SDK_DISABLED) return undefined;
  return Object.freeze({
    protocol: env.OTEL_EXPORTER_OTLP_PROTOCOL,
    timeoutMs: env.OTEL_EXPORTER_OTLP_TIMEOUT,
  });
};

export type TracingConfig = NonNullable<ReturnType<typeof toTracing>>;
