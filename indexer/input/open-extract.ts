import {basename} from 'node:path';
import type {Readable} from 'node:stream';
import {instantInName} from '#core/domain/extract-name.ts';
import {ExtractRefused} from '../records/extract-refused.ts';
import {contentDigest} from './content-digest.ts';
import {checkInflation, checkSize, withinLimits} from './content-limits.ts';
import {gunzipped} from './inflate.ts';
import {type Input, openFile, pipeInput} from './open-input.ts';
import {counted, type Progress} from './progress.ts';
import {
  type Container,
  containerOf,
  type Format,
  formatOf,
  isUtf16,
  tellingBytes,
} from './recognise.ts';
import {peek} from './resumed.ts';
import {unzipped} from './unzip.ts';
import {findZipEntry} from './zip-entry.ts';

/** An extract that is open for reading, once, from its start. */
export type Extract = {
  readonly container: Container;
  readonly format: Format;
  /** When the register made it, as an ISO instant: by its name, else by the file's own time. */
  readonly extractedAt: string | null;
  /** Size of the file as it lies on disk; `null` for a pipe. */
  readonly totalBytes: number | null;
  /** How much of the file has been read so far. */
  bytesRead(): number;
  /** The plain content. It ends with {@link ExtractRefused} when the file turns out to be damaged. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /**
   * The SHA-256 of the plain content, in hexadecimal: the same for the same extract, whatever it is
   * called and packed in. Known once `bytes` have been read to their end; throws when asked earlier.
   */
  contentSha256(): string;
  /** Ends the reading and gives back what it holds; to be called on every path. */
  close(): Promise<void>;
};

export type OpenOptions = {
  /** An extract that unpacks to more bytes is refused. */
  readonly maxBytes?: number | undefined;
  /** A pipe that falls silent is not waited for once this is aborted. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * Opens a file, or standard input for `-`, and recognises from its content what it is: the name
 * tells only the time.
 *
 * @throws {ExtractRefused} when it is not an extract. @throws {InputUnreadable} when it is not there.
 */
export const openExtract = async (
  path: string,
  stdin: Readable = process.stdin,
  {maxBytes = Number.POSITIVE_INFINITY, signal}: OpenOptions = {},
): Promise<Extract> => {
  const input = path === '-' ? pipeInput(stdin, signal) : await openFile(path, signal);
  const progress: Progress = {bytesRead: 0};
  const digest = contentDigest();
  let close = input.close;
  try {
    const {container, content} = await unpack(input, progress, maxBytes);
    const limited = withinLimits(content, progress, maxBytes);
    const {first, all} = await peek(digest.over(limited), tellingBytes);
    close = async () => {
      await all.return?.();
      await input.close();
    };
    return {
      container,
      format: knownFormat(first),
      extractedAt: instantInName(basename(path)) ?? input.modifiedAt?.toISOString() ?? null,
      totalBytes: input.size,
      bytesRead: () => progress.bytesRead,
      bytes: all,
      contentSha256: digest.hex,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

type Unpacked = {readonly container: Container; readonly content: AsyncIterable<Uint8Array>};

/** Sizes that are known beforehand are judged at once, not when they have been reached. */
const unpack = async (input: Input, progress: Progress, maxBytes: number): Promise<Unpacked> => {
  const {first, all} = await peek(input.chunks, tellingBytes);
  const container = containerOf(first);
  if (container === 'plain') {
    checkSize(input.size ?? 0, maxBytes);
    return {container, content: counted(all, progress)};
  }
  if (container === 'gzip') return {container, content: gunzipped(counted(all, progress))};
  if (input.file === null) throw zipInPipe();
  const entry = await findZipEntry(input.file);
  checkInflation(entry.bytes, entry.compressedBytes);
  checkSize(entry.bytes, maxBytes);
  return {container, content: unzipped(input.file, entry, progress)};
};

const knownFormat = (first: Buffer): Format => {
  const format = formatOf(first);
  if (format !== undefined) return format;
  throw isUtf16(first) ? utf16() : notAnExtract(first);
};

const notAnExtract = (first: Buffer): ExtractRefused =>
  new ExtractRefused(
    'NotAnExtract',
    first.length === 0
      ? 'The file is empty. Download the extract again.'
      : "The file holds neither XML nor JSON. Name the register's zip, its XML, or JSON records.",
  );

const utf16 = (): ExtractRefused =>
  new ExtractRefused('XmlEncoding', 'The XML is encoded in UTF-16. Convert it to UTF-8 first.');

const zipInPipe = (): ExtractRefused =>
  new ExtractRefused(
    'ZipOnStdin',
    'A zip cannot be read from standard input, because its directory is at its end. ' +
      'Save it to a file first and name that.',
  );
