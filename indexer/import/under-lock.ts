import {basename} from 'node:path';
import {abortCause} from '../exit-codes.ts';
import {openBuildLog} from '../generations/build-log.ts';
import {takeLock} from '../generations/take-lock.ts';
import {ExtractRefused} from '../read/extract-refused.ts';
import type {Extract} from '../read/open-extract.ts';
import {combine} from '../write/import-progress.ts';
import type {LockedImport} from './job.ts';
import type {ImportOptions} from './options.ts';
import {logFailure} from './outcome.ts';

/**
 * Holds the lock while `work` runs, and logs it as one build, with the outcome if it throws. A refused
 * extract is a refused build; with the lock held elsewhere, its refusal is the better message.
 */
export const underLock = async <Result>(
  options: ImportOptions,
  extract: Extract | ExtractRefused,
  work: (locked: LockedImport) => Promise<Result>,
): Promise<Result> => {
  const {indexing, command, file, force, say} = options;
  const {lockMs, patienceMs: maxMs, recordDays} = indexing;
  const isRefused = extract instanceof ExtractRefused;
  const taking = takeLock(options, {command, lockMs, signal: options.signal, say});
  const lock = await taking.catch((error: unknown) => {
    throw isRefused ? extract : error;
  });
  const log = openBuildLog(options, {
    build: lock.build,
    command,
    recordDays,
    facts: {
      ...(file !== '-' && {fileName: basename(file)}),
      ...(!isRefused && extract.extractedAt !== null && {extractedAt: extract.extractedAt}),
      ...(force !== undefined && {forced: force}),
    },
  });
  const {signal} = lock;
  try {
    if (isRefused) throw extract;
    const progress = combine(options.progress, log.progress);
    const retryPolicy = {maxMs, signal};
    return await work({...options, signal, progress, extract, lock, log, retryPolicy});
  } catch (cause) {
    const error = abortCause(cause, signal);
    logFailure(log, error);
    throw error;
  } finally {
    const missing = await log.close();
    if (missing !== null) say(missing);
    await lock.release();
  }
};
