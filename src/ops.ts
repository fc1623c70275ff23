import {createServer, type Server} from 'node:http';
import type {Metrics} from './metrics.ts';

/** Asks one engine whether it can be relied on: says what it found, or throws. */
export type HealthCheck = () => Promise<string>;

export type OpsOptions = {
  readonly checks: Readonly<Record<string, HealthCheck>>;
  /** Whether the process has been told to end, and wants no more requests. */
  readonly isStopping: () => boolean;
  readonly metrics: Pick<Metrics, 'contentType' | 'text'>;
};

type Report = {readonly status: number; readonly body: object | string};

/** The whole chain of causes: this port is for operators, and the last cause is what they need. */
const explained = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} ${explained(error.cause)}`;
};

const checked = async (check: HealthCheck) => {
  try {
    return {healthy: true, found: await check()};
  } catch (error) {
    return {healthy: false, found: explained(error)};
  }
};

const readiness = async ({checks, isStopping}: OpsOptions): Promise<Report> => {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await checked(check)] as const),
  );
  const isReady = !isStopping() && results.every(([, {healthy}]) => healthy);
  const status = isStopping() ? 'stopping' : isReady ? 'ready' : 'not ready';
  return {status: isReady ? 200 : 503, body: {status, checks: Object.fromEntries(results)}};
};

const reportOn = async (path: string | undefined, options: OpsOptions): Promise<Report> => {
  if (path === '/metrics') return {status: 200, body: await options.metrics.text()};
  if (path === '/health/live') return {status: 200, body: {status: 'live'}};
  if (path === '/health/ready') return readiness(options);
  return {status: 404, body: {status: 'There is /health/live, /health/ready and /metrics.'}};
};

/** The server for those who run the service: no key, and never on the public port. */
export const createOpsServer = (options: OpsOptions): Server =>
  createServer(async (request, response) => {
    const {status, body} = await reportOn(request.url, options);
    const [type, text] =
      typeof body === 'string'
        ? [options.metrics.contentType, body]
        : ['application/json', `${JSON.stringify(body)}\n`];
    response.writeHead(status, {'Content-Type': type, 'Cache-Control': 'no-store'});
    response.end(text);
  });
