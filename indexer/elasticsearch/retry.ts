import {setTimeout as wait} from 'node:timers/promises';
import {errors} from '@elastic/elasticsearch';

/**
 * The engine could not be reached, or would not take documents, for as long as we have patience. The
 * message is a sentence for the operator.
 */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
}

/** What passed for no answer, in a few words: a wrong name or certificate is told from an engine that is down. */
const whyNot = (cause: unknown): string => {
  if (cause instanceof errors.ResponseError) return `it says ${cause.statusCode}`;
  return (cause instanceof Error ? cause.message : String(cause)).trim().split('\n', 1).join();
};

/** The engine answered, but a part of it is not ready to: as good as no answer yet. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** For the operator, once patience has ended. */
export const tooBusy = (what: string, reason = 'without a reason'): string =>
  `Elasticsearch is too busy to take ${what} (${reason}). ` +
  'Look at its log, its memory and its disk, then run this again.';

/** How long the engine may be away in one piece before a build gives up. */
export type RetryPolicy = {readonly milliseconds: number; readonly signal: AbortSignal};

const uninterrupted = new AbortController().signal;

/** Long enough for the outcome of a call whose answer was lost to be found out all the same. */
export const untilKnown: RetryPolicy = {milliseconds: 60_000, signal: uninterrupted};

/** For what is put right by the next run when it cannot be done now. */
export const whilePassing: RetryPolicy = {milliseconds: 5_000, signal: uninterrupted};

const busy: ReadonlySet<number | undefined> = new Set([429, 502, 503, 504]);

/** No connection, a timeout, or an answer that says "later". */
export const isTransient = (error: unknown): boolean =>
  error instanceof NotReady ||
  error instanceof errors.ConnectionError ||
  error instanceof errors.TimeoutError ||
  error instanceof errors.NoLivingConnectionsError ||
  (error instanceof errors.ResponseError && busy.has(error.statusCode));

/**
 * For the operator, whether it was waited for or not. Of a request that was refused whole the engine
 * says why: its memory, its queues, or its disk.
 */
export const sentenceOn = (cause: unknown): string =>
  cause instanceof errors.ResponseError && cause.statusCode === 429
    ? tooBusy('requests', cause.body?.error?.reason)
    : `Elasticsearch does not answer at ELASTICSEARCH_NODES (${whyNot(cause)}). ` +
      'Start it, or correct the address, then run this again.';

/** 0.1 s doubling to 10 s, each between half and whole, so that builders do not march in step. */
export const backoff = (attempt: number): number =>
  Math.min(10_000, 100 * 2 ** attempt) * (0.5 + Math.random() / 2);

/**
 * Asks until an answer comes. What passes is waited out up to `policy`; then `EngineUnavailable`
 * is thrown with the last cause.
 */
export const retry = async <Answer>(
  policy: RetryPolicy,
  ask: () => Promise<Answer>,
): Promise<Answer> => {
  const deadline = performance.now() + policy.milliseconds;
  for (let attempt = 0; ; attempt += 1) {
    policy.signal.throwIfAborted();
    try {
      return await ask();
    } catch (cause) {
      if (!isTransient(cause)) throw cause;
      const pause = backoff(attempt);
      if (performance.now() + pause > deadline) {
        throw new EngineUnavailable(sentenceOn(cause), {cause});
      }
      await wait(pause, undefined, {signal: policy.signal}).catch(() => {
        policy.signal.throwIfAborted();
      });
    }
  }
};
