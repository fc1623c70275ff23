import {
  type FileHandle,
  open,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import {join} from 'node:path';
import {isSameVersion, RemoteFile, tellsVersion} from './remote-file.ts';

/**
 * What is there of a file while it is fetched: `<name>.part`, and next to it in `<name>.part.json` of
 * which version it is a part. Once whole it becomes `<name>`, with `<name>.json`.
 */
export type PartFile = {
  readonly path: string;
  readonly size: () => number;
  /** Content that goes on where the file ends, or begins it anew. */
  readonly write: (at: number, bytes: Uint8Array) => Promise<void>;
  /** Gives it its final name, when its content is on the disk. It is closed then. */
  readonly finish: () => Promise<string>;
  /** Leaves it for the next run. */
  readonly close: () => Promise<void>;
  readonly discard: () => Promise<void>;
};

/** Opens what was begun of this version, or begins it. What was begun of another one is gone then. */
export const openPart = async (folder: string, remote: RemoteFile): Promise<PartFile> => {
  const final = join(folder, remote.name);
  const path = partOf(final);
  const begun = await versionAt(path);
  const isOurs = begun !== undefined && tellsVersion(remote) && isSameVersion(begun, remote);
  if (!isOurs) await removePart(final);
  const file = await open(path, 'a');
  if (!isOurs) await writeFile(versionFile(path), JSON.stringify(remote));
  let {size} = await file.stat();

  const discard = async () => {
    await file.close();
    await removePart(final);
  };

  return {
    path,
    size: () => size,
    write: async (at, bytes) => {
      if (at !== size) await file.truncate(at);
      size = at;
      await append(file, bytes);
      size += bytes.length;
    },
    finish: async () => {
      const modifiedAt = new Date(remote.modifiedAt ?? Date.now());
      await utimes(path, modifiedAt, modifiedAt);
      await file.sync();
      await file.close();
      await rename(path, final);
      await rename(versionFile(path), versionFile(final));
      return final;
    },
    close: () => file.close(),
    discard,
  };
};

const partOf = (final: string) => `${final}.part`;

/** Without the version first: a part whose version is not known is never gone on with. */
export const removePart = async (final: string): Promise<void> => {
  await rm(versionFile(partOf(final)), {force: true});
  await rm(partOf(final), {force: true});
};

export const removeFetched = async (final: string): Promise<void> => {
  await rm(versionFile(final), {force: true});
  await rm(final, {force: true});
};

/**
 * Whether the file is in the folder, whole and in this version. One that was put there by hand says
 * nothing of its version: then its size decides.
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
    // It was cut off as it was written: then nobody knows the version.
    return undefined;
  }
};

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

const append = async (file: FileHandle, bytes: Uint8Array): Promise<void> => {
  for (let rest = bytes; rest.length > 0; ) {
    const {bytesWritten} = await file.write(rest);
    rest = rest.subarray(bytesWritten);
  }
};
