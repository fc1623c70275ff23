import {DatasetChanged, datasetVersionOf} from './errors.ts';
import type {Conduct} from './options.ts';
import {backoff} from './retry-policy.ts';

/** The dataset of an answer that has to name it. */
export const namedDataset = (response: Response): string => {
  const version = datasetVersionOf(response);
  if (version !== undefined) return version;
  throw new Error('The answer lacks X-Dataset-Version. Let proxies and CORS pass it on.');
};

/**
 * Does work that needs one dataset, and starts it over when a new one goes live meanwhile: up to three times, after
 * 1, 2 and 4 seconds, because the copies of a service do not change over at the same moment.
 */
export const startingOver = async <Result>(
  {onRetry, wait}: Conduct,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> => {
  for (const seconds of backoff) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatasetChanged)) throw error;
      onRetry(error, seconds);
      await wait(seconds, signal);
    }
  }
  return await work();
};
