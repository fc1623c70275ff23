import test, {type ExecutionContext} from 'ava';
import {createMetrics} from '#src/ops/metrics.ts';
import {createOpsServer} from '#src/ops/ops-server.ts';
import {type HealthCheck, readinessOf} from '#src/ops/readiness.ts';
import {onLoopback} from '../helpers/servers/on-loopback.ts';

type Options = {
  readonly checks?: Readonly<Record<string, HealthCheck>>;
  readonly isStopping?: () => boolean;
  readonly isLive?: boolean;
  readonly metrics?: ReturnType<typeof createMetrics>;
};

const startOps = async (
  t: ExecutionContext,
  {checks = {}, isStopping = () => false, isLive = true, metrics = createMetrics()}: Options,
) => {
  const server = createOpsServer({
    isLive: async () => isLive,
    readiness: () => readinessOf(checks, isStopping),
    metrics: metrics.text,
  });
  const port = await onLoopback(t, server);
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: {Connection: 'close'},
    });
    return {status: response.status, body: await response.json()};
  };
  return {port, get};
};

const fine = async () => 'fine';
const broken = async () => {
  throw new Error('No answer.', {cause: new Error('Connection refused.')});
};

test('the process is ready when every engine is', async t => {
  const {get} = await startOps(t, {checks: {search: fine, keys: fine}});
  t.deepEqual(await get('/health/ready'), {
    status: 200,
    body: {
      status: 'ready',
      checks: {search: {healthy: true, found: 'fine'}, keys: {healthy: true, found: 'fine'}},
    },
  });
});

test('one engine that fails makes the process not ready, and says why', async t => {
  const {get} = await startOps(t, {checks: {search: broken, keys: fine}});
  t.deepEqual(await get('/health/ready'), {
    status: 503,
    body: {
      status: 'not ready',
      checks: {
        search: {healthy: false, found: 'No answer. Connection refused.'},
        keys: {healthy: true, found: 'fine'},
      },
    },
  });
});

test('a process that is stopping is not ready', async t => {
  const {get} = await startOps(t, {checks: {search: fine}, isStopping: () => true});
  t.like(await get('/health/ready'), {status: 503, body: {status: 'stopping'}});
});

test('the process is live whatever the state of its engines', async t => {
  const {get} = await startOps(t, {checks: {search: broken}});
  t.deepEqual(await get('/health/live'), {status: 200, body: {status: 'live'}});
  t.is((await get('/')).status, 404);
});

test('a process that does nothing any more is not live', async t => {
  const {get} = await startOps(t, {isLive: false});
  t.deepEqual(await get('/health/live'), {status: 503, body: {status: 'not live'}});
});

test('metrics are in the format of Prometheus, by declared path', async t => {
  const metrics = createMetrics();
  const {port} = await startOps(t, {metrics});
  const line = {requestId: 'a', traceId: 'b'};
  const route = '/v1/vehicles/plate/{plate}';
  metrics.countRequest({...line, method: 'GET', route, status: 200, durationMs: 3});
  metrics.countRequest({...line, method: 'GET', status: 404, code: 'RouteNotFound', durationMs: 1});
  metrics.countRequest({...line, status: 400, code: 'ValidationFailed'});
  metrics.countRefund('failed');
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: {Connection: 'close'},
  });
  t.regex(response.headers.get('Content-Type') ?? '', /^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  const count = 'http_request_duration_seconds_count';
  t.true(text.includes(`${count}{method="GET",route="${route}",status="200",code=""} 1`));
  t.true(text.includes(`${count}{method="GET",route="",status="404",code="RouteNotFound"} 1`));
  t.true(text.includes('quota_given_back_total{outcome="failed"} 1'));
});
