import {createHash} from 'node:crypto';
import {pipeline} from 'node:stream';
import {crc32, createGunzip, createInflateRaw, type Gunzip, type InflateRaw} from 'node:zlib';
import {type Entry, fromFdPromise, type ZipFile} from 'yauzl';
import {ExtractRefused, type RefusalCode} from './extract-refused.ts';
import {type Input, peek, readRange} from './open-input.ts';

/** The register's extracts inflate about twentyfold; deflate itself can reach a thousandfold. */
const maxRatio = 200;

/** Any file may inflate to this, however small it is. In bytes. */
const freeBytes = 64 * 1024 ** 2;

/** Measures one extract while its bytes pass through. */
export class ContentMeter {
  /** Bytes read of the file as it lies on disk. */
  fileBytes = 0;
  readonly #maxBytes: number;
  #sha256: string | undefined;

  /** @param maxBytes The most content that the operator allows. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * @throws {ExtractRefused} when `contentBytes` are more than an extract of `fileBytes` unpacks to, or
   * than the operator allows.
   */
  check(contentBytes: number, fileBytes: number): void {
    if (contentBytes > freeBytes + maxRatio * fileBytes) {
      throw new ExtractRefused('InflatesTooFar', maxRatio);
    }
    if (contentBytes > this.#maxBytes) throw new ExtractRefused('TooLarge', this.#maxBytes);
  }

  /** Passes on and counts the bytes of the file. */
  async *file(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.fileBytes += chunk.length;
      yield chunk;
    }
  }

  /**
   * Passes on and digests the unpacked content.
   *
   * @throws {ExtractRefused} as soon as it has grown too far: a file made to fill disks is given up
   * early.
   */
  async *content(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      this.check(bytes, this.fileBytes);
      hash.update(chunk);
      yield chunk;
    }
    this.#sha256 = hash.digest('hex');
  }

  /** The digest of the content, in hexadecimal. @throws {Error} before its end has been read. */
  sha256(): string {
    if (this.#sha256 !== undefined) return this.#sha256;
    throw new Error('The digest of an extract is asked for before it has been read to its end.');
  }
}

/** Size and checksum of content, from the directory of its zip. In practice no other content has the same. */
export type Fingerprint = {
  /** Size of the plain content. */
  readonly bytes: number;
  readonly crc32: number;
};

export type Unpacked = {
  readonly content: AsyncIterable<Uint8Array>;
  /** Of a zip; `null` for every other file. */
  readonly fingerprint: Fingerprint | null;
};

/**
 * The plain content of a file: of a zip's one XML file, of gzip, or the file as it is. Sizes that are
 * known beforehand are checked at once, not when they have been reached.
 *
 * @throws {ExtractRefused} when it cannot be one; the content does when it is damaged or too large.
 */
export const unpack = async (input: Input, meter: ContentMeter): Promise<Unpacked> => {
  const {found: signature, all} = await peek(input.chunks, signatureOf);
  if (signature === 'PK\x03\x04' || signature === 'PK\x05\x06') return await unzip(input, meter);
  if (signature.startsWith('\x1f\x8b')) {
    return {content: inflated(meter.file(all), createGunzip({chunkSize})), fingerprint: null};
  }
  if (input.stats) meter.check(input.stats.size, input.stats.size);
  return {content: meter.file(all), fingerprint: null};
};

const signatureOf = (start: Buffer, isAll: boolean): string | undefined =>
  start.length >= 4 || isAll ? start.toString('latin1', 0, 4) : undefined;

const stored = 0;
const deflated = 8;

const unzip = async ({file}: Input, meter: ContentMeter): Promise<Unpacked> => {
  if (!file) throw new ExtractRefused('ZipOnStdin');
  try {
    const zip = await fromFdPromise(file.fd, {autoClose: false});
    const entry = await onlyXmlEntry(zip);
    if (entry.isEncrypted()) throw new ExtractRefused('ZipEncrypted');
    if (![stored, deflated].includes(entry.compressionMethod)) {
      throw new ExtractRefused('ZipCompression');
    }
    const {fileDataStart: start} = await zip.readLocalFileHeaderPromise(entry, {minimal: true});
    const {compressedSize, uncompressedSize: bytes, crc32} = entry;
    meter.check(bytes, compressedSize);
    const compressed = meter.file(readRange(file, start, start + compressedSize));
    return {content: contentOf(entry, compressed), fingerprint: {bytes, crc32}};
  } catch (error) {
    throw zipRefusal(error);
  }
};

/** The one XML file in a zip, under any name; folders and other files do not matter. */
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
const zipRefusal = (cause: unknown): unknown => {
  if (cause instanceof ExtractRefused || !(cause instanceof Error) || 'code' in cause) return cause;
  const isAboutNames = /characters in fileName|absolute path|relative path/.test(cause.message);
  return isAboutNames
    ? new ExtractRefused('ZipEntries', 'a path that leaves it', {cause})
    : new ExtractRefused('ZipTruncated', '', {cause});
};

/** The content of a zip's entry, with its checksum and size checked at the end. */
async function* contentOf(
  {compressionMethod, compressedSize, uncompressedSize, crc32: expected}: Entry,
  compressed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const content =
    compressionMethod === deflated
      ? inflated(compressed, createInflateRaw({chunkSize}), compressedSize)
      : compressed;
  let checksum = 0;
  let bytes = 0;
  for await (const chunk of content) {
    checksum = crc32(chunk, checksum);
    bytes += chunk.length;
    yield chunk;
  }
  if (checksum !== expected || bytes !== uncompressedSize) {
    throw new ExtractRefused('ChecksumMismatch');
  }
}

const chunkSize = 256 * 1024;

/**
 * Several members of gzip one after the other are one content (RFC 1952 §2.2), and its checksums are
 * checked on the way. Of raw deflate data only the framing is.
 *
 * @param length Of the compressed data, in bytes: it must end there.
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
    if (length !== undefined && engine.bytesWritten !== length) {
      throw new ExtractRefused('DataCorrupt');
    }
  } catch (error) {
    throw inflateRefusal(error);
  }
}

/** By zlib's messages; every other one is about damaged data. */
const refusals: Readonly<Record<string, RefusalCode>> = {
  'unexpected end of file': 'DataTruncated',
  'incorrect data check': 'ChecksumMismatch',
};

const inflateRefusal = (cause: unknown): unknown => {
  const {code, message} = cause as NodeJS.ErrnoException;
  if (!code?.startsWith('Z_')) return cause;
  return new ExtractRefused(refusals[message] ?? 'DataCorrupt', '', {cause});
};
