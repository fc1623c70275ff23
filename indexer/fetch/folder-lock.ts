import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {ConfigurationError} from '#core/config/config.ts';
import {FetchFailed} from './fetch-failed.ts';

/** SQLite's own numbers for what keeps it from the file. */
const [busy, readOnly, cannotOpen] = [5, 8, 14];

/**
 * Keeps a second fetch out of a folder until it is disposed of. SQLite asks the kernel for a lock on
 * a file, which ends with the process that holds it, however that ends: there is no pid to compare
 * and no age to guess, and it holds between containers that share the folder.
 */
export const lockFolder = (folder: string): Disposable => {
  using held = new DisposableStack();
  try {
    const path = join(folder, '.fetch.lock');
    const lock = held.adopt(new DatabaseSync(path, {timeout: 0}), database => database.close());
    lock.exec('BEGIN EXCLUSIVE');
    return held.move();
  } catch (error) {
    throw understood(error, folder);
  }
};

const understood = (error: unknown, folder: string): unknown => {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  if (code === busy) {
    return new FetchFailed(`Another fetch into ${folder} is under way. Wait until it is done.`);
  }
  return code === readOnly || code === cannotOpen
    ? new ConfigurationError(
        `${folder} cannot be written to. Set INDEXER_DIRECTORY to a folder that this user may write to.`,
        {cause: error},
      )
    : error;
};
