import {mkdtemp, readdir, readlink, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {buffer} from 'node:stream/consumers';
import type {ExecutionContext} from 'ava';
import {type Options, ZipFile} from 'yazl';
import {openExtract} from '#indexer/source/open-extract.ts';

/** What to put into a file; tests are declared before a zip is made. */
export type Content = string | Uint8Array | Promise<Uint8Array>;

/** Writes a file into a folder of its own, both gone when the test ends. */
export const aFile = async (
  t: ExecutionContext,
  content: string | Uint8Array,
  name = 'extract',
): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'extract-'));
  t.teardown(() => rm(folder, {recursive: true}));
  const path = join(folder, name);
  await writeFile(path, content);
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

/** The whole plain content of a file; the file is closed again. */
export const contentOf = async (path: string): Promise<string> => {
  const extract = await openExtract(path);
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of extract.bytes) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  } finally {
    await extract.close();
  }
};

/** How many descriptors of this process are open on a file. */
export const descriptorsOn = async (path: string): Promise<number> => {
  const descriptors = await readdir('/proc/self/fd');
  const targets = await Promise.all(
    descriptors.map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return targets.filter(target => target === path).length;
};
