import {basename} from 'node:path';
import {openBuildLog} from '../build-log/build-log.ts';
import {abortCause} from '../exit-codes.ts';
import {type Extract, openExtract} from '../input/open-extract.ts';
import {type BuildLock, takeLock} from '../lock/take-lock.ts';
import {combine} from '../progress/import-progress.ts';
import {ExtractRefused} from '../records/extract-refused.ts';
import type {LockedImport} from './job.ts';
import type {ImportOptions} from './options.ts';
import {outcomeOf} from './outcome.ts';

/** An extract whose first bytes show that it cannot be imported is returned as its refusal. */
export const openOrRefusal = async ({
  file,
  indexing,
  signal,
}: ImportOptions): Promise<Extract | ExtractRefused> => {
  try {
    return await openExtract(file, {maxBytes: indexing.maxBytes, signal});
  } catch (error) {
    if (error instanceof ExtractRefused) return error;
    throw error;
  }
};

/** Holds the lock while `work` runs. With the lock held elsewhere, a refusal is the better message. */
export const withLock = async <Result>(
  options: ImportOptions,
  extract: Extract | ExtractRefused,
  work: (lock: BuildLock) => Promise<Result>,
): Promise<Result> => {
  const {indexing, command, signal, say} = options;
  const {lockMs} = indexing;
  const taking = takeLock(options, {command, lockMs, signal, say});
  const lock = await taking.catch((error: unknown) => {
    throw extract instanceof ExtractRefused ? extract : error;
  });
  try {
    return await work(lock);
  } finally {
    await lock.release();
  }
};

/** Logs `work` as one build, and the outcome if it throws. A refused extract is a refused build. */
export const withBuildLog = async <Result>(
  options: ImportOptions,
  extract: Extract | ExtractRefused,
  lock: BuildLock,
  work: (locked: LockedImport) => Promise<Result>,
): Promise<Result> => {
  const {indexing, command, file, force, say} = options;
  const isRefused = extract instanceof ExtractRefused;
  const log = openBuildLog(options, {
    build: lock.build,
    command,
    recordDays: indexing.recordDays,
    facts: {
      ...(file !== '-' && {fileName: basename(file)}),
      ...(!isRefused && extract.extractedAt !== null && {extractedAt: extract.extractedAt}),
      ...(force !== undefined && {forced: force}),
    },
  });
  const {signal} = lock;
  try {
    if (isRefused) throw extract;
    const retryPolicy = {maxMs: indexing.patienceMs, signal};
    const progress = combine(options.progress, log.progress);
    return await work({...options, signal, progress, extract, lock, log, retryPolicy});
  } catch (cause) {
    const error = abortCause(cause, signal);
    const {outcome, ...told} = outcomeOf(error);
    log.ended(outcome, told);
    throw error;
  } finally {
    const missing = await log.close();
    if (missing !== null) say(missing);
  }
};
