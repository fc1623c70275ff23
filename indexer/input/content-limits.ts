import {ExtractRefused} from '../records/extract-refused.ts';
import type {Progress} from './progress.ts';

/** The register's extracts inflate about twentyfold; deflate itself can reach a thousandfold. */
const maxRatio = 200;

/** So much may come of a file however small it is. In bytes. */
const freeBytes = 64 * 1024 ** 2;

/** @throws {ExtractRefused} when `content` bytes are more than any extract of `file` bytes holds. */
export const checkInflation = (content: number, file: number): void => {
  if (content > freeBytes + maxRatio * file) throw inflatesTooFar();
};

/** @throws {ExtractRefused} when `content` bytes are more than the operator allows. */
export const checkSize = (content: number, maxBytes: number): void => {
  if (content > maxBytes) throw tooLarge(maxBytes);
};

/**
 * Passes content on until it has grown beyond what any extract would, or what the operator allows: a
 * file made to fill disks and days is given up early.
 *
 * @throws {ExtractRefused}
 */
export async function* withinLimits(
  content: AsyncIterable<Uint8Array>,
  progress: Progress,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let inflated = 0;
  for await (const chunk of content) {
    inflated += chunk.length;
    checkInflation(inflated, progress.bytesRead);
    checkSize(inflated, maxBytes);
    yield chunk;
  }
}

const inflatesTooFar = (): ExtractRefused =>
  new ExtractRefused(
    'InflatesTooFar',
    `The file inflates to more than ${maxRatio} times its size, which no extract does. ` +
      'Check where it came from.',
  );

const tooLarge = (maxBytes: number): ExtractRefused =>
  new ExtractRefused(
    'TooLarge',
    `The extract unpacks to more than ${maxBytes} bytes. Check where it came from, or raise ` +
      'EXTRACT_MAX_BYTES.',
  );
