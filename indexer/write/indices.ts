import {readFileSync} from 'node:fs';
import {
  type Client,
  errors,
  type estypes,
  type SniffingTransport,
  type TransportRequestOptions,
  type TransportRequestParams,
} from '@elastic/elasticsearch';
import {DirectTransport, type TransportOptions} from '#core/clients/elasticsearch.ts';
import {isTakenName} from './errors.ts';

/** The indices whose names begin with `prefix`, and a client of the cluster that has them. */
export type Indices = {readonly client: Client; readonly prefix: string};

/** In milliseconds. The response to the first question of a command is a matter of milliseconds. */
const firstMs = 10_000;

/** The connections over which Elasticsearch has responded. */
const alive = new WeakSet<object>();

/**
 * For the commands of the indexer: until Elasticsearch has responded once, a request waits at most ten
 * seconds, so that an address where nothing responds shows at once.
 */
export class CommandTransport extends DirectTransport {
  constructor(options: TransportOptions) {
    // A build has spans of its phases alone: it sends some hundred thousand requests.
    super({...options, openTelemetry: {enabled: false}});
  }

  override async request<Response = unknown>(
    params: TransportRequestParams,
    options: TransportRequestOptions = {},
  ): Promise<Response> {
    const requestTimeout = Math.min(firstMs, Number(options.requestTimeout ?? firstMs));
    const first = !alive.has(this.connectionPool) && {requestTimeout};
    try {
      const response = await super.request<Response>(params, {...options, ...first});
      alive.add(this.connectionPool);
      return response;
    } catch (error) {
      if (error instanceof errors.ResponseError) alive.add(this.connectionPool);
      throw error;
    }
  }
}

/**
 * The indices, for what may be given up at any moment: when the signal aborts, its requests end with
 * the reason of the signal.
 */
export const untilAborted = ({client, prefix}: Indices, signal: AbortSignal): Indices => {
  const Transport = client.transport.constructor as typeof SniffingTransport;
  class Stoppable extends Transport {
    override async request<Response = unknown>(
      params: TransportRequestParams,
      options: TransportRequestOptions = {},
    ): Promise<Response> {
      signal.throwIfAborted();
      // One for each request: when a request times out, the client fires the event on its signal.
      const own = AbortSignal.any([signal]);
      try {
        return await super.request<Response>(params, {...options, signal: own});
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      }
    }
  }
  return {client: client.child({Transport: Stoppable}), prefix};
};

/** Settings and mapping of an index, in the form of `PUT /<index>`. */
export type IndexDefinition = Pick<
  estypes.IndicesCreateRequest,
  'settings' | 'mappings' | 'aliases'
>;

/** @param file Path of a JSON file, relative to the repository. */
export const indexDefinition = (file: string): IndexDefinition =>
  JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));

/** Creates an index unless it exists, and returns whether it did. Concurrent commands may create the same one. */
export const createIfMissing = async (
  client: Client,
  index: string,
  definition: IndexDefinition,
  options: TransportRequestOptions = {},
): Promise<boolean> => {
  try {
    await client.indices.create({...definition, index}, options);
    return true;
  } catch (error) {
    if (!isTakenName(error)) throw error;
    return false;
  }
};

/** Documents of an index, without replicas, and deleted ones that it still holds; of some shards alone if one is away. */
export const documentCounts = async (client: Client, index: string) => {
  const {_shards, _all} = await client.indices.stats({index, metric: 'docs'});
  const {count = 0, deleted = 0} = _all.primaries?.docs ?? {};
  return {count, deleted, isWhole: _shards.failed === 0};
};
