import type {IncomingHttpHeaders, ServerResponse} from 'node:http';
import type {RequestContext} from '../request-context.ts';

/** The part of a request that admission reads. */
export class ClientRequest {
  readonly headers: IncomingHttpHeaders;
  readonly #response: ServerResponse;
  #left: AbortController | undefined;

  constructor({req, res}: Pick<RequestContext, 'req' | 'res'>) {
    this.headers = req.headers;
    this.#response = res;
  }

  /**
   * Aborted when the client leaves before it has the whole response; made when it is first read. The
   * signal of Node's request keeps all that belongs to it until the next full garbage collection: V8 takes
   * a function for long-lived that is assigned to a property where it is written, as Node's listener is.
   */
  get signal(): AbortSignal {
    if (this.#left === undefined) {
      const [left, response] = [new AbortController(), this.#response];
      this.#left = left;
      if (response.destroyed) left.abort();
      response.once('close', () => {
        if (!response.writableFinished) left.abort();
      });
    }
    return this.#left.signal;
  }
}
