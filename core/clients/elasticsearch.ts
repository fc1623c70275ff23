import {Client, type ClientOptions, SniffingTransport} from '@elastic/elasticsearch';
import type {Config} from '../config/config.ts';

/** Waits 50 ms before a second try; by itself the transport would wait 1 to 2 s. */
class ServingTransport extends SniffingTransport {
  constructor(options: ConstructorParameters<typeof SniffingTransport>[0]) {
    super({...options, retryBackoff: () => 0.05});
  }
}

/**
 * For whoever waits for an answer: to be told within 2 s that there is none. A connection refused or
 * reset and a 502, 503 or 504 are tried once more; a request that timed out is not, for that would
 * double the load on an engine that is too slow already.
 */
const serving: ClientOptions = {
  Transport: ServingTransport,
  requestTimeout: 1500,
  maxRetries: 1,
};

/** `options` replace those for serving: an import has more patience than a client of the API. */
export const createElasticsearchClient = (
  {elasticsearch}: Pick<Config, 'elasticsearch'>,
  options: ClientOptions = serving,
): Client =>
  new Client({
    nodes: [...elasticsearch.nodes],
    ...(elasticsearch.auth && {auth: elasticsearch.auth}),
    ...(elasticsearch.ca && {tls: {ca: elasticsearch.ca}}),
    ...options,
  });
