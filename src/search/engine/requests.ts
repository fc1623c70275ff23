import {type Client, errors, type estypes} from '@elastic/elasticsearch';
import {asBytes} from '#core/clients/bytes-connection.ts';
import {isOfOtherServer} from '#core/clients/elasticsearch.ts';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {metrics} from '#core/metrics.ts';
import type {VehicleJson} from '#mappings/vehicle-document.ts';
import {DamagedDocument, idOf, type OnDamaged, restoredIn, vehiclesIn} from './stored-vehicles.ts';

/** An error of a single document in an otherwise successful response, as in `_mget`. */
class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly type: string;

  constructor(type: string, reason: string | null | undefined) {
    super(`${type}: ${reason ?? 'no reason given'}`);
    this.type = type;
  }
}

const typeOf = (error: unknown): unknown => {
  if (error instanceof DocumentError) return error.type;
  if (!(error instanceof errors.ResponseError)) return undefined;
  return (error.body as {readonly error?: {readonly type?: unknown}} | undefined)?.error?.type;
};

/** Whether the index does not exist (any more). */
export const isIndexMissing = (error: unknown): boolean =>
  typeOf(error) === 'index_not_found_exception';

/** The outages that an operator has to end, each with a sentence for readiness, by Elasticsearch's type of error. */
const sentences: Readonly<Record<string, string>> = {
  // It exists but answers nothing, to some requests with status 400.
  index_closed_exception: 'The live index is closed.',
  security_exception:
    'The search engine rejects the credentials (ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ' +
    'ELASTICSEARCH_PASSWORD), or they may not read the data.',
  cluster_block_exception: 'The search engine blocks the live index.',
};

/** Whether Elasticsearch, or a proxy in front of it, does not answer requests at the moment. */
const isTurnedAway = (error: unknown): boolean => {
  const status = (error instanceof errors.ResponseError && error.statusCode) || 0;
  return [401, 403, 429].includes(status) || status >= 500;
};

const sentenceOf = (error: unknown): string | undefined => {
  // OpenSSL and Node use this word in every message that refuses a certificate.
  if (error instanceof errors.ConnectionError && /certificate/i.test(error.message)) {
    return (
      'The certificate of the search engine is not accepted: ELASTICSEARCH_CA, the address or the ' +
      'certificate is wrong.'
    );
  }
  if (error instanceof errors.ConnectionError && /wrong version number/.test(error.message)) {
    return 'ELASTICSEARCH_NODES begins with https://, but the search engine does not use TLS there.';
  }
  if (isOfOtherServer(error) && !isTurnedAway(error)) {
    return 'The server at ELASTICSEARCH_NODES is not Elasticsearch, or not at this path, or only redirects to it.';
  }
  return sentences[String(typeOf(error))];
};

const isOutage = (error: unknown): boolean => {
  if (isIndexMissing(error)) return false;
  if (sentenceOf(error) !== undefined) return true;
  return (
    isTurnedAway(error) ||
    error instanceof errors.ConnectionError ||
    error instanceof errors.TimeoutError ||
    error instanceof errors.NoLivingConnectionsError ||
    error instanceof DocumentError
  );
};

/** Rejects with `SearchUnavailable` for an unreachable, hung or overloaded engine; other errors are bugs. */
export const orUnavailable = async <Value>(response: Promise<Value>): Promise<Value> => {
  try {
    return await response;
  } catch (error) {
    throw isOutage(error) ? new SearchUnavailable({cause: error}, sentenceOf(error)) : error;
  }
};

/** Throws `SearchUnavailable` for a response that covers only a part of the index. */
const requireComplete = <
  Response extends {readonly timed_out: boolean; readonly _shards: {readonly failed: number}},
>(
  response: Response,
): Response => {
  if (response.timed_out || response._shards.failed > 0) {
    const cause = new Error('Elasticsearch answered from a part of the index only.');
    throw new SearchUnavailable({cause});
  }
  return response;
};

/** The outcome of a failed request for the metrics. A deadline aborts with the outage as its reason. */
const outcomeOf = (error: Error, reason: unknown): string => {
  if (error instanceof errors.ResponseError) return String(error.statusCode);
  if (error instanceof errors.TimeoutError) return 'timeout';
  if (error instanceof errors.RequestAbortedError) {
    return reason instanceof SearchUnavailable ? 'timeout' : 'aborted';
  }
  if (error instanceof errors.ConnectionError) return 'connection';
  return error instanceof errors.NoLivingConnectionsError ? 'connection' : 'other';
};

/** `/vehicles/_search` → `search`: no name of an index begins with `_`. */
const operationOf = (path: string): string => /\/_(\w+)/.exec(path)?.[1] ?? 'other';

/** Measures the requests of a client. It times the last attempt of each: a request and its retries count as one. */
export const measureRequests = ({diagnostic}: Client): void => {
  diagnostic.on('response', (error, result) => {
    if (result === null) return;
    const {request, duration = 0} = result.meta;
    const {params, options} = request;
    const outcome = error === null ? 'ok' : outcomeOf(error, options.signal?.reason);
    const labels = {operation: operationOf(params.path), outcome};
    metrics.elasticsearch.observe(labels, duration / 1000);
  });
};

type Response<Document, Aggregations = unknown> = estypes.SearchResponse<Document, Aggregations>;

/** Counts the matches exactly, without hits, so that Elasticsearch's request cache keeps the result. */
export const countRequest = (query: NonNullable<estypes.SearchRequest['query']>) =>
  ({query, size: 0, track_total_hits: true, request_cache: true}) satisfies estypes.SearchRequest;

/**
 * Searches one concrete index, for as long as the client waits unless `requestTimeout` says how many
 * milliseconds. Throws `SearchUnavailable` for a partial result.
 */
export const searchIndex = async <Document, Aggregations = unknown>(
  client: Client,
  index: string,
  request: estypes.SearchRequest,
  signal: AbortSignal,
  requestTimeout?: number,
): Promise<Response<Document, Aggregations>> =>
  requireComplete(
    await client.search<Document, Aggregations>(
      {...request, index, allow_partial_search_results: false},
      {signal, ...(requestTimeout && {requestTimeout})},
    ),
  );

/**
 * The documents that a search finds, in its order. Never its `sort` values: the client parses those as
 * numbers, which rounds an id above 2^53.
 */
export const findDocuments = async <Document>(
  client: Client,
  index: string,
  request: estypes.SearchRequest,
  signal: AbortSignal,
): Promise<Document[]> => {
  const asked = {...request, track_total_hits: false};
  const {hits} = await searchIndex<Document>(client, index, asked, signal);
  return hits.hits.map(({_source}) => _source as Document);
};

/** The number of matches of a `countRequest`. */
const countOf = ({hits}: Response<unknown>): number =>
  (hits.total as estypes.SearchTotalHits).value;

export const countMatches = async (
  client: Client,
  index: string,
  query: Parameters<typeof countRequest>[0],
  signal: AbortSignal,
): Promise<number> => countOf(await searchIndex(client, index, countRequest(query), signal));

const requireNoError = ({docs}: Pick<estypes.MgetResponse, 'docs'>): void => {
  for (const doc of docs) {
    if ('error' in doc) throw new DocumentError(doc.error.type, doc.error.reason);
  }
};

/** The documents of an index with these `_id`s, by `_id`. */
export const findByIds = async <Id extends string, Document>(
  client: Client,
  index: string,
  ids: readonly Id[],
  signal: AbortSignal,
  preference?: string,
): Promise<ReadonlyMap<Id, Document>> => {
  if (ids.length === 0) return new Map();
  const request = {index, ids: [...ids], ...(preference && {preference})};
  const response = await client.mget<Document>(request, {signal});
  requireNoError(response);
  return new Map(
    response.docs.flatMap(doc =>
      '_source' in doc && doc._source ? [[doc._id as Id, doc._source]] : [],
    ),
  );
};

const ask = async (
  client: Client,
  name: 'search' | 'mget',
  path: string,
  request: object,
  signal: AbortSignal,
  requestTimeout?: number,
): Promise<Buffer<ArrayBuffer>> => {
  const {buffer, byteOffset, byteLength} = await client.transport.request<Uint8Array<ArrayBuffer>>(
    {method: 'POST', path, body: request, meta: {name}},
    {...asBytes, signal, ...(requestTimeout && {requestTimeout})},
  );
  return Buffer.from(buffer, byteOffset, byteLength);
};

/** The beginning of a response to a search, up to its hits. */
const headOf = (response: Buffer): Response<never> =>
  JSON.parse(`${response.toString('latin1', 0, response.indexOf('"hits":['))}"hits":[]}}`);

const searchPath = (index: string, preference?: string) =>
  `/${index}/_search?allow_partial_search_results=false${preference ? `&preference=${preference}` : ''}`;

/** The bytes of a response to a `countRequest`, which are not parsed, and its count. */
export const countInBytes = async (
  client: Client,
  index: string,
  {request_cache: isCached, ...request}: estypes.SearchRequest,
  signal: AbortSignal,
  requestTimeout: number,
): Promise<{readonly response: Buffer<ArrayBuffer>; readonly count: number}> => {
  const path = `${searchPath(index)}&request_cache=${isCached}`;
  const response = await ask(client, 'search', path, request, signal, requestTimeout);
  return {response, count: countOf(requireComplete(headOf(response)))};
};

/** Elasticsearch, and the callback for damaged vehicles in it. */
export type VehicleStore = {readonly client: Client; readonly onDamaged: OnDamaged};

/** The vehicles that `searchIndex` would find, as bytes. Throws for a document without a vehicle. */
export const findVehicles = async (
  {client, onDamaged}: VehicleStore,
  index: string,
  request: estypes.SearchRequest,
  signal: AbortSignal,
  preference?: string,
): Promise<readonly VehicleJson[]> => {
  const response = await ask(client, 'search', searchPath(index, preference), request, signal);
  requireComplete(headOf(response));
  const intact = vehiclesIn(response);
  if (intact) return intact;
  return restoredIn(response, onDamaged).map(([, vehicle]) => {
    if (vehicle instanceof DamagedDocument) throw vehicle;
    return vehicle;
  });
};

/** The vehicles of an index with these ids, by id; for a document without a vehicle, an error. */
export const findVehiclesByIds = async <Id extends string>(
  {client, onDamaged}: VehicleStore,
  index: string,
  ids: readonly Id[],
  signal: AbortSignal,
  preference?: string,
): Promise<ReadonlyMap<Id, VehicleJson | DamagedDocument>> => {
  const path = `/${index}/_mget${preference ? `?preference=${preference}` : ''}`;
  const response = await ask(client, 'mget', path, {ids}, signal);
  const intact = vehiclesIn(response)?.map(vehicle => [idOf(vehicle), vehicle] as const);
  const vehicles = intact ?? restoredIn(response, onDamaged);
  // As with the beginning of a document, an unescaped match cannot be part of a value.
  if (vehicles.length < ids.length && response.includes('"error":{')) {
    requireNoError(JSON.parse(response.toString()));
  }
  return new Map(vehicles.map(([id, vehicle]) => [id as Id, vehicle]));
};
