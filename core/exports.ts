import {open, readdir, readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {z} from 'zod';
import {Export, type ExportFile, manifestName} from '#mappings/export.ts';
import {isServedIn} from '#mappings/generation.ts';

/** Undefined where there is no such file. */
const orMissing = async <Value>(read: Promise<Value>): Promise<Value | undefined> => {
  try {
    return await read;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** The manifest in the folder of a release, as it was written; undefined if there is none. */
export const readManifest = async (directory: string, serial: number): Promise<unknown> => {
  const file = join(directory, String(serial), manifestName);
  const text = await orMissing(readFile(file, 'utf8'));
  return text === undefined ? undefined : JSON.parse(text);
};

/** A manifest was cut or changed after it was written. Its message is for the operator. */
export class DamagedManifest extends Error {
  override readonly name = 'DamagedManifest';
}

type OnDamaged = (error: DamagedManifest) => void;

const readExport = async (
  directory: string,
  serial: number,
  onDamaged: OnDamaged,
): Promise<readonly Export[]> => {
  try {
    const manifest = await readManifest(directory, serial);
    return manifest === undefined ? [] : [Export.parse(manifest)];
  } catch (cause) {
    if (!(cause instanceof SyntaxError) && !(cause instanceof z.ZodError)) throw cause;
    const file = join(directory, String(serial), manifestName);
    const message = `${file} is not a manifest of an export. Restore it; or delete it and run "export", which writes the files anew if their release is live, and deletes them otherwise.`;
    onDamaged(new DamagedManifest(message, {cause}));
    return [];
  }
};

/** The serials whose folders are in a directory, newest first; none where it is missing. */
export const exportSerials = async (directory: string): Promise<readonly number[]> => {
  const found = (await orMissing(readdir(directory, {withFileTypes: true}))) ?? [];
  const names = found.filter(each => !each.isFile()).map(({name}) => name);
  const serials = names.filter(name => /^[1-9]\d{0,14}$/.test(name)).map(Number);
  return serials.toSorted((a, b) => b - a);
};

/**
 * The exports in a directory, newest first, including unfinished ones; none if it is missing. An export with a damaged
 * manifest is left out after a call of `onDamaged`, which throws by default.
 */
export const readExports = async (
  directory: string,
  onDamaged: OnDamaged = error => {
    throw error;
  },
): Promise<readonly Export[]> => {
  const serials = await exportSerials(directory);
  const found = serials.map(serial => readExport(directory, serial, onDamaged));
  return (await Promise.all(found)).flat();
};

/** The exports of the data of one environment. */
export const exportsOf = async (
  environment: 'live' | 'test',
  ...asked: Parameters<typeof readExports>
): Promise<readonly Export[]> => {
  const all = await readExports(...asked);
  return all.filter(({version}) => isServedIn(environment, version));
};

/** Whether a file of an export is still there. @throws {Error} If it is not as long as its manifest says. */
export const hasExportFile = async (
  directory: string,
  serial: number,
  {name, bytes}: ExportFile,
): Promise<boolean> => {
  const file = join(directory, String(serial), name);
  const found = await orMissing(stat(file));
  if (found && found.size !== bytes) {
    throw new Error(`${file} has ${found.size} bytes, and its manifest says ${bytes}.`);
  }
  return found !== undefined;
};

/** A file of an export; undefined if it was deleted meanwhile. */
export const openExportFile = (directory: string, serial: number, name: string) =>
  orMissing(open(join(directory, String(serial), name)));
