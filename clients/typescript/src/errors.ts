import type {Problem} from './schema.ts';

/** The dataset that an answer comes from; undefined if it comes from none. */
export const datasetVersionOf = ({headers}: Response): string | undefined =>
  headers.get('X-Dataset-Version') ?? undefined;

/** The seconds of a `Retry-After`; undefined if it is absent or a date. */
const secondsIn = (header: string | null): number | undefined =>
  header !== null && /^\d+$/.test(header) ? Number(header) : undefined;

/** An answer that is an error: a `ProblemError` or an `UnexpectedAnswer`. */
export abstract class AnswerError extends Error {
  readonly status: number;
  /** Seconds until a retry is worthwhile, if the answer says so. */
  readonly retryAfter: number | undefined;
  /** Whether the client retries such a request, because it can succeed soon. */
  abstract readonly isRetryable: boolean;

  constructor({status, headers}: Response, message: string) {
    super(`${status} ${message}`);
    this.status = status;
    this.retryAfter = secondsIn(headers.get('Retry-After'));
  }
}

/** The service answered with a problem (RFC 9457). Branch on `problem.code` and `status`. */
export class ProblemError extends AnswerError {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  /**
   * True for 429, 500 and 503, except `QuotaExceeded`, which lasts until the end of the month. Any other request fails
   * again, although a 404 can change with a later import.
   */
  override readonly isRetryable: boolean;
  /** The dataset that the answer comes from; undefined if it comes from none. */
  readonly datasetVersion: string | undefined;

  constructor(response: Response, problem: Problem) {
    const {code, title, detail = title, requestId} = problem;
    super(response, `${code}: ${detail} (request ${requestId})`);
    this.problem = problem;
    this.isRetryable = [429, 500, 503].includes(response.status) && code !== 'QuotaExceeded';
    this.datasetVersion = datasetVersionOf(response);
  }
}

/**
 * Whether a request may be counted twice. The service counts no 429 and refunds its own 5xx; errors of a proxy or the
 * network may come after it has counted the request. An additional GET is acceptable, a batch is not.
 */
const isCheap = ({method}: Pick<Request, 'method'>): boolean => method === 'GET';

/** Something other than the service responded, such as a proxy with its own page. */
export class UnexpectedAnswer extends AnswerError {
  override readonly name = 'UnexpectedAnswer';
  /** The start of the body. */
  readonly body: string;
  /** True for 429 and 5xx, if the request is a GET. */
  override readonly isRetryable: boolean;

  constructor(request: Pick<Request, 'method'>, response: Response, body: string) {
    const start = body.slice(0, 500);
    super(response, `with a body that is not of the service: ${start}`);
    this.body = start;
    const {status} = response;
    this.isRetryable = isCheap(request) && (status === 429 || status >= 500);
  }
}

/** The code of an error or of what caused it, such as `ECONNREFUSED`, which `fetch` hides. */
const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
};

/** No complete response arrived; `cause` says why. Whether the request was counted is unknown. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** True for a GET. */
  readonly isRetryable: boolean;

  constructor(request: Request, cause: unknown) {
    const code = codeOf(cause);
    const reason = code === undefined ? cause : `${cause} (${code})`;
    super(`No response from ${new URL(request.url).origin}: ${reason}`, {cause});
    this.isRetryable = isCheap(request);
  }
}

/** A new dataset went live between two requests that needed the same one. */
export class DatasetChanged extends Error {
  override readonly name = 'DatasetChanged';
  readonly from: string;
  readonly to: string;

  constructor(from: string, to: string, options?: ErrorOptions) {
    super(`The dataset changed from ${from} to ${to}. Start over.`, options);
    this.from = from;
    this.to = to;
  }
}

/** A search found more vehicles than its pages reach. Narrow it, for example by date of first registration. */
export class SearchTooDeep extends Error {
  override readonly name = 'SearchTooDeep';
  readonly totalCount: number;

  constructor(totalCount: number, reach: number) {
    super(
      `The search finds ${totalCount} vehicles, but its pages reach only ${reach}. Split it, for example with ` +
        'fromFirstRegisteredOn and toFirstRegisteredOn, and walk the parts one by one. A vehicle without the value ' +
        'is in no part.',
    );
    this.totalCount = totalCount;
  }
}
