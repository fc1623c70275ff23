import type {FileHandle} from 'node:fs/promises';
import {pipeline, Readable} from 'node:stream';
import {crc32, createGunzip, createInflateRaw, type Gunzip, type InflateRaw} from 'node:zlib';
import {type Entry, fromFdPromise, type ZipFile} from 'yauzl';
import {ExtractRefused, type RefusalCode} from './extract-refused.ts';
import {chunkBytes, type Input, peek} from './open-input.ts';

/** The register's extracts inflate about twentyfold; deflate itself can reach a thousandfold. */
const maxRatio = 200;

/** Any file may inflate to this, even a tiny one. In bytes. */
const freeBytes = 64 * 1024 ** 2;

/**
 * @throws {ExtractRefused} if `contentBytes` are more than an extract of `fileBytes` unpacks to, or
 * than the operator allows.
 */
export const checkSize = (contentBytes: number, fileBytes: number, maxBytes: number): void => {
  if (contentBytes > freeBytes + maxRatio * fileBytes) {
    throw new ExtractRefused('InflatesTooFar', maxRatio);
  }
  if (contentBytes > maxBytes) throw new ExtractRefused('TooLarge', maxBytes);
};

/**
 * Identifies the plain content of an extract under any name and in any container: `134217728-1c291ca3`, its size
 * in bytes and its CRC-32. No second extract has had both.
 */
const toContentId = (bytes: number, checksum: number): string =>
  `${bytes}-${checksum.toString(16).padStart(8, '0')}`;

/**
 * The plain content of a file: of a zip's only XML file, of gzip, or the file as it is. Sizes that are
 * known beforehand are checked at once, not when they have been reached.
 *
 * @throws {ExtractRefused} if it cannot be an extract; reading the content throws it if that is damaged, or
 * as soon as it is too large: a file made to fill disks is refused early.
 */
export const unpack = async (input: Input, maxBytes: number) => {
  const {packed, engine, length, statedContentId} = await findContent(input, maxBytes);
  let fileBytes = 0;
  let contentId: string | undefined;

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of packed) {
      fileBytes += chunk.length;
      yield chunk;
    }
  }

  async function* measured(): AsyncGenerator<Uint8Array> {
    let [bytes, checksum] = [0, 0];
    for await (const chunk of engine ? inflated(counted(), engine, length) : counted()) {
      bytes += chunk.length;
      checkSize(bytes, fileBytes, maxBytes);
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    const found = toContentId(bytes, checksum);
    if (statedContentId !== undefined && found !== statedContentId) {
      throw new ExtractRefused('ChecksumMismatch');
    }
    contentId = found;
  }

  return {
    content: measured(),
    /** The id of the content according to the directory of a zip; undefined for every other file. */
    statedContentId,
    /** The number of bytes of the file read so far. */
    bytesRead: () => fileBytes,
    /** Undefined until the content has been read to its end, undamaged. */
    contentId: () => contentId,
  };
};

/**
 * The bytes of a file that hold its content, the engine that inflates them unless they are the content, and
 * their number, if the file states it.
 */
const findContent = async (input: Input, maxBytes: number) => {
  const {found: signature, all: packed} = await peek(input.stream, signatureOf);
  if (signature === 'PK\x03\x04' || signature === 'PK\x05\x06') {
    if (!input.file) throw new ExtractRefused('ZipOnStdin');
    return await findInZip(input.file, maxBytes).catch(rejectZip);
  }
  const isGzip = signature.startsWith('\x1f\x8b');
  if (!isGzip && input.stats) checkSize(input.stats.size, input.stats.size, maxBytes);
  const engine = isGzip && createGunzip({chunkSize: chunkBytes});
  return {packed, engine, length: undefined, statedContentId: undefined};
};

const signatureOf = (start: Buffer, isAll: boolean): string | undefined =>
  start.length >= 4 || isAll ? start.toString('latin1', 0, 4) : undefined;

const stored = 0;
const deflated = 8;

const findInZip = async (file: FileHandle, maxBytes: number) => {
  const zip = await fromFdPromise(file.fd, {autoClose: false});
  const entry = await onlyXmlEntry(zip);
  if (entry.isEncrypted()) throw new ExtractRefused('ZipEncrypted');
  const {compressionMethod, compressedSize: length, uncompressedSize: bytes, crc32} = entry;
  if (![stored, deflated].includes(compressionMethod)) throw new ExtractRefused('ZipCompression');
  const {fileDataStart: start} = await zip.readLocalFileHeaderPromise(entry, {minimal: true});
  checkSize(bytes, length, maxBytes);
  return {
    // `end` is the last byte: a range without bytes cannot be expressed.
    packed:
      length === 0
        ? Readable.from([])
        : file.createReadStream({start, end: start + length - 1, highWaterMark: chunkBytes}),
    engine: compressionMethod === deflated && createInflateRaw({chunkSize: chunkBytes}),
    length,
    statedContentId: toContentId(bytes, crc32),
  };
};

/** The only XML file in a zip, under any name; folders and other files do not matter. */
const onlyXmlEntry = async (zip: ZipFile): Promise<Entry> => {
  let found: Entry | undefined;
  for await (const entry of zip.eachEntry()) {
    // macOS keeps notes beside each file, under its name.
    if (!/\.xml$/i.test(entry.fileName) || entry.fileName.startsWith('__MACOSX/')) continue;
    if (found) throw new ExtractRefused('ZipEntries', 'more than one XML file');
    found = entry;
  }
  if (!found) throw new ExtractRefused('ZipEntries', 'no XML file');
  return found;
};

/** The library's own errors are all about the archive: its end, its directory, its names. */
const rejectZip = (cause: unknown): never => {
  if (cause instanceof ExtractRefused || !(cause instanceof Error) || 'code' in cause) throw cause;
  const isAboutNames = /characters in fileName|absolute path|relative path/.test(cause.message);
  throw isAboutNames
    ? new ExtractRefused('ZipEntries', 'a path that leaves it', {cause})
    : new ExtractRefused('ZipTruncated', '', {cause});
};

/** Codes by zlib's messages; every other message is about damaged data. */
const refusals: Readonly<Record<string, RefusalCode>> = {
  'unexpected end of file': 'DataTruncated',
  'incorrect data check': 'ChecksumMismatch',
};

/**
 * Inflates a file. Consecutive members of gzip are one content (RFC 1952 §2.2), and their checksums are
 * checked on the way. For raw deflate data, only the framing is checked.
 *
 * @param length The length of the compressed data, in bytes: it must end there.
 */
async function* inflated(
  compressed: AsyncIterable<Uint8Array>,
  engine: Gunzip | InflateRaw,
  length?: number,
): AsyncGenerator<Uint8Array> {
  // Errors surface in the iteration below; `pipeline` requires a callback.
  pipeline(compressed, engine, () => undefined);
  try {
    yield* engine;
  } catch (cause) {
    const {code, message} = cause as NodeJS.ErrnoException;
    if (!code?.startsWith('Z_')) throw cause;
    throw new ExtractRefused(refusals[message] ?? 'DataCorrupt', '', {cause});
  }
  if (length !== undefined && engine.bytesWritten !== length) {
    throw new ExtractRefused('DataCorrupt');
  }
}
