import {execFile} from 'node:child_process';
import {mkdtempSync} from 'node:fs';
import {rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {buffer} from 'node:stream/consumers';
import {promisify} from 'node:util';
import {type Options, ZipFile} from 'yazl';
import {type OpenOptions, openExtract} from '#indexer/read/open-extract.ts';
import type {Scope} from '../scope.ts';

/** An empty folder, gone when the test ends. */
export const aFolder = (t: Scope): string => {
  const folder = mkdtempSync(join(tmpdir(), 'test-'));
  t.teardown(() => rm(folder, {recursive: true, force: true}));
  return folder;
};

/** Writes a file into a folder of its own, both gone when the test ends. */
export const aFile = async (
  t: Scope,
  content: string | Uint8Array,
  name = 'extract',
): Promise<string> => {
  const path = join(aFolder(t), name);
  await writeFile(path, content);
  return path;
};

/** A named pipe in a folder of its own, both gone when the test ends. */
export const aNamedPipe = async (t: Scope): Promise<string> => {
  const path = join(dirname(await aFile(t, '')), 'pipe');
  await promisify(execFile)('mkfifo', [path]);
  return path;
};

/** A zip of the given entries; a name that ends with a slash is a folder. */
export const aZip = async (
  entries: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<Options> = {},
): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) {
    if (name.endsWith('/')) zip.addEmptyDirectory(name);
    else zip.addBuffer(Buffer.from(content), name, options);
  }
  zip.end();
  return await buffer(zip.outputStream);
};

/** The bytes with one bit changed at `place`, which counts from their end if it is negative. */
export const damagedAt = (bytes: Uint8Array, place: number): Buffer => {
  const copy = Buffer.from(bytes);
  const at = place < 0 ? copy.length + place : place;
  copy[at] = (copy[at] ?? 0) ^ 0x10;
  return copy;
};

/** An open extract that is closed when its scope ends. */
export const anExtract = async (path: string, options?: OpenOptions) => {
  const extract = await openExtract(path, options);
  return {...extract, [Symbol.asyncDispose]: extract.close};
};
