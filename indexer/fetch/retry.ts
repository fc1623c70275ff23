import {setTimeout as wait} from 'node:timers/promises';
import {FetchFailed} from './fetch-errors.ts';

export type Retrying = {
  /** How many retries in a row may fail. */
  readonly retries: number;
  /** Milliseconds before the first retry, at most; each further one waits up to twice as long. */
  readonly delayMs: number;
  readonly signal: AbortSignal;
  readonly notice: (sentence: string) => void;
};

/**
 * Retries transient failures. `hasGained` tells after each one whether the attempt got further than
 * all before it, which starts the count anew.
 */
export const retry = async <Result>(
  {retries, delayMs, signal, notice}: Retrying,
  attempt: () => Promise<Result>,
  hasGained: (error: unknown) => boolean = () => false,
): Promise<Result> => {
  for (let failures = 0; ; ) {
    try {
      return await attempt();
    } catch (error) {
      failures = hasGained(error) ? 0 : failures + 1;
      const isTransient = error instanceof FetchFailed && error.isTransient;
      if (!isTransient || failures > retries) throw error;
      notice(`${error.message} Retrying.`);
      const delay = delayMs * 2 ** (failures - 1) * (0.5 + Math.random() / 2);
      await wait(delay, undefined, {signal}).catch(() => signal.throwIfAborted());
    }
  }
};
