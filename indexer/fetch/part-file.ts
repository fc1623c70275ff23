import {open, readFile, rename, rm, stat, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {RemoteFile} from './source.ts';

export type PartFile = Awaited<ReturnType<typeof openPart>>;

/**
 * Opens a file for its download: its first bytes in `<name>.part`, the version they belong to beside
 * it in `<name>.part.json`. Once complete they become `<name>` and `<name>.json`. A part of any other
 * version is deleted.
 */
export const openPart = async (folder: string, remote: RemoteFile) => {
  const final = join(folder, remote.name);
  const path = `${final}.part`;
  const resumes = isVersion(await versionAt(path), remote);
  if (!resumes) await removeFetched(path);
  const file = await open(path, 'a');
  if (!resumes) await writeFile(versionFile(path), JSON.stringify(remote));
  let {size} = await file.stat();

  return {
    path,
    size: () => size,
    /** Appends at the current size, or starts over at 0. */
    write: async (at: number, bytes: Uint8Array): Promise<void> => {
      if (at !== size) await file.truncate(at);
      size = at;
      await file.appendFile(bytes);
      size += bytes.length;
    },
    /** Flushes the content to the disk, closes the file and gives it its final name. */
    finish: async (): Promise<void> => {
      const modifiedAt = new Date(remote.modifiedAt ?? Date.now());
      await utimes(path, modifiedAt, modifiedAt);
      await file.sync();
      await file.close();
      await rename(path, final);
      await rename(versionFile(path), versionFile(final));
    },
    /** Closes the file and leaves it for the next run. */
    close: (): Promise<void> => file.close(),
    /** Closes and deletes the file. */
    discard: async (): Promise<void> => {
      await file.close();
      await removeFetched(path);
    },
  };
};

/** Deletes an extract or a part. The version goes first: a part of unknown version is never resumed. */
export const removeFetched = async (path: string): Promise<void> => {
  await rm(versionFile(path), {force: true});
  await rm(path, {force: true});
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
  return isVersion(version, remote) && (remote.size === null || file.size === remote.size);
};

/** The name of the extract that a fetch wrote to this path, whole or in part; undefined if none did. */
export const fetchedName = async (path: string): Promise<string | undefined> => {
  const version = await versionAt(path).catch(() => undefined);
  try {
    const {name, entityTag}: Partial<RemoteFile> = JSON.parse(version ?? '{}') ?? {};
    return entityTag === undefined ? undefined : name;
  } catch {
    return undefined;
  }
};

const versionFile = (path: string) => `${path}.json`;

const versionAt = (path: string): Promise<string | undefined> =>
  readFile(versionFile(path), 'utf8').catch(absent);

/** Whether a stored version is that of the server, which tells anything that identifies it. */
const isVersion = (version: string | undefined, remote: RemoteFile): boolean =>
  version === JSON.stringify(remote) &&
  [remote.size, remote.modifiedAt, remote.entityTag].some(told => told !== null);

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};
