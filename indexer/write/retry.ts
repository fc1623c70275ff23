import {setTimeout as wait} from 'node:timers/promises';
import {errors} from '@elastic/elasticsearch';
import {TryLater} from '#core/command-line/errors.ts';

/**
 * Elasticsearch could not be reached, or did not accept documents, until the deadline of a
 * `RetryPolicy`. The message is for the operator.
 */
export class EngineUnavailable extends TryLater {}

/** Elasticsearch responded, but a shard it needs is not ready: transient like no response at all. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** Elasticsearch refuses work for now, as with status 429. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';

  constructor(what: string, reason?: string | null) {
    super(
      `Elasticsearch accepts no ${what} for now (${reason ?? 'no reason given'}). ` +
        'Check its nodes, log, memory and disk, then run this again.',
    );
  }
}

export type RetryPolicy = {
  /** From the first attempt until a failure is final, in milliseconds. */
  readonly maxMs: number;
  /** Ends the attempts: its reason is thrown. */
  readonly signal: AbortSignal;
};

export const neverAborted = new AbortController().signal;

/** For calls whose outcome has to be found out even if a response is lost. */
export const outcomeRetry: RetryPolicy = {maxMs: 60_000, signal: neverAborted};

/** For work that the next run does when it fails now. */
export const shortRetry: RetryPolicy = {maxMs: 5_000, signal: neverAborted};

const busy: ReadonlySet<number | undefined> = new Set([429, 502, 503, 504]);

/** No connection, a timeout, or a status that says "later". */
export const isTransient = (error: unknown): boolean =>
  error instanceof NotReady ||
  error instanceof Overloaded ||
  error instanceof errors.ConnectionError ||
  error instanceof errors.TimeoutError ||
  error instanceof errors.NoLivingConnectionsError ||
  (error instanceof errors.ResponseError && busy.has(error.statusCode));

/** Which node gave no response, and how long it was given; undefined for any other cause. */
const silenceText = (cause: unknown): string | undefined => {
  if (!(cause instanceof errors.TimeoutError)) return undefined;
  const {connection, request} = cause.meta?.meta ?? {};
  const timeout = Number(request?.options?.requestTimeout);
  const within = timeout > 0 ? ` within ${timeout / 1000} s` : '';
  if (!connection) return undefined;
  // In the copy that an error has, the URL is a string.
  return `no response from ${new URL(connection.url).origin}${within}`;
};

/** The first line of a cause: it tells a wrong name or certificate from an engine that is down. */
const causeText = (cause: unknown): string => {
  if (cause instanceof errors.ResponseError) return `status ${cause.statusCode}`;
  const text = silenceText(cause) ?? (cause instanceof Error ? cause.message : String(cause));
  return text.trim().split('\n', 1).join();
};

/** The advice on a cause. An engine that a request reached runs, as on a full disk, or is not the one meant. */
const remedyOf = (cause: unknown, text: string): string => {
  // What Node says when Elasticsearch ends a connection without TLS; it does so, too, when it stops.
  if (/other side closed/.test(text)) return 'Write https:// if it uses TLS, or start it';
  return cause instanceof errors.ConnectionError || cause instanceof errors.NoLivingConnectionsError
    ? 'Start it, or correct the address'
    : 'Check its health and its disk, or correct the address';
};

/** For the operator: the message for a transient error, whether it was retried or not. */
export const unavailableMessage = (cause: unknown): string => {
  if (cause instanceof Overloaded) return cause.message;
  if (cause instanceof errors.ResponseError && cause.statusCode === 429) {
    return new Overloaded('requests', cause.body?.error?.reason).message;
  }
  const text = causeText(cause);
  if (/wrong version number/.test(text)) {
    return 'ELASTICSEARCH_NODES begins with https://, but Elasticsearch does not use TLS there. Write http://, or turn TLS on in Elasticsearch.';
  }
  // OpenSSL and Node use this word in every message that refuses a certificate.
  return /certificate/i.test(text)
    ? `The certificate of Elasticsearch at ELASTICSEARCH_NODES is not accepted (${text}). Correct ` +
        'ELASTICSEARCH_CA or the address, or renew the certificate, then run this again.'
    : `Elasticsearch does not answer at ELASTICSEARCH_NODES (${text}). ${remedyOf(cause, text)}, then run this again.`;
};

/** 0.1 s doubling to 10 s, each between half and whole, so that builders do not retry in step. */
export const backoff = (attempt: number): number =>
  Math.min(10_000, 100 * 2 ** attempt) * (0.5 + Math.random() / 2);

/** Waits. Throws the reason of the signal when it aborts. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  wait(milliseconds, undefined, {signal}).catch(() => signal.throwIfAborted());

/**
 * Repeats a request while its failures are transient. Throws `EngineUnavailable` with the last
 * failure as its cause after `maxMs`, the reason of the signal, and any other failure at once.
 * A request that succeeds after the signal aborted still counts: what it changed is in effect.
 */
export const retry = async <Value>(
  {maxMs, signal}: RetryPolicy,
  request: (attempt: number) => Promise<Value>,
): Promise<Value> => {
  const deadline = performance.now() + maxMs;
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await request(attempt);
    } catch (cause) {
      if (!isTransient(cause)) throw cause;
      const delay = backoff(attempt);
      if (performance.now() + delay > deadline) {
        throw new EngineUnavailable(unavailableMessage(cause), {cause});
      }
      await pause(delay, signal);
    }
  }
};
