import {statfsSync} from 'node:fs';
import {mkdir, readdir, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {isDiskFull} from '#core/command-line/errors.ts';
import {lockFile} from '#core/command-line/file-lock.ts';
import {ConfigurationError} from '#core/config/config.ts';
import {instantInName, isExtractName} from '#core/domain/extract-name.ts';
import {FetchFailed, PartSpoiled, type RemoteFile} from './source.ts';

const advice = 'Set INDEXER_DIRECTORY to a folder that this user can write to.';

export const notWritable = (folder: string, cause?: unknown): ConfigurationError =>
  new ConfigurationError(`Cannot write to ${folder}. ${advice}`, {cause});

/** The folder for extracts below the indexer's. */
export const extractsIn = (directory: string): string => join(directory, 'extracts');

/** SQLite's result codes SQLITE_READONLY and SQLITE_CANTOPEN. */
const unwritable: readonly unknown[] = [8, 14];

/**
 * The folder for extracts, created if it does not exist, and a lock that keeps a
 * second fetch out of it until the lock is closed.
 */
export const openFolder = async (directory: string) => {
  const folder = extractsIn(directory);
  await mkdir(folder, {recursive: true}).catch((cause: NodeJS.ErrnoException) => {
    if (isDiskFull(cause)) throw cause;
    throw new ConfigurationError(`Cannot create ${folder} (${cause.code}). ${advice}`, {cause});
  });
  try {
    const lock = lockFile(join(folder, '.fetch.lock'));
    if (lock !== undefined) return {folder, lock};
  } catch (cause) {
    if (!(cause instanceof Error && 'errcode' in cause && unwritable.includes(cause.errcode))) {
      throw cause;
    }
    throw notWritable(folder, cause);
  }
  throw new FetchFailed(`Another fetch into ${folder} is running. Wait until it ends.`);
};

const mebibyte = 2 ** 20;
const gibibyte = 2 ** 30;

const shown = (bytes: number): string =>
  bytes < gibibyte
    ? `${(bytes / mebibyte).toFixed(1)} MiB`
    : `${(bytes / gibibyte).toFixed(1)} GiB`;

const makeRoom = 'Free up space or set INDEXER_DIRECTORY to another disk, then run this again.';

/**
 * Throws if `bytes` more would not leave enough space on the folder's disk: below its
 * flood-stage watermark, by default 5 % of the disk or 100 GB, an Elasticsearch on this disk makes its
 * indices read-only. Also called before each write: the length can be unknown, and others use the
 * disk, too. They need the space, so the part is deleted.
 */
export const needRoom = (
  folder: string,
  bytes: number,
  when: 'before the download' | 'during the download',
): void => {
  const {bavail, blocks, bsize} = statfsSync(folder);
  const [free, reserve] = [bavail * bsize, Math.min(blocks * bsize * 0.05, 100 * gibibyte)];
  // A file takes whole blocks.
  if (Math.ceil(bytes / bsize) * bsize <= free - reserve) return;
  const space = `has ${shown(free)} free, of which ${shown(reserve)} must stay free`;
  throw when === 'before the download'
    ? new FetchFailed(
        `The extract needs another ${shown(bytes)}, but ${folder} ${space}. ${makeRoom}`,
      )
    : new PartSpoiled(
        `The disk of ${folder} ${space}; the partial download was deleted. ${makeRoom}`,
      );
};

/** The error for a disk that became full nevertheless; `undefined` for any other cause. */
export const diskFull = (folder: string, cause: unknown): PartSpoiled | undefined => {
  if (!isDiskFull(cause)) return undefined;
  return new PartSpoiled(
    `The disk of ${folder} is full; the partial download was deleted. ${makeRoom}`,
    {cause},
  );
};

/**
 * The path of a file during its download: its first bytes are in `<name>.part`, and their version
 * beside it in `<name>.part.json`. A part of any other version is deleted.
 */
export const partOf = async (folder: string, remote: RemoteFile): Promise<string> => {
  const path = join(folder, `${remote.name}.part`);
  if (isVersion(await versionAt(path), remote)) return path;
  await removeFetched(path);
  // The part comes first, so that the leftovers of an interruption are found by its name.
  await writeFile(path, '');
  await writeFile(versionFile(path), JSON.stringify(remote));
  return path;
};

/** Gives a part and its version the names of the complete file. */
export const finish = async (part: string, path: string): Promise<void> => {
  await rename(part, path);
  await rename(versionFile(part), versionFile(path));
};

/** An upload that stalls for longer has ended. */
const uploadMs = 10 * 60_000;

/**
 * Notes that a file is incomplete at the server. Returns the time since when, once this version has been incomplete for
 * longer than an upload can stall; undefined before.
 */
export const incompleteSince = async (
  folder: string,
  remote: RemoteFile,
): Promise<Date | undefined> => {
  const note = join(folder, '.incomplete.json');
  if (!isVersion(await readFile(note, 'utf8').catch(absent), remote)) {
    await writeFile(note, JSON.stringify(remote));
  }
  const {mtime} = await stat(note);
  return Date.now() - mtime.getTime() < uploadMs ? undefined : mtime;
};

/** Deletes an extract or a part. The version goes first: a part of unknown version is never resumed. */
export const removeFetched = async (path: string): Promise<void> => {
  await rm(versionFile(path), {force: true});
  await rm(path, {force: true});
};

/**
 * Whether the folder holds the complete file in this version. A file that was put there by hand has no
 * version beside it: then its size decides.
 */
export const isFetched = async (folder: string, remote: RemoteFile): Promise<boolean> => {
  const path = join(folder, remote.name);
  const file = await stat(path).catch(absent);
  if (file === undefined) return false;
  if (file.isDirectory()) {
    throw new ConfigurationError(`${path} is a directory. Move it elsewhere, then run this again.`);
  }
  const version = await versionAt(path);
  if (version === undefined) return file.size === remote.size;
  return isVersion(version, remote) && (remote.size === null || file.size === remote.size);
};

/** The name of the extract that a fetch wrote to this path, whole or in part; undefined if none did. */
const fetchedName = async (path: string): Promise<string | undefined> => {
  try {
    const version = (await versionAt(path)) ?? '{}';
    const {name, entityTag}: Partial<RemoteFile> = JSON.parse(version) ?? {};
    return entityTag === undefined ? undefined : name;
  } catch {
    return undefined;
  }
};

const versionFile = (path: string) => `${path}.json`;

const versionAt = (path: string): Promise<string | undefined> =>
  readFile(versionFile(path), 'utf8').catch(absent);

/** Whether a stored version is that of the server, and has anything that identifies it. */
const isVersion = (version: string | undefined, remote: RemoteFile): boolean =>
  version === JSON.stringify(remote) &&
  [remote.size, remote.modifiedAt, remote.entityTag].some(told => told !== null);

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

const kept = 2;

/**
 * Deletes fetched extracts except the newest, which include `current`, and the parts of all others. It touches
 * only names in the register's form, and files with the version that a fetch writes beside them:
 * other files in the folder are not the indexer's.
 */
export const removeOldExtracts = async (folder: string, current: string): Promise<void> => {
  const entries = await readdir(folder, {withFileTypes: true});
  const others = entries
    .filter(entry => entry.name !== current && !entry.isDirectory())
    .map(({name}) => name);
  const extracts: {readonly name: string; readonly time: string}[] = [];
  for (const name of others) {
    const path = join(folder, name);
    const isPart = name.endsWith('.part');
    const extract = isPart ? basename(name, '.part') : name;
    if (!isExtractName(extract) && (await fetchedName(path)) !== extract) continue;
    if (isPart) await removeFetched(path);
    else {
      // The server says when the file was made.
      const time = instantInName(name) ?? (await stat(path)).mtime.toISOString();
      extracts.push({name, time});
    }
  }
  const newestFirst = extracts.toSorted((a, b) => b.time.localeCompare(a.time));
  for (const {name} of newestFirst.slice(kept - 1)) await removeFetched(join(folder, name));
};
