import {Counter, Histogram, Registry} from 'prom-client';
import type {RefundOutcome} from '#core/access/callers.ts';
import type {AccessLine} from './http/middleware/access-log.ts';

/**
 * What is counted for whoever runs the service, in the text format of Prometheus. Labels have few
 * values: declared paths, never those called.
 */
export const createMetrics = () => {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests answered, by declared path, status and code of the problem.',
    labelNames: ['method', 'route', 'status', 'code'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
    registers,
  });
  const refunds = new Counter({
    name: 'quota_given_back_total',
    help: 'Charges of requests that failed by our fault, by what became of giving them back.',
    labelNames: ['outcome'],
    registers,
  });

  return {
    contentType: registry.contentType,
    text: (): Promise<string> => registry.metrics(),

    countRequest: ({method, route = '', status, code = '', durationMs}: AccessLine): void => {
      if (method === undefined || status === undefined || durationMs === undefined) return;
      requests.observe({method, route, status, code}, durationMs / 1000);
    },

    countRefund: (outcome: RefundOutcome): void => refunds.inc({outcome}),
  };
};

export type Metrics = ReturnType<typeof createMetrics>;
