import {createHash} from 'node:crypto';
import {createReadStream, createWriteStream} from 'node:fs';
import {mkdir, open, readdir, rename, rm, rmdir, stat, statfs, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {constants, createZstdCompress} from 'node:zlib';
import {OperationalError, UsageError} from '#core/command-line/errors.ts';
import {digits} from '#core/command-line/figures.ts';
import {readExportFile, readExports} from '#core/exports.ts';
import {
  type Export,
  type ExportFile,
  isExportFile,
  manifestName,
  PartialExport,
  stateName,
} from '#mappings/export.ts';

/** How many changes are kept, those of exports whose vehicles are gone among them. */
const keptChanges = 8;

/** Bytes that a vehicle takes in both formats, where no earlier export tells. */
const usualBytes = 450;

export const megabytes = (bytes: number): string => `${digits(Math.ceil(bytes / 1e6))} MB`;

const withoutVehicles = ({files}: Export): readonly ExportFile[] =>
  files.filter(({name}) => name.startsWith('changes.'));

/** The bytes of its files. */
export const sizeOf = ({files}: Pick<Export, 'files'>): number =>
  files.reduce((sum, {bytes}) => sum + bytes, 0);

const byManifest = (a: string, b: string): number =>
  Number(b === manifestName) - Number(a === manifestName);

/** The folder of one release. What is written into it has another name until it is whole and on the disk. */
export const exportFolder = (directory: string, serial: number) => {
  const folder = join(directory, String(serial));
  const [path, partOf] = [
    (name: string) => join(folder, name),
    (name: string) => join(folder, `${name}.part`),
  ];

  const writeJson = async (name: string, value: object): Promise<void> => {
    await mkdir(folder, {recursive: true});
    await writeFile(partOf(name), `${JSON.stringify(value, undefined, 2)}\n`, {flush: true});
    await rename(partOf(name), path(name));
  };

  /** Measures what is passed on. */
  const meter = () => {
    const hash = createHash('sha256');
    let bytes = 0;
    return {
      pass: async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      },
      measured: () => ({bytes, sha256: hash.digest('hex')}),
    };
  };

  return {
    path,
    /** A file of NDJSON, compressed while it is written. */
    compress: async (name: string, chunks: AsyncIterable<Buffer>, signal: AbortSignal) => {
      await mkdir(folder, {recursive: true});
      const {pass, measured} = meter();
      const zstd = createZstdCompress({params: {[constants.ZSTD_c_checksumFlag]: 1}});
      const file = createWriteStream(partOf(name), {flush: true});
      await pipeline(Readable.from(chunks), zstd, pass, file, {signal});
      await rename(partOf(name), path(name));
      return measured();
    },
    /** A file that `write` writes by its path. */
    adopt: async <Written>(name: string, write: (path: string) => Promise<Written>) => {
      const written = await write(partOf(name));
      const {pass, measured} = meter();
      for await (const _ of pass(createReadStream(partOf(name))));
      const file = await open(partOf(name));
      await file.sync().finally(() => file.close());
      await rename(partOf(name), path(name));
      return {written, ...measured()};
    },
    /** The state of an export that was not ended, if its files are there as it says. */
    partial: async (): Promise<PartialExport | undefined> => {
      const read = PartialExport.safeParse(await readExportFile(directory, serial, stateName));
      const sizes = read.data?.files.map(async ({name, bytes}) => {
        const found = await stat(path(name)).catch(() => undefined);
        return found?.size === bytes;
      });
      return (await Promise.all(sizes ?? [])).every(Boolean) ? read.data : undefined;
    },
    save: (state: PartialExport) => writeJson(stateName, state),
    publish: async (manifest: Export): Promise<void> => {
      await writeJson(manifestName, manifest);
      await rm(path(stateName), {force: true});
    },
    /** Deletes the files of ours that are not to stay, and the folder if nothing is left in it. */
    clear: async (staying: readonly string[] = []): Promise<readonly string[]> => {
      await mkdir(folder, {recursive: true});
      const found = await readdir(folder);
      const gone = found.filter(name => isExportFile(name) && !staying.includes(name));
      // Whoever reads the manifest meanwhile finds what it names, or no manifest.
      for (const name of gone.toSorted(byManifest)) await rm(path(name), {force: true});
      if (gone.length === found.length) await rmdir(folder);
      return gone;
    },
  };
};

/** @throws {UsageError} If no files can be written there. */
export const requireDirectory = async (directory: string): Promise<void> => {
  const probe = join(directory, 'lock');
  const file = await open(probe, 'a').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `EXPORTS_DIRECTORY, ${directory}, is not a folder that this user can write to (${error.code}). Create it, or correct the variable.`,
    );
  });
  await file.close();
};

/** Refuses an export for which there is no room. @throws {OperationalError} */
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
  throw new OperationalError(
    `An export of ${digits(vehicles)} vehicles needs about ${megabytes(needed)}, and ${directory} has ${megabytes(bavail * bsize)}. Make room, then run "export".`,
  );
};

/**
 * Deletes what is not kept: the vehicles of releases whose generation is gone, and all of them but the last
 * changes. A manifest names only files that are there. Returns how many files were deleted.
 */
export const pruneExports = async (
  directory: string,
  current: number,
  versions: ReadonlySet<string>,
): Promise<number> => {
  let deleted = 0;
  const older = (await readExports(directory)).filter(({serial}) => serial < current);
  for (const [at, each] of older.entries()) {
    if (versions.has(each.version) && each.state === 'Ready') continue;
    const folder = exportFolder(directory, each.serial);
    const files = at < keptChanges - 1 && each.state === 'Ready' ? withoutVehicles(each) : [];
    if (files.length === each.files.length && files.length > 0) continue;
    if (files.length > 0) await folder.publish({...each, files: [...files]});
    const staying = files.length > 0 ? [manifestName, ...files.map(({name}) => name)] : [];
    deleted += (await folder.clear(staying)).length;
  }
  return deleted;
};
