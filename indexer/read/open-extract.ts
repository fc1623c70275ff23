import {basename} from 'node:path';
import type {Readable} from 'node:stream';
import {instantInName} from '#core/domain/extract-name.ts';
import {ContentMeter} from './content-meter.ts';
import {ExtractRefused} from './extract-refused.ts';
import {gunzipped} from './inflate.ts';
import {type Input, openFile, pipeInput} from './open-input.ts';
import {peek} from './peek.ts';
import {containerOf, type Format, formatOf, startBytes} from './recognise.ts';
import {type Fingerprint, findZipEntry, fingerprintOf, unzipped} from './zip.ts';

/** An extract that is open for reading, once, from its start. */
export type Extract = {
  readonly format: Format;
  /** When the register made it, as an ISO instant: from its name, else from the file's own time. */
  readonly extractedAt: string | null;
  /** Size of the file as it lies on disk; `null` for a pipe. */
  readonly totalBytes: number | null;
  /** From the directory of a zip, before anything is read; `null` for every other file. */
  readonly fingerprint: Fingerprint | null;
  /** How much of the file has been read so far. */
  bytesRead(): number;
  /** The plain content. It ends with {@link ExtractRefused} when the file turns out to be damaged. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /**
   * The SHA-256 of the plain content, in hexadecimal: the same for the same extract under any name
   * and in any container. Throws before `bytes` have been read to their end.
   */
  contentSha256(): string;
  /** Ends the reading and closes the file; to be called on every path. */
  close(): Promise<void>;
};

export type OpenOptions = {
  readonly stdin?: Readable | undefined;
  /** An extract that unpacks to more bytes is refused. */
  readonly maxBytes?: number | undefined;
  /** Ends the wait for a pipe that is silent. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * Opens a file, or standard input for `-`. Its content decides what it is; its name tells only when
 * it was made.
 *
 * @throws {ExtractRefused} when it is not an extract. @throws {InputUnreadable} when it is not there.
 */
export const openExtract = async (
  path: string,
  {stdin = process.stdin, maxBytes = Number.POSITIVE_INFINITY, signal}: OpenOptions = {},
): Promise<Extract> => {
  const input = path === '-' ? pipeInput(stdin, signal) : await openFile(path, signal);
  const meter = new ContentMeter(maxBytes);
  let close = input.close;
  try {
    const {content, fingerprint} = await unpack(input, meter);
    const {start, all} = await peek(meter.content(content), startBytes);
    close = async () => {
      await all.return?.();
      await input.close();
    };
    return {
      format: formatOf(start),
      extractedAt: instantInName(basename(path)) ?? input.stats?.mtime.toISOString() ?? null,
      totalBytes: input.stats?.size ?? null,
      fingerprint,
      bytesRead: () => meter.fileBytes,
      bytes: all,
      contentSha256: () => meter.sha256(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

type Unpacked = Pick<Extract, 'fingerprint'> & {readonly content: AsyncIterable<Uint8Array>};

/** Sizes that are known beforehand are checked at once, not when they have been reached. */
const unpack = async (input: Input, meter: ContentMeter): Promise<Unpacked> => {
  const {start, all} = await peek(input.chunks, startBytes);
  const container = containerOf(start);
  if (container === 'plain') {
    if (input.stats) meter.check(input.stats.size, input.stats.size);
    return {content: meter.file(all), fingerprint: null};
  }
  if (container === 'gzip') return {content: gunzipped(meter.file(all)), fingerprint: null};
  if (!input.file) throw new ExtractRefused('ZipOnStdin');
  const found = await findZipEntry(input.file);
  meter.check(found.entry.uncompressedSize, found.entry.compressedSize);
  return {content: unzipped(input.file, found, meter), fingerprint: fingerprintOf(found)};
};
