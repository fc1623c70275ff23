import {AnswerError, NetworkError, ProblemError, UnexpectedAnswer} from './errors.ts';
import type {Conduct} from './options.ts';
import type {Problem} from './schema.ts';

/** The types of successes; the second is for answers with `fields`. */
const successTypes = ['application/json', 'application/vnd.partial-vehicle+json'];

const typeOf = ({headers}: Response): string =>
  headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? '';

/** The JSON object in a body; undefined if it is anything else. */
const objectIn = (body: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

const isProblem = (value: object | undefined): value is Problem =>
  value !== undefined && 'code' in value && typeof value.code === 'string';

/** A successful answer, read to its end. Throws the error of any other. */
const successIn = (request: Request, response: Response, body: string): Response => {
  if (response.status === 204) return response;
  const value = objectIn(body);
  if (response.ok && successTypes.includes(typeOf(response)) && value) {
    return new Response(body, response);
  }
  if (!response.ok && typeOf(response) === 'application/problem+json' && isProblem(value)) {
    throw new ProblemError(response, value);
  }
  throw new UnexpectedAnswer(request, response, body);
};

/** Seconds before each retry of a request that failed through no fault of the caller. */
export const backoff = [1, 2, 4] as const;

/**
 * Decides on the retries of one call, which waits at most `maxRetryAfter` seconds in total because of
 * `Retry-After`. Takes an error; returns the seconds until the next attempt, or undefined if there is none.
 */
const retryPolicy = (maxRetryAfter: number) => {
  let [failures, waited] = [0, 0];
  return (error: AnswerError | NetworkError): number | undefined => {
    if (!error.isRetryable) return undefined;
    if (error instanceof NetworkError) return backoff[failures++];
    const told = Math.max(error.retryAfter ?? 1, 1);
    const pause = error.status === 429 ? 0 : backoff[failures++];
    if (pause === undefined || told <= pause) return pause;
    waited += told;
    return waited <= maxRetryAfter ? told : undefined;
  };
};

/** Sends requests, retries them if the contract allows it, and throws everything but successes. */
export const retryingFetch = ({fetch, signal, maxRetryAfter, onRetry, wait}: Conduct) => {
  const send = async (request: Request): Promise<Response> => {
    const {response, body} = await fetch(request)
      .then(async response => ({response, body: await response.text()}))
      .catch(error => {
        request.signal.throwIfAborted();
        throw new NetworkError(request, error);
      });
    return successIn(request, response, body);
  };

  return async (request: Request): Promise<Response> => {
    const nextTry = retryPolicy(maxRetryAfter);
    const ended = AbortSignal.any([request.signal, ...(signal ? [signal] : [])]);
    for (;;) {
      try {
        return await send(new Request(request.clone(), {signal: ended}));
      } catch (error) {
        if (!(error instanceof AnswerError || error instanceof NetworkError)) throw error;
        const seconds = nextTry(error);
        if (seconds === undefined) throw error;
        onRetry(error, seconds);
        await wait(seconds, ended);
      }
    }
  };
};
