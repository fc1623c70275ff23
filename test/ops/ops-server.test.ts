import {METHODS} from 'node:http';
import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {createLog} from '#core/log/log.ts';
import {metrics, ownMetrics} from '#core/metrics.ts';
import {createOpsServer} from '#src/ops/ops-server.ts';
import {type CheckResult, type HealthCheck, readinessOf} from '#src/ops/readiness.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {fakeServices, servicesWith} from '../helpers/fakes/services.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';
import {counted} from '../helpers/prometheus/counted.ts';
import {onLoopback} from '../helpers/servers/on-loopback.ts';

type Options = {
  readonly checks?: Readonly<Record<string, HealthCheck>>;
  readonly isStopping?: () => boolean;
  readonly isLive?: boolean;
};

type Body = {
  readonly status: string;
  readonly checks: Readonly<Record<string, CheckResult>>;
};

type Line = {
  readonly check: string;
  readonly err?: {readonly cause?: {readonly message: string}};
  readonly msg: string;
};

/** A log, and what it was told. */
const aLog = () => {
  const told: Line[] = [];
  return {told, log: createLog('info', {write: line => void told.push(JSON.parse(line))})};
};

const startOps = async (
  t: ExecutionContext,
  {checks = {}, isStopping = () => false, isLive = true}: Options,
) => {
  const {log, told} = aLog();
  const server = createOpsServer({
    isLive: async () => isLive,
    readiness: readinessOf(checks, isStopping, log),
    metrics: async () => [await ownMetrics()],
    facts: async () => [],
  });
  const port = await onLoopback(t, server);
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: {Connection: 'close'},
    });
    return {status: response.status, body: (await response.json()) as Body};
  };
  return {port, get, told};
};

const fine = async () => 'fine';
const broken = async () => {
  throw new SearchUnavailable({cause: new Error('connect ECONNREFUSED 10.1.2.3:9200')});
};
const faulty = async () => {
  throw new Error('index-7 on host-7 is odd');
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

test('one engine that fails makes the process not ready; hosts and causes are told to the log alone', async t => {
  const {get, told} = await startOps(t, {checks: {search: broken, keys: fine, other: faulty}});
  const {status, body} = await get('/health/ready');
  t.is(status, 503);
  const {search, keys, other} = body.checks;
  t.is(body.status, 'not ready');
  t.like(search, {healthy: false, found: 'The search engine did not answer.'});
  t.like(other, {healthy: false, found: 'The check failed; the log has the cause.'});
  t.deepEqual(keys, {healthy: true, found: 'fine'});
  t.true(Math.abs(Date.parse(search?.since ?? '') - Date.now()) < 60_000);
  t.notRegex(JSON.stringify(body), /10\.1\.2\.3|host-7|index-7/);
  t.deepEqual(told.map(({check}) => check).toSorted(), ['other', 'search']);
  t.true(told.every(({err, msg}) => err && msg === 'A readiness check fails.'));
  t.regex(JSON.stringify(told), /ECONNREFUSED 10\.1\.2\.3:9200.*index-7 on host-7 is odd/);
});

test('many probes at once make one check, whose result is shared for a second', async t => {
  let runs = 0;
  let isBroken = true;
  const {get, told} = await startOps(t, {
    checks: {
      search: async () => {
        runs += 1;
        await wait(50);
        return isBroken ? broken() : 'fine';
      },
    },
  });
  const probes = await Promise.all(Array.from({length: 20}, () => get('/health/ready')));
  t.true(probes.every(({status}) => status === 503));
  t.is(runs, 1);
  const [{body}] = probes as [(typeof probes)[0]];
  for (; runs < 2; await wait(50)) t.deepEqual((await get('/health/ready')).body, body);
  isBroken = false;
  t.deepEqual((await get('/health/ready')).body, body, 'shared');
  while ((await get('/health/ready')).status === 503) await wait(50);
  t.is(runs, 3);
  t.deepEqual(
    told.map(({msg}) => msg),
    ['A readiness check fails.', 'A readiness check passes again.'],
  );
});

test('a check that fails for another cause is told again, and still failing since the first', async t => {
  const causes = ['refused', 'refused', 'closed'].map(text => new Error(text));
  const {log, told} = aLog();
  const check = readinessOf(
    {
      search: async () => {
        const cause = causes.shift();
        if (cause) throw new SearchUnavailable({cause});
        return 'fine';
      },
    },
    () => false,
    log,
  );
  const since = new Set<string>();
  for (let left = 4; left > 0; left -= 1) {
    const {checks} = await check();
    if (checks['search']?.since) since.add(checks['search'].since);
    await wait(1050);
  }
  t.deepEqual(
    told.map(({err, msg}) => err?.cause?.message ?? msg),
    ['refused', 'closed', 'A readiness check passes again.'],
  );
  t.is(since.size, 1);
});

test('a check that never ends is unhealthy after a bounded time', async t => {
  const {get} = await startOps(t, {checks: {search: () => new Promise(() => {})}});
  t.like(await get('/health/ready'), {status: 503, body: {checks: {search: {healthy: false}}}});
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
  const {port} = await startOps(t, {});
  const api = await startApi(t, servicesWith(aVehicleDocument()));
  await api.get('/v1/vehicles/1');
  await api.get('/v1/nothing');
  metrics.refunds.inc({outcome: 'failed'});
  metrics.droppedLines.inc(7);
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: {Connection: 'close'},
  });
  t.regex(response.headers.get('Content-Type') ?? '', /^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  const count = 'http_request_duration_seconds_count';
  const route = 'route="/v1/vehicles/{id}"';
  t.true(text.includes(`${count}{method="GET",${route},status="200",code=""} 1`));
  t.true(text.includes(`${count}{method="GET",route="",status="404",code="RouteNotFound"} 1`));
  t.true(text.includes('quota_given_back_total{outcome="failed"} 1'));
  t.true(text.includes('log_lines_dropped_total 7'));
});

test('methods that nobody serves share a label', async t => {
  const api = await startApi(t, fakeServices());
  for (const method of METHODS) if (method !== 'CONNECT') await api.get('/', {method});
  const methods = (await counted(metrics.requests))
    .filter(text => text.includes(' /site '))
    .map(text => text.split(' ')[0]);
  t.deepEqual(methods.toSorted(), ['GET', 'HEAD', 'OPTIONS', 'POST', 'other']);
});
