import {errors} from '@elastic/elasticsearch';

const typeOf = (error: unknown): string | undefined =>
  error instanceof errors.ResponseError ? error.body?.error?.type : undefined;

/** The name is taken by an index. */
export const isTakenName = (error: unknown): boolean =>
  typeOf(error) === 'resource_already_exists_exception';

/** The alias has its one write index already. Elasticsearch says so with a 500. */
const isSecondWriteIndex = (error: unknown): boolean =>
  typeOf(error) === 'illegal_state_exception' &&
  error instanceof Error &&
  error.message.includes('more than one write index');

/** An index or a document that was asked for, or an alias that must exist, is not there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof errors.ResponseError && error.statusCode === 404;

/** The aliases are not what the call took them to be; it changed nothing. */
export const isStale = (error: unknown): boolean => isMissing(error) || isSecondWriteIndex(error);
