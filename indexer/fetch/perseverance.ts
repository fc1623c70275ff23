import {setTimeout as wait} from 'node:timers/promises';
import {backoff} from '../elasticsearch/retry.ts';
import {FetchFailed} from './fetch-failed.ts';

export type Retries = {
  /** So many in a row that bring nothing, and the fetch is given up. */
  readonly attempts: number;
  /** How long to wait after so many of them, in milliseconds. */
  readonly pause: (fruitless: number) => number;
};

/** Half a minute of attempts in all: a server that is away for longer is the next run's. */
export const usualRetries: Retries = {attempts: 5, pause: fruitless => 10 * backoff(fruitless)};

export type Perseverance = {
  readonly retries: Retries;
  readonly signal: AbortSignal;
  readonly notice: (sentence: string) => void;
};

/** Waits after a failure, and throws it when it cannot pass or was one too many. */
export const perseverance = ({retries, signal, notice}: Perseverance) => {
  let fruitless = 0;
  return async (failure: unknown, {gained}: {readonly gained: boolean}): Promise<void> => {
    fruitless = gained ? 0 : fruitless + 1;
    const isTransient = failure instanceof FetchFailed && failure.mayPass;
    if (!isTransient || fruitless >= retries.attempts) throw failure;
    notice(`${failure.message} Trying again.`);
    await wait(retries.pause(fruitless), undefined, {signal});
  };
};

/** Asks until an answer comes. */
export const persevering = async <Answer>(
  how: Perseverance,
  ask: () => Promise<Answer>,
): Promise<Answer> => {
  const after = perseverance(how);
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      await after(error, {gained: false});
    }
  }
};
