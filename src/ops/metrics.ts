import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';
import type {RefundOutcome} from '#core/access/callers.ts';
import type {AccessLine} from '../http/middleware/telemetry.ts';

/** The values of some metrics, which can be sent to another process and added up there. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The metrics of several processes in one: counters add up, other metrics say how they combine. */
export const combined = (all: readonly MetricValues[]): Registry =>
  AggregatorRegistry.aggregate([...all]);

/** Those that a path can be served with. Clients may send any of some thirty others. */
const servedMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'OPTIONS'];

const requestMetrics = (registers: Registry[]) => {
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests answered, by method, declared path (pages: /site), status and problem code.',
    labelNames: ['method', 'route', 'status', 'code'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
    registers,
  });
  const admissions = new Counter({
    name: 'admission_decisions_total',
    help: 'Decisions on requests and on further charges of batches: admitted, or the problem code.',
    labelNames: ['outcome'],
    registers,
  });
  const refunds = new Counter({
    name: 'quota_given_back_total',
    help: 'Refunds of charges for requests that failed with a 5xx, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  return {
    countRequest: ({method, route = '', status, code = '', durationMs}: AccessLine): void => {
      if (method === undefined || status === undefined || durationMs === undefined) return;
      const label = servedMethods.includes(method) ? method : 'other';
      requests.observe({method: label, route, status, code}, durationMs / 1000);
    },
    countAdmission: (outcome: string): void => admissions.inc({outcome}),
    onRefund: (outcome: RefundOutcome): void => refunds.inc({outcome}),
  };
};

const engineMetrics = (registers: Registry[]) => {
  const elasticsearch = new Histogram({
    name: 'elasticsearch_request_duration_seconds',
    help: 'Requests to Elasticsearch, by operation and outcome: ok, HTTP status, timeout, connection, aborted.',
    labelNames: ['operation', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5],
    registers,
  });
  const redis = new Histogram({
    name: 'redis_script_duration_seconds',
    help: 'Scripts run in Redis for admission and refunds, by script and outcome: ok, error, noReply, notSent.',
    labelNames: ['script', 'outcome'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.35],
    registers,
  });
  return {
    onRequest: (operation: string, outcome: string, seconds: number): void =>
      elasticsearch.observe({operation, outcome}, seconds),
    onReply: (script: string, outcome: string, seconds: number): void =>
      redis.observe({script, outcome}, seconds),
  };
};

const searchMetrics = (registers: Registry[]) => {
  const lookups = new Histogram({
    name: 'search_lookup_keys',
    help: 'Keys in each request to Elasticsearch for single lookups, which share requests under load.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers,
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
    onLookups: (keys: number): void => lookups.observe(keys),
    onWaiting: (kind: string, change: number): void => waiting.inc({kind}, change),
    onDamaged: (): void => damaged.inc(),
    onRefused: (kind: string): void => refused.inc({kind}),
  };
};

/** The number of entries in a cache, and of its lookups so far by their result. */
type CacheState = {
  readonly entries: number;
  readonly lookups: Readonly<Record<string, number>>;
};

/** The metrics of caches, which count for themselves and are read when the metrics are. */
const cacheMetrics = (registers: Registry[]) => {
  const states = new Map<string, () => CacheState>();
  const entries = new Gauge({
    name: 'search_cache_entries',
    help: 'Entries in each cache.',
    labelNames: ['cache'],
    registers,
    collect: () => {
      for (const [cache, state] of states) entries.set({cache}, state().entries);
    },
  });
  const lookups = new Counter({
    name: 'search_cache_lookups_total',
    help: 'Lookups in each cache, by result: hit, joined (it was already being loaded) or missed.',
    labelNames: ['cache', 'result'],
    registers,
    collect: () => {
      lookups.reset();
      for (const [cache, state] of states) {
        for (const [result, count] of Object.entries(state().lookups)) {
          lookups.inc({cache, result}, count);
        }
      }
    },
  });
  return (cache: string, state: () => CacheState): void => void states.set(cache, state);
};

/**
 * The metrics of one process; those of memory and the event loop come from prom-client. Labels have few
 * values: the declared paths, never the requested ones.
 */
export const createMetrics = (droppedLines: () => number) => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({register: registry});
  const dropped = new Counter({
    name: 'log_lines_dropped_total',
    help: 'Log lines that standard output did not accept.',
    registers,
    collect: () => {
      dropped.reset();
      dropped.inc(droppedLines());
    },
  });
  return {
    values: (): Promise<MetricValues> => registry.getMetricsAsJSON(),
    ...requestMetrics(registers),
    ...engineMetrics(registers),
    ...searchMetrics(registers),
    onCache: cacheMetrics(registers),
  };
};
