import {startKeyedCopy} from '../api/start-copy.ts';
import {anInstallation} from '../engines/installation.ts';
import {runIndexer} from '../processes/run-indexer.ts';
import type {Scope} from '../scope.ts';

/** A copy of the test environment, and a key for it. */
export const startTestEnvironment = async (t: Scope) => {
  const {prefix} = anInstallation(t);
  const {code, stderr} = await runIndexer(t, ['import-test-data'], {INDEX_PREFIX: prefix});
  if (code !== 0) throw new Error(stderr);
  return await startKeyedCopy(t, prefix, {environment: 'test'});
};

/**
 * How many seconds a client waits between its tries when the test environment answers with a problem each
 * time: as the contract says, but 60 at most because of `Retry-After`.
 */
export const waitsAt = (code: string): readonly number[] => {
  const waits: Readonly<Record<string, readonly number[]>> = {
    RateLimitExceeded: Array.from({length: 30}, () => 2),
    InternalError: [1, 2, 4],
    SearchUnavailable: [5, 5, 5],
    ServiceUnavailable: [5, 5, 5],
    DatasetNotLoaded: [30, 30],
  };
  return waits[code] ?? [];
};
