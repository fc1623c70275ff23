import {SpanStatusCode} from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import test from 'ava';
import {harmlessSpan} from '#core/tracing/sdk.ts';

test('what the client of Elasticsearch says of a query and its errors does not leave', t => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({spanProcessors: [new SimpleSpanProcessor(exporter)]});
  const attributes = {
    'db.system': 'elasticsearch',
    'db.operation.parameter.id': 'AB12345',
    'db.query.text': 'AB12345',
    'url.full': 'http://a/AB12345',
  };
  const span = provider.getTracer('tested').startSpan('search', {attributes});
  span.recordException(new Error('Failed to parse [AB12345]'));
  span.setStatus({code: SpanStatusCode.ERROR, message: 'AB12345'}).end();

  const [sent] = exporter.getFinishedSpans().map(harmlessSpan);
  t.is(sent?.name, 'search');
  t.deepEqual(sent?.attributes, {'db.system': 'elasticsearch'});
  t.deepEqual(sent?.events, []);
  t.deepEqual(sent?.status, {code: SpanStatusCode.ERROR});
});
