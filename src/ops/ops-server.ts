import {createServer, type Server} from 'node:http';
import {Registry} from 'prom-client';
import {combined, type MetricValues} from '#core/metrics.ts';
import {type Readiness, readinessMetrics} from './readiness.ts';

/** A process, or several as one service, as operators see it. */
export type OpsAnswers = {
  /** Whether every process of the service still responds. */
  readonly isLive: () => Promise<boolean>;
  readonly readiness: () => Promise<Readiness>;
  /** The metrics that each process counts by itself. */
  readonly metrics: () => Promise<readonly MetricValues[]>;
  /** Metrics that are the same in every process. */
  readonly facts: () => Promise<MetricValues>;
};

/** All metrics, in the text format of Prometheus. */
const textOf = async ({metrics, facts, readiness}: OpsAnswers): Promise<string> => {
  const [values, told, ready] = await Promise.all([metrics(), facts(), readiness()]);
  return await combined([...values, told, await readinessMetrics(ready)]).metrics();
};

const respond = async (path: string | undefined, answers: OpsAnswers) => {
  if (path === '/metrics') return {status: 200, body: await textOf(answers)};
  if (path === '/health/live') {
    const isLive = await answers.isLive();
    return {status: isLive ? 200 : 503, body: {status: isLive ? 'live' : 'not live'}};
  }
  if (path === '/health/ready') {
    const body = await answers.readiness();
    return {status: body.status === 'ready' ? 200 : 503, body};
  }
  return {
    status: 404,
    body: {status: 'Not found. The paths are /health/live, /health/ready and /metrics.'},
  };
};

/** The server for operators: health and metrics, without a key, on a port that is not public. */
export const createOpsServer = (answers: OpsAnswers): Server =>
  createServer(async (request, response) => {
    const {status, body} = await respond(request.url, answers);
    const [type, text] =
      typeof body === 'string'
        ? [Registry.PROMETHEUS_CONTENT_TYPE, body]
        : ['application/json', `${JSON.stringify(body)}\n`];
    response.writeHead(status, {'Content-Type': type, 'Cache-Control': 'no-store'});
    response.end(text);
  });
