import {createServer, type RequestListener} from 'node:http';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
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

/** An engine that answers nothing, or nothing but which generation is live; `open` are the paths asked for. */
export const silentEngine = async (t: Scope, saysWhatIsLive = true) => {
  const open = new Set<{readonly path: string}>();
  const asked: string[] = [];
  const address = await engineOf(t, (request, response) => {
    const question = {path: request.url ?? ''};
    request.resume();
    const live = liveAt(question.path);
    if (saysWhatIsLive && live) {
      response.writeHead(200, json).end(JSON.stringify(live));
      return;
    }
    asked.push(question.path);
    open.add(question);
    response.once('close', () => open.delete(question));
  });
  return {address, open, asked};
};

/** An engine with a live generation that answers every question about it with this. */
export const faultyEngine = (t: Scope, status: number, body: object) =>
  engineOf(t, (request, response) => {
    const live = liveAt(request.url ?? '');
    request.resume();
    response.writeHead(live ? 200 : status, json);
    response.end(JSON.stringify(live ?? body));
  });
