import {mkdir, readdir, stat} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {lockFile} from '#core/command-line/file-lock.ts';
import {ConfigurationError} from '#core/config/config.ts';
import {instantInName, isExtractName} from '#core/domain/extract-name.ts';
import {FetchFailed} from './fetch-errors.ts';
import {fetchedName, removeFetched} from './part-file.ts';

const advice = 'Set INDEXER_DIRECTORY to a folder that this user can write to.';

/** The folder for extracts below the indexer's, created if it does not exist. */
export const extractFolder = async (directory: string): Promise<string> => {
  const folder = join(directory, 'extracts');
  try {
    await mkdir(folder, {recursive: true});
  } catch (cause) {
    const {code} = cause as NodeJS.ErrnoException;
    throw new ConfigurationError(`Cannot create ${folder} (${code}). ${advice}`, {cause});
  }
  return folder;
};

/** SQLite's result codes SQLITE_READONLY and SQLITE_CANTOPEN. */
const unwritable: readonly unknown[] = [8, 14];

/** Keeps a second fetch out of a folder until the lock is closed. */
export const lockFolder = (folder: string) => {
  try {
    const lock = lockFile(join(folder, '.fetch.lock'));
    if (lock !== undefined) return lock;
  } catch (cause) {
    if (!(cause instanceof Error && 'errcode' in cause && unwritable.includes(cause.errcode))) {
      throw cause;
    }
    throw new ConfigurationError(`Cannot write to ${folder}. ${advice}`, {cause});
  }
  throw new FetchFailed(`Another fetch into ${folder} is running. Wait until it ends.`);
};

const kept = 2;

/**
 * Deletes fetched extracts except the newest, `current` among them, and parts of any other. Only names
 * in the register's form are touched, and files that have the version beside them that a fetch writes:
 * others in the folder are not the indexer's.
 */
export const removeOldExtracts = async (folder: string, current: string): Promise<void> => {
  const others = (await readdir(folder)).filter(name => name !== current);
  const extracts: {readonly name: string; readonly time: string}[] = [];
  for (const name of others) {
    const path = join(folder, name);
    const isPart = name.endsWith('.part');
    const extract = isPart ? basename(name, '.part') : name;
    if (!isExtractName(extract) && (await fetchedName(path)) !== extract) continue;
    if (isPart) await removeFetched(path);
    else extracts.push({name, time: instantInName(name) ?? (await timeOf(path))});
  }
  const newestFirst = extracts.toSorted((a, b) => b.time.localeCompare(a.time));
  for (const {name} of newestFirst.slice(kept - 1)) await removeFetched(join(folder, name));
};

/** When the server says that the file was made, as an ISO instant. */
const timeOf = async (path: string): Promise<string> => (await stat(path)).mtime.toISOString();
