import {createServer} from 'node:http';
import {buffer} from 'node:stream/consumers';
import {setTimeout as wait} from 'node:timers/promises';
import type {Scope} from '../scope.ts';
import {onLoopback} from './on-loopback.ts';

type Value = {readonly stringValue?: string; readonly intValue?: number};

export type CollectedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly {readonly key: string; readonly value: Value}[];
  readonly status: {readonly code: number};
};

type Payload = {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {readonly spans: readonly CollectedSpan[]}[];
  }[];
};

const spansOf = (bytes: Buffer): readonly CollectedSpan[] =>
  (JSON.parse(bytes.toString()) as Payload).resourceSpans.flatMap(({scopeSpans}) =>
    scopeSpans.flatMap(({spans}) => spans),
  );

/** The attributes of a span, by name. */
export const attributesOf = ({attributes}: CollectedSpan): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    attributes.map(({key, value}) => [key, value.stringValue ?? Number(value.intValue)]),
  );

/** An OpenTelemetry collector that keeps what it receives by OTLP over HTTP, until the test has ended. */
export const startCollector = async (t: Scope) => {
  const received: Buffer[] = [];
  const server = createServer(async (request, response) => {
    received.push(await buffer(request));
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  const port = await onLoopback(t, server);
  const endpoint = `http://127.0.0.1:${port}`;
  const spans = () => received.flatMap(spansOf);
  return {
    endpoint,
    /** The variables that make a process soon send its spans here, as JSON. */
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '20',
    },
    received: () => Buffer.concat(received),
    spans,
    /** The first span that fits, once it has arrived. */
    span: async (fits: (span: CollectedSpan) => boolean): Promise<CollectedSpan> => {
      for (;;) {
        const found = spans().find(fits);
        if (found !== undefined) return found;
        await wait(10);
      }
    },
  };
};
