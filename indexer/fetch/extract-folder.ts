import {mkdir, readdir, statfs} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {lockFile} from '#core/command-line/file-lock.ts';
import {ConfigurationError} from '#core/config/config.ts';
import {isExtractName, newestFirst} from '#core/domain/extract-name.ts';
import {FetchFailed, PartSpoiled} from './fetch-errors.ts';
import {removeFetched} from './part-file.ts';

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

const gibibytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`;

const makeRoom = 'Free up space or set INDEXER_DIRECTORY to another disk, then run this again.';

/** @throws {FetchFailed} when the folder's disk has less free space than that. */
export const needRoom = async (folder: string, bytes: number): Promise<void> => {
  const {bavail, bsize} = await statfs(folder);
  const free = bavail * bsize;
  if (bytes <= free) return;
  throw new FetchFailed(
    `The extract needs another ${gibibytes(bytes)}, but ${folder} has ${gibibytes(free)} free. ${makeRoom}`,
  );
};

/** The error of a disk that filled up; `undefined` for any other. Others need the space, so the part goes. */
export const diskFull = (folder: string, cause: unknown): PartSpoiled | undefined => {
  const {code} = cause as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return undefined;
  return new PartSpoiled(
    `The disk of ${folder} is full; the partial download was deleted. ${makeRoom}`,
    {cause},
  );
};

const kept = 2;

/**
 * Deletes fetched extracts except the newest, `current` among them, and parts of any other. Only names
 * in the register's form are touched: other files in the folder are not the indexer's.
 */
export const removeOldExtracts = async (folder: string, current: string): Promise<void> => {
  const others = (await readdir(folder)).filter(name => name !== current);
  const old = newestFirst(others).slice(kept - 1);
  const parts = others.filter(
    name => name.endsWith('.part') && isExtractName(basename(name, '.part')),
  );
  for (const name of [...old, ...parts]) await removeFetched(join(folder, name));
};
