import type {FileHandle} from 'node:fs/promises';
import {crc32} from 'node:zlib';
import {type Entry, fromFdPromise, type ZipFile} from 'yauzl';
import type {ContentMeter} from './content-meter.ts';
import {ExtractRefused} from './extract-refused.ts';
import {inflatedRaw} from './inflate.ts';
import {readRange} from './open-input.ts';

/** Size and checksum of content, from the directory of its zip. In practice no other content has the same. */
export type Fingerprint = {
  /** Size of the plain content. */
  readonly bytes: number;
  readonly crc32: number;
};

/** The one XML file in a zip, and where its data lies, in bytes. */
type ZipEntry = {readonly entry: Entry; readonly start: number};

const stored = 0;
const deflated = 8;

/**
 * Finds the one XML file in a zip, under any name; folders and other files do not matter.
 *
 * @throws {ExtractRefused} when there is not exactly one, or it cannot be read.
 */
export const findZipEntry = async (file: FileHandle): Promise<ZipEntry> => {
  const zip = await asRefusal(() => fromFdPromise(file.fd, {autoClose: false}));
  const entry = await asRefusal(() => onlyXmlEntry(zip));
  if (entry.isEncrypted()) throw new ExtractRefused('ZipEncrypted');
  if (![stored, deflated].includes(entry.compressionMethod)) {
    throw new ExtractRefused('ZipCompression');
  }
  const {fileDataStart: start} = await asRefusal(() =>
    zip.readLocalFileHeaderPromise(entry, {minimal: true}),
  );
  return {entry, start};
};

export const fingerprintOf = ({entry: {uncompressedSize, crc32}}: ZipEntry): Fingerprint => ({
  bytes: uncompressedSize,
  crc32,
});

/**
 * The content of a zip's entry, with its checksum and size checked on the way.
 *
 * @throws {ExtractRefused} at the end, when the content is not what was compressed.
 */
export async function* unzipped(
  file: FileHandle,
  {entry, start}: ZipEntry,
  meter: ContentMeter,
): AsyncGenerator<Uint8Array> {
  const {compressedSize, compressionMethod} = entry;
  const compressed = meter.file(readRange(file, start, start + compressedSize));
  const content =
    compressionMethod === deflated ? inflatedRaw(compressed, compressedSize) : compressed;
  let checksum = 0;
  let bytes = 0;
  for await (const chunk of content) {
    checksum = crc32(chunk, checksum);
    bytes += chunk.length;
    yield chunk;
  }
  if (checksum !== entry.crc32 || bytes !== entry.uncompressedSize) {
    throw new ExtractRefused('ChecksumMismatch');
  }
}

const onlyXmlEntry = async (zip: ZipFile): Promise<Entry> => {
  const found: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (/\.xml$/i.test(entry.fileName)) found.push(entry);
    if (found.length > 1) break;
  }
  const [entry] = found;
  if (entry === undefined) throw new ExtractRefused('ZipEntries', 'no XML file');
  if (found.length > 1) throw new ExtractRefused('ZipEntries', 'more than one XML file');
  return entry;
};

/** The library's own errors are all about the archive: its end, its directory, its names. */
const asRefusal = async <Value>(read: () => Promise<Value>): Promise<Value> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ExtractRefused || !(error instanceof Error) || 'code' in error)
      throw error;
    const isAboutNames = /characters in fileName|absolute path|relative path/.test(error.message);
    throw isAboutNames
      ? new ExtractRefused('ZipEntries', 'a path that leaves it', {cause: error})
      : new ExtractRefused('ZipTruncated', '', {cause: error});
  }
};
