import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {mkdir, open, readdir, rename, rm, rmdir, stat, statfs, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {isDiskFull, TryLater, UsageError} from '#core/command-line/errors.ts';
import {digits} from '#core/command-line/figures.ts';
import {exportSerials, readManifest} from '#core/exports.ts';
import {
  type Export,
  type ExportFile,
  isExportFile,
  manifestName,
  PartialExport,
} from '#mappings/export.ts';

/** The number of exports whose changes are kept, including those whose vehicles are gone. */
const keptChanges = 8;

/** The bytes of a vehicle in both formats together, if there is no earlier export to go by. */
const usualBytes = 450;

export const megabytes = (bytes: number): string => `${digits(Math.ceil(bytes / 1e6))} MB`;

/** The total bytes of an export's files. */
export const sizeOf = ({files}: Export): number => files.reduce((sum, {bytes}) => sum + bytes, 0);

/** The folder of one release. */
export const exportFolder = (directory: string, serial: number) => {
  const folder = join(directory, String(serial));
  const path = (name: string) => join(folder, name);

  /** Writes a file, which gets its name only once it is complete and on the disk. */
  const put = async <Written>(
    name: string,
    write: (path: string) => Promise<Written>,
  ): Promise<Written> => {
    const part = path(`${name}.part`);
    await mkdir(folder, {recursive: true});
    const written = await write(part);
    const file = await open(part);
    await file.sync().finally(() => file.close());
    await rename(part, path(name));
    return written;
  };

  /** Whether the files of a manifest exist, in the sizes that it states. */
  const has = async ({files}: Export): Promise<boolean> => {
    const sizes = files.map(async ({name, bytes}) => {
      const found = await stat(path(name)).catch(() => undefined);
      return found?.size === bytes;
    });
    return (await Promise.all(sizes)).every(Boolean);
  };

  return {
    path,
    has,
    /** Adds a file, which `write` writes at a path. That resolves to the number of vehicles in it. */
    put: (name: string, write: (path: string) => Promise<number>): Promise<ExportFile> =>
      put(name, async path => {
        const vehicles = await write(path);
        const {size: bytes} = await stat(path);
        const hash = createHash('sha256');
        for await (const chunk of createReadStream(path)) hash.update(chunk);
        return {name, bytes, sha256: hash.digest('hex'), vehicles};
      }),
    save: (manifest: Export): Promise<void> =>
      put(manifestName, path => writeFile(path, `${JSON.stringify(manifest, undefined, 2)}\n`)),
    /** The unfinished export, if its files exist in the sizes that it states. */
    partial: async (): Promise<PartialExport | undefined> => {
      const {data} = PartialExport.safeParse(await readManifest(directory, serial));
      return data && (await has(data)) ? data : undefined;
    },
    /** Deletes the files of exports except `staying` and the manifest, and an empty folder. Returns their number. */
    clear: async (staying: readonly ExportFile[] = []): Promise<number> => {
      await mkdir(folder, {recursive: true});
      const names = new Set(staying.map(({name}) => name));
      if (names.size > 0) names.add(manifestName);
      const found = await readdir(folder);
      const gone = found.filter(name => isExportFile(name) && !names.has(name));
      // A reader of the manifest finds the files that it names, or no manifest.
      if (names.size === 0) await rm(path(manifestName), {force: true});
      for (const name of gone) await rm(path(name), {force: true});
      if (gone.length === found.length) await rmdir(folder);
      return gone.length;
    },
  };
};

/** @throws {UsageError} If no files can be written to the directory. */
export const requireDirectory = async (directory: string): Promise<void> => {
  const probe = writeFile(join(directory, 'lock'), '', {flag: 'a'});
  await probe.catch((error: NodeJS.ErrnoException) => {
    if (isDiskFull(error)) throw error;
    throw new UsageError(
      `EXPORTS_DIRECTORY, ${directory}, is not a folder that this user can write to (${error.code}). Create it, or correct the variable.`,
    );
  });
};

/** Refuses an export that the disk has no room for. @throws {TryLater} */
export const requireRoom = async (
  directory: string,
  vehicles: number,
  earlier: readonly Export[],
  written: number,
): Promise<void> => {
  const {bavail, bsize} = await statfs(directory);
  const known = earlier.find(each => each.files.some(({name}) => name.startsWith('vehicles-')));
  const perVehicle = known ? sizeOf(known) / Math.max(1, known.vehicleCount) : usualBytes;
  const needed = Math.ceil(1.1 * perVehicle * vehicles) - written;
  if (bavail * bsize >= needed) return;
  throw new TryLater(
    `An export of ${digits(vehicles)} vehicles needs about ${megabytes(needed)}, and ${directory} has ${megabytes(bavail * bsize)}. Free disk space, then run "export".`,
  );
};

/**
 * Deletes the vehicles of earlier exports whose generation is gone, and of these all changes but the latest. A
 * manifest names only files that exist. Files without a manifest, older than the live release, are left over from a
 * deletion that was killed. Returns the number of deleted files.
 */
export const pruneExports = async (
  directory: string,
  live: number,
  earlier: readonly Export[],
  versions: ReadonlySet<string>,
): Promise<number> => {
  let deleted = 0;
  const known = new Set(earlier.map(({serial}) => serial));
  for (const serial of await exportSerials(directory)) {
    if (serial >= live || known.has(serial)) continue;
    deleted += await exportFolder(directory, serial).clear();
  }
  const ready = earlier.filter(({state}) => state === 'Ready');
  const recent = new Set(ready.slice(0, keptChanges - 1));
  for (const each of earlier) {
    const isKept = ({name}: ExportFile) =>
      versions.has(each.version) || (recent.has(each) && name.startsWith('changes.'));
    const files = each.state === 'Ready' ? each.files.filter(isKept) : [];
    if (files.length > 0 && files.length === each.files.length) continue;
    const folder = exportFolder(directory, each.serial);
    if (files.length > 0) await folder.save({...each, files});
    deleted += await folder.clear(files);
  }
  return deleted;
};
