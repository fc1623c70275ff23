import {open, readFile, rename, rm, stat, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {isSameVersion, RemoteFile, tellsVersion} from './source.ts';

/**
 * A file during its download: its first bytes in `<name>.part`, the version they belong to beside it
 * in `<name>.part.json`. Once complete they become `<name>` and `<name>.json`.
 */
export type PartFile = {
  readonly path: string;
  readonly size: () => number;
  /** Appends at the current size, or starts over at 0. */
  readonly write: (at: number, bytes: Uint8Array) => Promise<void>;
  /** Flushes the content to the disk, closes the file and gives it its final name. */
  readonly finish: () => Promise<void>;
  /** Closes the file and leaves it for the next run. */
  readonly close: () => Promise<void>;
  /** Closes and deletes the file. */
  readonly discard: () => Promise<void>;
};

/** Opens the part of this version, or a new one. A part of any other version is deleted. */
export const openPart = async (folder: string, remote: RemoteFile): Promise<PartFile> => {
  const final = join(folder, remote.name);
  const path = partOf(final);
  const present = await versionAt(path);
  const resumes = present !== undefined && tellsVersion(remote) && isSameVersion(present, remote);
  if (!resumes) await removePart(final);
  const file = await open(path, 'a');
  if (!resumes) await writeFile(versionFile(path), JSON.stringify(remote));
  let {size} = await file.stat();

  return {
    path,
    size: () => size,
    write: async (at, bytes) => {
      if (at !== size) await file.truncate(at);
      size = at;
      await file.appendFile(bytes);
      size += bytes.length;
    },
    finish: async () => {
      const modifiedAt = new Date(remote.modifiedAt ?? Date.now());
      await utimes(path, modifiedAt, modifiedAt);
      await file.sync();
      await file.close();
      await rename(path, final);
      await rename(versionFile(path), versionFile(final));
    },
    close: () => file.close(),
    discard: async () => {
      await file.close();
      await removePart(final);
    },
  };
};

const partOf = (final: string) => `${final}.part`;

/** The version goes first: a part of unknown version is never resumed. */
export const removePart = async (final: string): Promise<void> => {
  await rm(versionFile(partOf(final)), {force: true});
  await rm(partOf(final), {force: true});
};

export const removeFetched = async (final: string): Promise<void> => {
  await rm(versionFile(final), {force: true});
  await rm(final, {force: true});
};

/**
 * Whether the folder holds the complete file in this version. One that was put there by hand has no
 * version beside it: then its size decides.
 */
export const isFetched = async (folder: string, remote: RemoteFile): Promise<boolean> => {
  const path = join(folder, remote.name);
  const file = await stat(path).catch(absent);
  if (file === undefined) return false;
  const version = await versionAt(path);
  if (version === undefined) return file.size === remote.size;
  const isWhole = remote.size === null || file.size === remote.size;
  return isWhole && tellsVersion(remote) && isSameVersion(version, remote);
};

const versionFile = (path: string) => `${path}.json`;

const versionAt = async (path: string): Promise<RemoteFile | undefined> => {
  const text = await readFile(versionFile(path), 'utf8').catch(absent);
  try {
    return RemoteFile.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    // Writing it was interrupted: the version is unknown.
    return undefined;
  }
};

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};
