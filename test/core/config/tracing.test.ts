import test from 'ava';
import {readConfig} from '#src/config.ts';

const endpoint = 'http://127.0.0.1:4318';

const isOn = test.macro({
  title: (_, env: Readonly<Record<string, string>>) => `spans are sent with ${JSON.stringify(env)}`,
  exec: (t, env: Readonly<Record<string, string>>) =>
    t.deepEqual(readConfig(env).tracing, {protocol: 'http/protobuf', timeoutMs: 3000}),
});

test(isOn, {OTEL_TRACES_EXPORTER: 'otlp'});
test(isOn, {OTEL_EXPORTER_OTLP_ENDPOINT: endpoint});
test(isOn, {OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/v1/traces`, OTEL_SDK_DISABLED: 'no'});

const isOff = test.macro({
  title: (_, env: Readonly<Record<string, string>>) => `no spans with ${JSON.stringify(env)}`,
  exec: (t, env: Readonly<Record<string, string>>) => t.is(readConfig(env).tracing, undefined),
});

test(isOff, {});
test(isOff, {OTEL_EXPORTER_OTLP_ENDPOINT: ''});
test(isOff, {OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: 'none'});
test(isOff, {OTEL_TRACES_EXPORTER: 'otlp', OTEL_SDK_DISABLED: 'TRUE'});

test('a protocol that is not supported is refused, and an endpoint is not shown', t => {
  const env = {
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317/secret',
  };
  const {message} = t.throws(() => readConfig(env)) as Error;
  t.regex(
    message,
    /OTEL_EXPORTER_OTLP_PROTOCOL must be http\/protobuf or http\/json; it is "grpc"/,
  );
  t.notRegex(message, /secret/);
});
