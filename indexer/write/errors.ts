import {errors} from '@elastic/elasticsearch';
import {TryLater} from '#core/command-line/errors.ts';

/** The indices of a build are gone while it fills them: another builder or a person removed them. */
export class CandidateLost extends TryLater {
  constructor() {
    super('The indices of this import were deleted while it filled them. Run it again.');
  }
}

/** Another generation went live in the meantime, or a generation was removed, so this one was not put live. */
export class FlipRefused extends TryLater {}

/** Elasticsearch holds less than it acknowledged, as after a crash: the extract is not to blame. */
export class WritesLost extends TryLater {
  constructor(found: string) {
    super(`${found} Elasticsearch lost writes: check its log, then import again.`);
  }
}

const typeOf = (error: unknown): string | undefined =>
  error instanceof errors.ResponseError ? error.body?.error?.type : undefined;

/** An index has the name already. */
export const isTakenName = (error: unknown): boolean =>
  typeOf(error) === 'resource_already_exists_exception';

/** The index or document, or an alias that must exist, is not there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof errors.ResponseError && error.statusCode === 404;

/**
 * The aliases differ from those the call names; it changed nothing. That an alias has its one write index
 * already, Elasticsearch says with a 500.
 */
export const isStale = (error: unknown): boolean =>
  isMissing(error) ||
  (typeOf(error) === 'illegal_state_exception' &&
    String(error).includes('more than one write index'));

const credentials = 'ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD';

const advice: Readonly<Record<string, string>> = {
  'security_exception 401': ` Check ${credentials}.`,
  'security_exception 403': ` Grant this privilege to the Elasticsearch user or API key (${credentials}).`,
  'cluster_block_exception 403': ' Remove this block from the settings, where it was put by hand.',
};

type ErrorBody = {readonly type?: string; readonly reason?: string; readonly index?: string};

/** An operator closed an index: Elasticsearch answers nothing from it, and writes nothing to it. */
export const isClosedIndex = (error: unknown): boolean =>
  typeOf(error) === 'index_closed_exception';

/** The advice on indices that are closed. */
export const openingOf = (...indices: readonly string[]): string =>
  `Open it: POST /${indices.join(',')}/_open`;

/** A refused request in one line for the operator: the client's own message leaves out the index. */
export const refusedRequestMessage = (error: errors.ResponseError): string => {
  const {statusCode = 0, body, message} = error;
  const {type = message, reason = '', index = ''}: ErrorBody = body?.error ?? {};
  const text = reason === '' ? type : `${type}: ${reason.replace(/;$/, '')}`;
  const place = text.includes(index) ? '' : ` (${index})`;
  const remedy = isClosedIndex(error)
    ? ` ${openingOf(index)}. Then run this again.`
    : (advice[`${type} ${statusCode}`] ?? '');
  return `Elasticsearch refused a request: ${text}${place}.${remedy}`;
};
