import {type Client, errors} from '@elastic/elasticsearch';
import {SearchUnavailable} from '#core/domain/outages.ts';

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
