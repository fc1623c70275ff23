/** How a client reaches the service, and how long it waits. */
export type ClientOptions = {
  /** Address of the service, such as `https://api.example`. */
  readonly baseUrl: string;
  /** Sent as `X-Api-Key`. */
  readonly apiKey: string;
  /** Sends a request; by default the `fetch` of the platform. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Ends every call of this client, and its waits. Each call also takes its own `signal`. */
  readonly signal?: AbortSignal;
  /**
   * Maximum seconds that one request waits in total because of `Retry-After`; 60 by default. It fails at once if it
   * would have to wait longer.
   */
  readonly maxRetryAfter?: number;
  /** Called before each retry with its reason and the seconds until then. */
  readonly onRetry?: (error: Error, seconds: number) => void;
  /** Waits; rejects with the signal's reason when that is aborted. For tests. */
  readonly wait?: (seconds: number, signal: AbortSignal) => Promise<void>;
};

export type Conduct = Required<Omit<ClientOptions, 'signal'>> & Pick<ClientOptions, 'signal'>;

/** Timers take no longer time: they would end at once. */
const longestTimerMs = 2 ** 31 - 1;

const waitForReal = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const done = () => {
      signal.removeEventListener('abort', abort);
      resolve();
    };
    const timer = setTimeout(done, Math.min(seconds * 1000, longestTimerMs));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });

/** Refuses secrets that `fetch` would quote in its errors, and a scheme that would only cause retries. */
const refuseAtOnce = ({baseUrl, apiKey}: ClientOptions): void => {
  // For example from a variable that is not set, in a program without type checks.
  if (typeof apiKey !== 'string') throw new TypeError('The key is missing.');
  if (/[^ -~]/.test(apiKey.trim())) throw new TypeError('The key has invalid characters.');
  // In a browser the address may be relative.
  const {username, password, protocol = 'http:'} = URL.canParse(baseUrl) ? new URL(baseUrl) : {};
  if (username || password) throw new TypeError('The address must not contain credentials.');
  // `localhost:8080` is a URL with an unknown scheme.
  if (!/^https?:$/.test(protocol))
    throw new TypeError('The address must begin with http:// or https://.');
};

/** Completes options with their defaults. Throws a `TypeError` for a key or an address that cannot be sent. */
export const conductOf = (options: ClientOptions): Conduct => {
  refuseAtOnce(options);
  const {
    // Looked up at each call: the platform's own may be replaced, and browsers need the window as its `this`.
    fetch = request => globalThis.fetch(request),
    maxRetryAfter = 60,
    onRetry = () => {},
    wait = waitForReal,
  } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  return {...options, baseUrl, apiKey: options.apiKey.trim(), fetch, maxRetryAfter, onRetry, wait};
};
