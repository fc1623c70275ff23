import type {FileHandle} from 'node:fs/promises';
import {crc32} from 'node:zlib';
import {checksumMismatch, inflatedRaw} from './inflate.ts';
import {counted, type Progress} from './progress.ts';
import {readRange} from './read-range.ts';
import type {ZipEntry} from './zip-entry.ts';

/**
 * The content of a zip's entry, with its checksum and size checked on the way.
 *
 * @throws {ExtractRefused} at the end, when the content is not what was compressed.
 */
export async function* unzipped(
  file: FileHandle,
  entry: ZipEntry,
  progress: Progress,
): AsyncGenerator<Uint8Array> {
  const {start, compressedBytes} = entry;
  const compressed = counted(readRange(file, start, start + compressedBytes), progress);
  const content = entry.isDeflated ? inflatedRaw(compressed, compressedBytes) : compressed;
  let checksum = 0;
  let bytes = 0;
  for await (const chunk of content) {
    checksum = crc32(chunk, checksum);
    bytes += chunk.length;
    yield chunk;
  }
  if (checksum !== entry.crc32 || bytes !== entry.bytes) throw checksumMismatch();
}
