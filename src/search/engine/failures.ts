import {errors} from '@elastic/elasticsearch';
import {SearchUnavailable} from '#core/domain/outages.ts';

/** An error that Elasticsearch reports inside an answer that is otherwise fine, as `_mget` does. */
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

/** Whether the index that was asked does not exist (any more). */
export const isIndexMissing = (error: unknown): boolean =>
  typeOf(error) === 'index_not_found_exception';

/** A closed index is there but answers nothing; to some questions it says so as if they were wrong. */
const isIndexClosed = (error: unknown): boolean => typeOf(error) === 'index_closed_exception';

const tooManyRequests = 429;

const isOutage = (error: unknown): boolean => {
  if (isIndexMissing(error)) return false;
  if (error instanceof errors.ResponseError) {
    const status = error.statusCode ?? 0;
    return status === tooManyRequests || status >= 500 || isIndexClosed(error);
  }
  return (
    error instanceof errors.ConnectionError ||
    error instanceof errors.TimeoutError ||
    error instanceof errors.NoLivingConnectionsError ||
    error instanceof DocumentError
  );
};

/** An unreachable, hung or overloaded engine is an outage; any other error is a bug and stays itself. */
export const orUnavailable = async <Value>(answer: Promise<Value>): Promise<Value> => {
  try {
    return await answer;
  } catch (error) {
    throw isOutage(error) ? new SearchUnavailable({cause: error}) : error;
  }
};

/** Refuses an answer that covers only a part of the index: half a truth is none. */
export const whole = <
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
