import {once} from 'node:events';
import {createServer} from 'node:http';
import test, {type ExecutionContext} from 'ava';
import {startAccount} from './helpers/engines/account.ts';
import {anInstallation} from './helpers/engines/installation.ts';
import {createTestGeneration} from './helpers/engines/test-index.ts';
import {fixtureExtract} from './helpers/extracts/import-extract.ts';
import {aVehicleDocument} from './helpers/fakes/vehicle-document.ts';
import {startIndexer} from './helpers/processes/run-indexer.ts';
import {startServing} from './helpers/processes/start-main.ts';
import {attributesOf, type CollectedSpan, startCollector} from './helpers/servers/collector.ts';
import {freePort} from './helpers/servers/free-port.ts';
import {onLoopback} from './helpers/servers/on-loopback.ts';

const plate = 'QX70123';
const vin = 'YV1QX7012345678QX';
const vehicle = aVehicleDocument({id: '4711', registrationNumber: plate, vin});
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';

/** The API over a generation with one vehicle, and a key to ask for it. */
const start = async (t: ExecutionContext, env: Readonly<Record<string, string>>) => {
  const {url, key} = await startAccount(t);
  const {prefix} = await createTestGeneration(t, [vehicle]);
  const api = await startServing(t, {REDIS_URL: url, INDEX_PREFIX: prefix, ...env});
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`http://127.0.0.1:${api.port}${path}`, {headers: {'X-Api-Key': key, ...headers}});
  return {...api, key, get};
};

const isServer = ({kind}: CollectedSpan) => kind === 2;

test('a lookup by plate is one trace, without the plate, the VIN and the key', async t => {
  const collector = await startCollector(t);
  const {get, key, end, said} = await start(t, collector.env);
  const sent = {
    traceparent: `00-${traceId}-${parentId}-01`,
    tracestate: `a=${plate}`,
    baggage: `plate=${plate}`,
  };
  const answer = await get(`/v1/vehicles/plate/${plate}?vin=${vin}`, sent);
  await answer.text();
  await get(`/v1/vehicles/vin/${vin}`);
  await end('SIGTERM');

  const spans = collector.spans().filter(span => span.traceId === traceId);
  const [request, ...others] = spans.filter(isServer);
  t.deepEqual(others, []);
  t.is(request?.parentSpanId, parentId);
  t.is(request?.name, 'GET /v1/vehicles/plate/{plate}');
  t.is(attributesOf(request as CollectedSpan)['http.response.status_code'], answer.status);
  const below = spans.filter(({parentSpanId}) => parentSpanId === request?.spanId);
  t.is(below.length, spans.length - 1, 'all others are below the request');
  t.true(collector.spans().some(({name}) => name === 'GET /v1/vehicles/vin/{vin}'));
  const names = new Set(below.map(({name}) => name));
  t.true(names.has('evalsha'), [...names].join());
  t.true(names.has('search'), [...names].join());
  for (const secret of [plate, vin, key]) {
    for (const text of [secret, secret.toLowerCase()]) t.false(collector.received().includes(text));
  }
  t.regex(said(), new RegExp(`"traceId":"${traceId}"`));
});

test('a request without traceparent has the trace id of its log line', async t => {
  const collector = await startCollector(t);
  const {get, said, end} = await start(t, collector.env);
  await get('/v1/vehicles/4711');
  const span = await collector.span(isServer);
  await end('SIGTERM');
  t.true(said().includes(`"traceId":"${span.traceId}"`));
  t.is(span.parentSpanId, undefined);
  t.is(attributesOf(span)['http.route'], '/v1/vehicles/{id}');
});

test('with several processes each request is one trace, and all are sent before they end', async t => {
  const collector = await startCollector(t);
  const patient = {API_PROCESSES: '2', OTEL_BSP_SCHEDULE_DELAY: '60000'};
  const {get, end} = await start(t, {...collector.env, ...patient});
  for (let request = 0; request < 8; request += 1) {
    // On a connection of its own, so that both processes are asked, for a vehicle that neither has kept.
    await (await get(`/v1/vehicles/${request}`, {Connection: 'close'})).text();
  }
  await end('SIGTERM');
  const spans = collector.spans();
  const requests = spans.filter(isServer);
  t.is(requests.length, 8);
  for (const {spanId, traceId} of requests) {
    const below = spans.filter(span => span.traceId === traceId && span.spanId !== spanId);
    t.true(below.length > 1);
    for (const {parentSpanId} of below) t.is(parentSpanId, spanId);
  }
});

test('spans go out as protobuf by default, without the plate', async t => {
  const collector = await startCollector(t);
  const {OTEL_EXPORTER_OTLP_ENDPOINT} = collector.env;
  const {get, end} = await start(t, {OTEL_EXPORTER_OTLP_ENDPOINT});
  await (await get(`/v1/vehicles/plate/${plate}`)).text();
  await end('SIGTERM');
  t.true(collector.received().includes('evalsha'));
  t.false(collector.received().includes(plate));
});

test('nothing is sent unless the environment asks for it', async t => {
  const collector = await startCollector(t);
  for (const off of [{OTEL_SDK_DISABLED: 'true'}, {OTEL_TRACES_EXPORTER: 'none'}]) {
    const {get, end} = await start(t, {...collector.env, ...off});
    await get('/v1/vehicles/4711');
    await end('SIGTERM');
  }
  t.is(collector.received().length, 0);
});

test('a collector that is away disturbs neither a request nor the stop, and is logged once', async t => {
  const {get, end, said, ended} = await start(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    OTEL_BSP_SCHEDULE_DELAY: '20',
  });
  const isSaid = () => said().includes('Spans cannot be sent');
  while (!isSaid()) t.is((await get('/v1/vehicles/4711')).status, 200);
  for (let more = 0; more < 5; more += 1) t.is((await get('/v1/vehicles/4711')).status, 200);
  await end('SIGTERM');
  t.is(await ended, 0);
  const lines = said()
    .split('\n')
    .filter(line => /spans|otlp|export/i.test(line));
  t.is(lines.length, 1, lines.join('\n'));
  t.regex(lines[0] ?? '', /"msg":"Spans cannot be sent, and are dropped."/);
});

test('a collector whose responses never end does not hold up the stop', async t => {
  const collector = createServer((_, response) => {
    const drip = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(drip));
  });
  const {get, end, ended} = await start(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await onLoopback(t, collector)}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    OTEL_BSP_SCHEDULE_DELAY: '20',
  });
  const exported = once(collector, 'request');
  t.is((await get('/v1/vehicles/4711')).status, 200);
  await exported;
  await end('SIGTERM');
  t.is(await ended, 0);
});

test('an import is one trace of its phases', async t => {
  const collector = await startCollector(t);
  const {prefix} = anInstallation(t);
  const {ended} = startIndexer(t, ['import', await fixtureExtract(t)], {
    ...collector.env,
    INDEX_PREFIX: prefix,
  });
  const {code, stderr} = await ended;
  t.is(code, 0, stderr);
  const spans = collector.spans();
  const [build, ...phases] = spans.toSorted(
    (a, b) => (a.parentSpanId ? 1 : 0) - (b.parentSpanId ? 1 : 0),
  );
  t.is(build?.name, 'import');
  t.like(attributesOf(build as CollectedSpan), {'build.outcome': 'promoted', 'build.rejects': 0});
  t.regex(String(attributesOf(build as CollectedSpan)['build.generation']), /^20261115-/);
  t.deepEqual(
    phases.map(({name}) => name),
    [
      ...['reading', 'references', 'fingerprints'],
      ...['verifying', 'sealing', 'replicating', 'comparing', 'promoting'],
    ],
  );
  for (const {parentSpanId} of phases) t.is(parentSpanId, build?.spanId);
});

test('an import whose extract is refused is a failed trace', async t => {
  const collector = await startCollector(t);
  const {prefix} = anInstallation(t);
  const {ended} = startIndexer(t, ['import', new URL('../README.md', import.meta.url).pathname], {
    ...collector.env,
    INDEX_PREFIX: prefix,
  });
  const {code} = await ended;
  t.is(code, 65);
  const [build] = collector.spans();
  t.is(attributesOf(build as CollectedSpan)['build.outcome'], 'refused');
  t.is(build?.status.code, 2);
});
