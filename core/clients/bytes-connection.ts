import {errors, UndiciConnection} from '@elastic/elasticsearch';

type Request = Parameters<UndiciConnection['request']>[0];
type Options = Parameters<UndiciConnection['request']>[1];
type ConnectionOptions = ConstructorParameters<typeof UndiciConnection>[0];

/** Undici's own reader of a body, which the client's types do not know. */
type Body = {readonly bytes: () => Promise<Uint8Array<ArrayBuffer>>};

/** Options of a request whose response is to be a `Uint8Array`, instead of the object it stands for. */
export const asBytes = {context: {asBytes: true}} as const;

/**
 * A connection that hands over the bytes of responses where they are asked for with `asBytes`. Retries,
 * timeouts and errors are as in any other request: a response of status 400 or above is parsed. A request
 * whose signal is aborted ends with a `RequestAbortedError`, however much of its response is there.
 */
export class BytesConnection extends UndiciConnection {
  readonly #options: ConnectionOptions;
  #patient: UndiciConnection | undefined;

  constructor(options: ConnectionOptions) {
    super(options);
    this.#options = options;
  }

  /**
   * Undici ends what exceeds the timeout of its pool, so a request that asks for a longer one than the client
   * has would be cut off: it is sent over a pool with that timeout.
   */
  async #respond(params: Request, options: Options) {
    const timeout = options.timeout ?? 0;
    if (this.timeout === null || timeout <= this.timeout) return super.request(params, options);
    this.#patient ??= new UndiciConnection({...this.#options, timeout});
    return this.#patient.request(params, options);
  }

  /** Waits for the requests under way, but not for those that may take longer: a process that stops needs none. */
  override async close(): Promise<void> {
    await Promise.all([super.close(), this.#patient?.pool.destroy()]);
  }

  override async request(params: Request, options: Options): Promise<never> {
    try {
      return await this.#send(params, options);
    } catch (error) {
      // A body that its caller cut off is no lost connection, for which the node would count as dead.
      if (options.signal?.aborted) throw new errors.RequestAbortedError('Request aborted');
      throw error;
    }
  }

  async #send(params: Request, options: Options): Promise<never> {
    if (options.context?.asBytes !== true) return (await this.#respond(params, options)) as never;
    const response = await this.#respond(params, {...options, asStream: true});
    const bytes = await read(response.body as unknown as Body);
    if (response.statusCode >= 400) return {...response, body: Buffer.from(bytes)} as never;
    // The transport parses what has a type, and decodes a `Buffer`.
    const {'content-type': _, ...headers} = response.headers;
    return {...response, headers, body: bytes} as never;
  }
}

const read = async (body: Body): Promise<Uint8Array<ArrayBuffer>> => {
  try {
    return await body.bytes();
  } catch (error) {
    throw new errors.ConnectionError((error as Error).message);
  }
};
