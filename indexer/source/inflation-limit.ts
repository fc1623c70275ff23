import {ExtractRefused} from './extract-refused.ts';
import type {Progress} from './progress.ts';

/** The register's extracts inflate about twentyfold; deflate itself can reach a thousandfold. */
const maxRatio = 200;

/** Small files may inflate as they like. In bytes. */
const freeBytes = 1024 ** 3;

/**
 * Passes content on until it has grown beyond what any extract would: a file made to fill disks and
 * days is given up early.
 *
 * @throws {ExtractRefused}
 */
export async function* withinInflationLimit(
  content: AsyncIterable<Uint8Array>,
  progress: Progress,
  free: number = freeBytes,
): AsyncGenerator<Uint8Array> {
  let inflated = 0;
  for await (const chunk of content) {
    inflated += chunk.length;
    if (inflated > free + maxRatio * progress.bytesRead) throw inflatesTooFar();
    yield chunk;
  }
}

const inflatesTooFar = (): ExtractRefused =>
  new ExtractRefused(
    'InflatesTooFar',
    `The file inflates to more than ${maxRatio} times its size, which no extract does. ` +
      'Check where it came from.',
  );
