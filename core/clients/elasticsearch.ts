import {
  Client,
  type ClientOptions,
  ClusterConnectionPool,
  errors,
  SniffingTransport,
  type TransportRequestOptions,
  type TransportRequestParams,
  type TransportResult,
} from '@elastic/elasticsearch';
import type {ElasticsearchConfig} from '../config/engines.ts';
import type {TracingConfig} from '../config/tracing.ts';
import {BytesConnection} from './bytes-connection.ts';

/** In milliseconds: a node that restarts is away longer, and one that is back soon gets requests again. */
const asideMs = 5_000;

/**
 * The Elasticsearch nodes. One that refuses, breaks or does not answer a request gets none for five seconds, and
 * then only once it responds to a ping; while all are set aside, all are asked. The client's
 * default pool still asks such a node now and then, so that a retry can hit it too.
 */
export class NodePool extends ClusterConnectionPool {
  override resurrectTimeout = asideMs;
  /** Sets a node aside for a fixed time, not for longer the more requests it failed at once. */
  override resurrectTimeoutCutoff = 0;

  override markDead(connection: Parameters<ClusterConnectionPool['markDead']>[0]): this {
    const answersOthers = connection instanceof BytesConnection && connection.answersOthers;
    return answersOthers ? this : super.markDead(connection);
  }

  override resurrect(options: Parameters<ClusterConnectionPool['resurrect']>[0]): void {
    const next = this.connections.find(({id}) => id === this.dead[0]);
    super.resurrect(options);
    // Every request calls this, and until the ping is answered each would send another.
    if (next && options.now >= next.resurrectTimeout) next.resurrectTimeout = options.now + asideMs;
  }
}

/** Selects the node with the fewest unanswered requests, which avoids one that hangs; of several, each in turn. */
const leastPending = (): NonNullable<ClientOptions['nodeSelector']> => {
  let turn = 0;
  return nodes => {
    turn += 1;
    const inTurn = nodes.map((_, at) => nodes[(at + turn) % nodes.length] as BytesConnection);
    return inTurn.reduce((least, node) => (node.pending < least.pending ? node : least));
  };
};

export type TransportOptions = ConstructorParameters<typeof SniffingTransport>[0];

/** Rejects a redirect, which the client would take for a response, and its page for the result. */
export class DirectTransport extends SniffingTransport {
  override async request<Response = unknown>(
    params: TransportRequestParams,
    options: TransportRequestOptions = {},
  ): Promise<Response> {
    const whole = {...options, meta: true};
    const result = await super.request<TransportResult<Response>>(params, whole);
    if (/^3/.test(String(result.statusCode))) throw new errors.ResponseError(result);
    return options.meta ? (result as Response) : result.body;
  }
}

/**
 * The client recognizes another kind of server only if it answers without an error. For a path that Elasticsearch does
 * not have, as with an address that ends in one, its error is a text.
 */
export const isOfOtherServer = (error: unknown): boolean =>
  error instanceof errors.ProductNotSupportedError ||
  (error instanceof errors.ResponseError &&
    (typeof error.body?.error === 'string' ||
      (error.body?.error === undefined && error.headers?.['x-elastic-product'] === undefined)));

/**
 * Waits 50 ms before a retry, where the transport of the client waits 1 to 2 s. Whether requests have spans
 * is set here, because the client itself does not pass that option on.
 */
const transport = (openTelemetry: NonNullable<TransportOptions['openTelemetry']>) =>
  class extends DirectTransport {
    constructor(options: TransportOptions) {
      super({...options, openTelemetry, retryBackoff: () => 0.05});
    }
  };

/**
 * For the API: a request fails within 2 s. A connection refused or reset and a 502, 503 or 504 are
 * retried once, on another node if there is one; a timeout is not, because that would double the load
 * on an engine that is too slow.
 */
const serving = (tracing: TracingConfig | undefined): ClientOptions => ({
  Transport: transport(tracing ? {captureSearchQuery: false} : {enabled: false}),
  Connection: BytesConnection,
  nodeSelector: leastPending(),
  requestTimeout: 1500,
  maxRetries: 1,
});

type Config = {
  readonly elasticsearch: ElasticsearchConfig;
  readonly tracing?: TracingConfig | undefined;
};

/** `options` replace those of the API; an import waits longer. */
export const createElasticsearchClient = (
  {elasticsearch, tracing}: Config,
  options: ClientOptions = serving(tracing),
): Client =>
  new Client({
    nodes: [...elasticsearch.nodes],
    ConnectionPool: NodePool,
    Transport: DirectTransport,
    ...(elasticsearch.auth && {auth: elasticsearch.auth}),
    ...(elasticsearch.ca && {tls: {ca: elasticsearch.ca}}),
    ...options,
  });
