import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Export, manifestName, stateName} from '#mappings/export.ts';

/** Undefined where there is no such file. */
export const orMissing = async <Value>(read: Promise<Value>): Promise<Value | undefined> => {
  try {
    return await read;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** A JSON file in the folder of a release; undefined where there is none. */
export const readExportFile = async (
  directory: string,
  serial: number,
  name: string,
): Promise<unknown> => {
  const text = await orMissing(readFile(join(directory, String(serial), name), 'utf8'));
  return text === undefined ? undefined : JSON.parse(text);
};

/** The serials that have a folder, newest first; none where the directory is missing. */
const serialsIn = async (directory: string): Promise<readonly number[]> => {
  const names = (await orMissing(readdir(directory))) ?? [];
  return names
    .filter(name => /^[1-9]\d{0,14}$/.test(name))
    .map(Number)
    .toSorted((a, b) => b - a);
};

/** The exports in a directory, newest first, also those that are not ready. */
export const readExports = async (directory: string): Promise<readonly Export[]> => {
  const found = await Promise.all(
    (await serialsIn(directory)).map(
      async serial =>
        (await readExportFile(directory, serial, manifestName)) ??
        (await readExportFile(directory, serial, stateName)),
    ),
  );
  return found.flatMap(each => (each === undefined ? [] : Export.parse(each)));
};
