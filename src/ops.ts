import {createServer, type Server} from 'node:http';
import {Counter, Histogram, Registry} from 'prom-client';
import type {RefundOutcome} from '#core/access/callers.ts';
import type {AccessLine} from './http/middleware/access-log.ts';

/** Prometheus metrics. Labels have few values: the declared paths, never the requested ones. */
export const createMetrics = () => {
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

/** Resolves to a description of a healthy engine; rejects if the engine is not healthy. */
export type HealthCheck = () => Promise<string>;

export type OpsOptions = {
  readonly checks: Readonly<Record<string, HealthCheck>>;
  /** Whether the process is shutting down. */
  readonly isStopping: () => boolean;
  readonly metrics: ReturnType<typeof createMetrics>;
};

/** The messages of an error and all its causes: operators need the last one. */
const messages = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} ${messages(error.cause)}`;
};

const resultOf = async (check: HealthCheck) => {
  try {
    return {healthy: true, found: await check()};
  } catch (error) {
    return {healthy: false, found: messages(error)};
  }
};

type OpsResponse = {readonly status: number; readonly body: object | string};

const readiness = async ({checks, isStopping}: OpsOptions): Promise<OpsResponse> => {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await resultOf(check)] as const),
  );
  const isReady = !isStopping() && results.every(([, {healthy}]) => healthy);
  const status = isStopping() ? 'stopping' : isReady ? 'ready' : 'not ready';
  return {status: isReady ? 200 : 503, body: {status, checks: Object.fromEntries(results)}};
};

const respond = async (path: string | undefined, options: OpsOptions): Promise<OpsResponse> => {
  if (path === '/metrics') return {status: 200, body: await options.metrics.text()};
  if (path === '/health/live') return {status: 200, body: {status: 'live'}};
  if (path === '/health/ready') return readiness(options);
  return {
    status: 404,
    body: {status: 'Not found. There are /health/live, /health/ready and /metrics.'},
  };
};

/** The server for operators: health and metrics, without a key, on a port that is not public. */
export const createOpsServer = (options: OpsOptions): Server =>
  createServer(async (request, response) => {
    const {status, body} = await respond(request.url, options);
    const [type, text] =
      typeof body === 'string'
        ? [options.metrics.contentType, body]
        : ['application/json', `${JSON.stringify(body)}\n`];
    response.writeHead(status, {'Content-Type': type, 'Cache-Control': 'no-store'});
    response.end(text);
  });
