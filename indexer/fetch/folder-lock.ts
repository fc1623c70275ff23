import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {FetchFailed} from './fetch-failed.ts';

const busy = 5;

/**
 * Keeps a second fetch out of a folder until it is disposed of. SQLite asks the kernel for a lock on
 * a file, which ends with the process that holds it, however that ends: there is no pid to compare
 * and no age to guess, and it holds between containers that share the folder.
 */
export const lockFolder = (folder: string): Disposable => {
  const lock = new DatabaseSync(join(folder, '.fetch.lock'), {timeout: 0});
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === busy;
    throw isBusy
      ? new FetchFailed(`Another fetch into ${folder} is under way. Wait until it is done.`)
      : error;
  }
  return {[Symbol.dispose]: () => lock.close()};
};
