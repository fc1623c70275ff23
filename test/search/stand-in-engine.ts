import {createServer, type RequestListener, type ServerResponse} from 'node:http';
import {setTimeout as wait} from 'node:timers/promises';
import {Client} from '@elastic/elasticsearch';
import {BytesConnection} from '#core/clients/bytes-connection.ts';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import {createServices, servingTimeoutMs} from '#src/wiring.ts';
import {timeoutMs as patience} from '../helpers/engines/patient-services.ts';
import type {Scope} from '../helpers/scope.ts';
import {freePort} from '../helpers/servers/free-port.ts';
import {onLoopback} from '../helpers/servers/on-loopback.ts';

const engineOf = async (t: Scope, handle: RequestListener) =>
  `http://127.0.0.1:${await onLoopback(t, createServer(handle))}`;

/** The client the API serves with, on these addresses. */
export const servingClient = (t: Scope, ...nodes: string[]) => {
  const elasticsearch = {nodes, auth: undefined, ca: undefined};
  const client = createElasticsearchClient({elasticsearch});
  t.teardown(() => client.close());
  return client;
};

/** An engine that takes requests and never says a word. */
export const hungEngine = (t: Scope) => engineOf(t, () => {});

/** An address nobody listens on. */
export const absentEngine = async () => `http://127.0.0.1:${await freePort()}`;

const json = {
  'content-type': 'application/vnd.elasticsearch+json;compatible-with=9',
  'x-elastic-product': 'Elasticsearch',
};

const release = {
  'changes-00000001-0123abcd': {
    mappings: {
      _meta: {
        serial: 1,
        version: '20261117-110000-0001',
        previousVersion: null,
        cause: 'Import',
        releasedAt: '2026-11-18T03:04:05.678Z',
        extractedAt: null,
        vehicleCount: 0,
        digest: '0000000000000000',
        changedVehicles: null,
        changes: {},
        hasPlates: true,
        makes: [],
      },
    },
  },
};

const generation = {
  ...release,
  'vehicles-20261117-110000-0001': {
    mappings: {
      _meta: {
        mappingVersion,
        version: '20261117-110000-0001',
        importedAt: '2026-11-18T03:04:05.678Z',
        extractedAt: null,
        vehicleCount: 0,
        digest: '0000000000000000',
      },
    },
  },
};

/** What is live and on which nodes, for the path of a request that asks for it. */
const liveAt = (path: string): object | undefined => {
  if (path.includes('_search_shards')) return {nodes: {a: {}, b: {}}, shards: []};
  if (!/_(mapping|alias)/.test(path)) return undefined;
  return path.includes('vehicles') ? generation : release;
};

/** An engine with a live generation that answers every question about it with this. */
export const faultyEngine = (t: Scope, status: number, body: object) =>
  engineOf(t, (request, response) => {
    const live = liveAt(request.url ?? '');
    request.resume();
    response.writeHead(live ? 200 : status, json);
    response.end(JSON.stringify(live ?? body));
  });

/** The services over an engine, without a key store. */
export const servicesOver = (elasticsearch: Client, timeoutMs = servingTimeoutMs) =>
  createServices(
    {elasticsearch, redis: {defineCommand: () => {}} as never},
    {indexPrefix: '', environment: 'live'},
    {timeoutMs, onRefund: () => {}, onDamaged: () => {}},
  );

/**
 * The services over an engine that answers nothing, or nothing but which generation is live, with far more time than
 * a test takes; `asked` are the paths asked for, `open` the answers that somebody still waits for.
 */
export const startSilent = async (t: Scope, saysWhatIsLive = true, timeoutMs = patience) => {
  const open = new Set<ServerResponse>();
  const asked: string[] = [];
  const address = await engineOf(t, (request, response) => {
    const path = request.url ?? '';
    request.resume();
    const live = saysWhatIsLive && liveAt(path);
    if (live) {
      response.writeHead(200, json).end(JSON.stringify(live));
      return;
    }
    asked.push(path);
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  const client = new Client({
    node: address,
    Connection: BytesConnection,
    requestTimeout: timeoutMs,
    maxRetries: 0,
  });
  t.teardown(() => client.close());
  return {services: servicesOver(client, timeoutMs), open, asked};
};

/** Waits until this is so, far longer than it takes: a worker that waited forever would hold up all others. */
export const until = async (isSo: () => boolean) => {
  const end = performance.now() + patience;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`Still not so: ${isSo}`);
    await wait(5);
  }
};
