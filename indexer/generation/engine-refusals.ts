import {errors} from '@elastic/elasticsearch';

const typeOf = (error: unknown): string | undefined =>
  error instanceof errors.ResponseError ? error.body?.error?.type : undefined;

/** The name is taken by an index. */
export const isTakenName = (error: unknown): boolean =>
  typeOf(error) === 'resource_already_exists_exception';

/** The alias has its one write index already. Elasticsearch says so with a 500. */
export const isSecondWriteIndex = (error: unknown): boolean =>
  typeOf(error) === 'illegal_state_exception' &&
  error instanceof Error &&
  error.message.includes('more than one write index');
