import {createHash} from 'node:crypto';
import {ExtractRefused} from './extract-refused.ts';

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
