import {tooSlow} from './fetch-errors.ts';
import type {Chunk} from './source.ts';

/** How fast a download must be on average while it is watched for `windowMs`. */
export type LeastRate = {readonly bytesPerSecond: number; readonly windowMs: number};

/**
 * Passes on the chunks of a download while they come fast enough. The time the consumer takes, to write
 * to the disk, does not count. @throws {TooSlow} when a chunk comes after a window with too few bytes.
 */
export async function* atLeast(
  {bytesPerSecond, windowMs}: LeastRate,
  chunks: AsyncIterable<Chunk>,
  place: string,
): AsyncGenerator<Chunk> {
  let [received, waitedMs] = [0, 0];
  let askedAt = performance.now();
  for await (const chunk of chunks) {
    waitedMs += performance.now() - askedAt;
    if (waitedMs >= windowMs) {
      if (received < (bytesPerSecond * waitedMs) / 1000) {
        throw tooSlow(place, received, waitedMs, bytesPerSecond);
      }
      [received, waitedMs] = [0, 0];
    }
    received += chunk.bytes.length;
    yield chunk;
    askedAt = performance.now();
  }
}
