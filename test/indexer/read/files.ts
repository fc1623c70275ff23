import {readdir, readlink} from 'node:fs/promises';
import {buffer} from 'node:stream/consumers';
import {anExtract} from '../../helpers/extracts/files.ts';

/** The content of a file; a promise, since tests are declared before a zip is made. */
export type Content = string | Uint8Array | Promise<Uint8Array>;

/** The whole plain content of a file; the file is closed again. */
export const contentOf = async (path: string): Promise<string> => {
  await using extract = await anExtract(path);
  return (await buffer(extract.bytes)).toString();
};

/** How many descriptors of this process are open on a file. */
export const descriptorsOn = async (path: string): Promise<number> => {
  const descriptors = await readdir('/proc/self/fd');
  const targets = await Promise.all(
    descriptors.map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return targets.filter(target => target === path).length;
};

/** A zip of one entry with a field of its directory, and of the entry's own header, changed. */
export const withField = (zip: Buffer, offset: number, value: number): Buffer => {
  const copy = Buffer.from(zip);
  copy.writeUInt16LE(value, 4 + offset);
  copy.writeUInt16LE(value, copy.indexOf('PK\x01\x02', 0, 'latin1') + 6 + offset);
  return copy;
};
