import {Counter, Gauge, Histogram, Registry} from 'prom-client';
import type {RefundOutcome} from '#core/access/callers.ts';
import type {AccessLine} from '../http/middleware/access-log.ts';

/** The values of all metrics of one process, which can be sent to another and added up there. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Those that a path can be served with. Clients may send any of some thirty others. */
const servedMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/** Prometheus metrics. Labels have few values: the declared paths, never the requested ones. */
export const createMetrics = (droppedLines: () => number) => {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests answered, by method, declared path, status and problem code.',
    labelNames: ['method', 'route', 'status', 'code'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
    registers,
  });
  const refunds = new Counter({
    name: 'quota_given_back_total',
    help: 'Refunds of charges for requests that failed with a 5xx, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const dropped = new Counter({
    name: 'log_lines_dropped_total',
    help: 'Log lines that standard output did not accept.',
    registers,
    collect: () => {
      dropped.reset();
      dropped.inc(droppedLines());
    },
  });
  const waiting = new Gauge({
    name: 'search_questions_waiting',
    help: 'Questions that wait for their turn at Elasticsearch, by kind.',
    labelNames: ['kind'],
    registers,
  });
  const damaged = new Counter({
    name: 'search_damaged_documents_total',
    help: 'Reads of stored vehicles that are not as the indexer writes them.',
    registers,
  });
  const refused = new Counter({
    name: 'search_questions_refused_total',
    help: 'Questions refused because too many waited or one waited too long, by kind.',
    labelNames: ['kind'],
    registers,
  });

  return {
    text: (): Promise<string> => registry.metrics(),
    values: (): Promise<MetricValues> => registry.getMetricsAsJSON(),

    countRequest: ({method, route = '', status, code = '', durationMs}: AccessLine): void => {
      if (method === undefined || status === undefined || durationMs === undefined) return;
      const label = servedMethods.includes(method) ? method : 'other';
      requests.observe({method: label, route, status, code}, durationMs / 1000);
    },

    countRefund: (outcome: RefundOutcome): void => refunds.inc({outcome}),
    countWaiting: (kind: string, change: number): void => waiting.inc({kind}, change),
    countDamaged: (): void => damaged.inc(),
    countRefused: (kind: string): void => refused.inc({kind}),
  };
};
