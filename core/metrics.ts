import {AggregatorRegistry, Counter, Gauge, Histogram, type Registry, register} from 'prom-client';

/** The values of some metrics, which can be sent to another process and added up there. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The metrics of this process. */
export const ownMetrics = (): Promise<MetricValues> => register.getMetricsAsJSON();

/** The metrics of several processes in one: counters add up, other metrics say how they combine. */
export const combined = (all: readonly MetricValues[]): Registry =>
  AggregatorRegistry.aggregate([...all]);

/** The metrics that the code counts. Labels have few values: the declared paths, never the requested ones. */
export const metrics = {
  droppedLines: new Counter({
    name: 'log_lines_dropped_total',
    help: 'Log lines that standard output did not accept.',
  }),
  requests: new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests answered, by method, declared path (pages: /site), status and problem code.',
    labelNames: ['method', 'route', 'status', 'code'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
  }),
  admissions: new Counter({
    name: 'admission_decisions_total',
    help: 'Decisions on requests and on further charges of batches: admitted, or the problem code.',
    labelNames: ['outcome'],
  }),
  refunds: new Counter({
    name: 'quota_given_back_total',
    help: 'Refunds for requests that failed with a 5xx, or were refused after a charge above one, by outcome.',
    labelNames: ['outcome'],
  }),
  elasticsearch: new Histogram({
    name: 'elasticsearch_request_duration_seconds',
    help: 'Requests to Elasticsearch, by operation and outcome: ok, HTTP status, timeout, connection, aborted.',
    labelNames: ['operation', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5],
  }),
  redisScripts: new Histogram({
    name: 'redis_script_duration_seconds',
    help: 'Scripts run in Redis for admission and refunds, by script and outcome: ok, error, noReply, notSent.',
    labelNames: ['script', 'outcome'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.35],
  }),
  lookupKeys: new Histogram({
    name: 'search_lookup_keys',
    help: 'Keys in each request to Elasticsearch for single lookups, which share requests under load.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
  }),
  hedgedRequests: new Counter({
    name: 'search_hedged_requests_total',
    help: 'Requests for lookups that were sent again because an answer was late.',
  }),
  questionsWaiting: new Gauge({
    name: 'search_questions_waiting',
    help: 'Questions that wait for their turn at Elasticsearch, by kind.',
    labelNames: ['kind'],
  }),
  damagedDocuments: new Counter({
    name: 'search_damaged_documents_total',
    help: 'Reads of stored vehicles that are not as the indexer writes them.',
  }),
  questionsRefused: new Counter({
    name: 'search_questions_refused_total',
    help: 'Questions refused because too many waited or one waited too long, by kind.',
    labelNames: ['kind'],
  }),
  cacheEntries: new Gauge({
    name: 'search_cache_entries',
    help: 'Entries in each cache.',
    labelNames: ['cache'],
  }),
  cacheLookups: new Counter({
    name: 'search_cache_lookups_total',
    help: 'Lookups in each cache, by result: hit, joined (it was already being loaded) or missed.',
    labelNames: ['cache', 'result'],
  }),
};
