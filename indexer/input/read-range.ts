import type {FileHandle} from 'node:fs/promises';

const chunkBytes = 256 * 1024;

/** The bytes of a file from `start` up to `end`, or up to its own end when that comes first. */
export async function* readRange(
  file: FileHandle,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; ) {
    const buffer = Buffer.allocUnsafeSlow(Math.min(chunkBytes, end - at));
    const {bytesRead} = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
