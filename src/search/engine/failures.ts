import {type Client, errors} from '@elastic/elasticsearch';
import {SearchUnavailable} from '#core/domain/outages.ts';

/** An error of a single document in an otherwise successful response, as in `_mget`. */
export class DocumentError extends Error {
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

/** The outages that an operator ends, in a sentence for readiness, by the type that Elasticsearch gives. */
const sentences: Readonly<Record<string, string>> = {
  // It exists but answers nothing, to some requests with status 400.
  index_closed_exception: 'The live index is closed.',
  security_exception:
    'The search engine rejects the credentials (ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ' +
    'ELASTICSEARCH_PASSWORD), or they may not read the data.',
  cluster_block_exception: 'The search engine blocks the live index.',
};

const untrusted =
  'The certificate of the search engine is not accepted: ELASTICSEARCH_CA, the address or the ' +
  'certificate is wrong.';

const sentenceOf = (error: unknown): string | undefined => {
  // OpenSSL and Node say all that a certificate can be refused for in sentences with this word.
  if (error instanceof errors.ConnectionError && /certificate/i.test(error.message)) {
    return untrusted;
  }
  return sentences[String(typeOf(error))];
};

const isOutage = (error: unknown): boolean => {
  if (isIndexMissing(error)) return false;
  if (sentenceOf(error) !== undefined) return true;
  if (error instanceof errors.ResponseError) {
    const status = error.statusCode ?? 0;
    // A proxy in front of Elasticsearch may reject credentials, too.
    return [401, 403, 429].includes(status) || status >= 500;
  }
  return (
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
export const requireComplete = <
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

/**
 * Told of every request to Elasticsearch: what it asked for (`search`, `mget`, `mapping`), what came of
 * it, and how long its last attempt took. The outcome is `ok`, the HTTP status of an error, `timeout`,
 * `connection`, `aborted` when nobody waited for it any more, or `other`.
 */
export type OnRequest = (operation: string, outcome: string, seconds: number) => void;

/** A request that its deadline cuts off is aborted with the outage as its reason. */
const outcomeOf = (error: Error, reason: unknown): string => {
  if (error instanceof errors.ResponseError) return String(error.statusCode);
  if (error instanceof errors.TimeoutError) return 'timeout';
  if (error instanceof errors.RequestAbortedError) {
    return reason instanceof SearchUnavailable ? 'timeout' : 'aborted';
  }
  if (error instanceof errors.ConnectionError) return 'connection';
  return error instanceof errors.NoLivingConnectionsError ? 'connection' : 'other';
};

/** The first part of a path that names no index, for none begins so: `/vehicles/_search`. */
const operationOf = (path: string): string => /\/_(\w+)/.exec(path)?.[1] ?? 'other';

/** Tells of the requests of a client, which measures them itself. One that is retried is told once. */
export const watchRequests = ({diagnostic}: Client, onRequest: OnRequest): void => {
  diagnostic.on('response', (error, result) => {
    if (result === null) return;
    const {request, duration = 0} = result.meta;
    const {params, options} = request;
    const outcome = error === null ? 'ok' : outcomeOf(error, options.signal?.reason);
    onRequest(operationOf(params.path), outcome, duration / 1000);
  });
};
