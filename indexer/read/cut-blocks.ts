import {lastEnd, lastStart, nextEnd, strayRecords} from './record-tags.ts';
import {maxRecordBytes, type RejectedRecord, rejectedRecord, tooLarge} from './source-record.ts';
import {checkTail, type Head} from './xml-frame.ts';

/** Whole records and what stands between them, up to an end tag, in memory of their own. */
export type Block = {
  readonly bytes: Uint8Array;
  /** Where the block begins in the extract, in bytes. */
  readonly offset: number;
};

export const blockBytes = 4 * 1024 * 1024;

/**
 * Cuts the list of records into blocks that end with a record's end tag, by searching bytes: workers
 * parse the blocks side by side. A record too long to be one is rejected here, without being held.
 *
 * @param body The content after `head`. The memory of a chunk is released with the last chunk in it.
 * @param allocate Memory for a block, which need not be cleared.
 * @param longest Bytes of the longest record that is kept: less than half of a block.
 * @throws {ExtractRefused} at the end, when the list and the document do not end as they must. The
 * blocks before may be read, but the extract is not complete.
 */
export async function* cutBlocks(
  body: AsyncIterable<Uint8Array>,
  head: Head,
  allocate: () => ArrayBufferLike,
  longest = maxRecordBytes,
): AsyncGenerator<Block | RejectedRecord> {
  const cutter = new BlockCutter(head, allocate, longest);
  for await (const chunk of body) {
    for (let from = 0; from < chunk.length; ) {
      from += cutter.fill(chunk.subarray(from));
      if (cutter.isFull) yield* cutter.cut();
    }
    release(chunk);
  }
  yield* cutter.finish();
}

/**
 * Frees the memory of a chunk now. Left to the garbage collector, the chunks of a large file would
 * pile up, or have the whole heap collected time and again: 765 MB of XML took 61 MB more and a quarter
 * more time. zlib fills one buffer with several chunks: the one that ends it is its last. Buffers as
 * small as Node's pool may be that, and others' too.
 */
const release = ({buffer, byteOffset, length}: Uint8Array): void => {
  if (!(buffer instanceof ArrayBuffer)) return;
  const isAlone = length === buffer.byteLength;
  const isLast = buffer.byteLength > Buffer.poolSize && byteOffset + length === buffer.byteLength;
  if (isAlone || isLast) buffer.transfer(0);
};

/** The memory that is being filled, and the cuts made in it. */
class BlockCutter {
  readonly #head: Head;
  readonly #allocate: () => ArrayBufferLike;
  readonly #longest: number;
  #bytes: Buffer;
  #filled = 0;
  /** Where `#bytes` begin in the extract. */
  #offset: number;
  /** The record whose first bytes were dropped. */
  #tooLarge: RejectedRecord | undefined;

  constructor(head: Head, allocate: () => ArrayBufferLike, longest: number) {
    this.#head = head;
    this.#allocate = allocate;
    this.#longest = longest;
    this.#offset = head.length;
    this.#bytes = Buffer.from(allocate());
  }

  get isFull(): boolean {
    return this.#filled === this.#bytes.length;
  }

  /** Takes what fits of `chunk`. Returns how many bytes that was. */
  fill(chunk: Uint8Array): number {
    const fitting = chunk.subarray(0, this.#bytes.length - this.#filled);
    this.#bytes.set(fitting, this.#filled);
    this.#filled += fitting.length;
    return fitting.length;
  }

  /** The whole records; drops the start of one whose end is too far away. */
  *cut(): Generator<Block | RejectedRecord> {
    if (this.#tooLarge !== undefined) yield* this.#endTooLarge(this.#tooLarge);
    const end = lastEnd(this.#content);
    if (end !== -1) yield this.#take(end);
    if (this.#filled > this.#longest * 2) this.#dropTooLarge();
  }

  /** @throws {ExtractRefused} when the content ends before the list of records does. */
  *finish(): Generator<Block | RejectedRecord> {
    yield* this.cut();
    const {listEnd, refusal} = checkTail(this.#content, this.#head, this.#tooLarge !== undefined);
    if (this.#tooLarge !== undefined) yield this.#tooLarge;
    else yield* strayRecords(this.#content.subarray(0, listEnd), this.#offset);
    if (refusal !== undefined) throw refusal;
  }

  get #content(): Buffer {
    return this.#bytes.subarray(0, this.#filled);
  }

  /** Takes the first `length` bytes out and goes on with the rest in other memory. */
  #take(length: number): Block {
    const block = {bytes: this.#bytes.subarray(0, length), offset: this.#offset};
    const rest = this.#bytes.subarray(length, this.#filled);
    this.#bytes = Buffer.from(this.#allocate());
    this.#bytes.set(rest);
    this.#filled = rest.length;
    this.#offset += length;
    return block;
  }

  /** Keeps only the end of a record too long to keep: another record may begin there. */
  #dropTooLarge(): void {
    this.#tooLarge ??= rejectedRecord(this.#offset, tooLarge(this.#longest), this.#content);
    this.#drop(this.#filled - this.#longest);
  }

  /** Rejects the record that was dropped, once its end is there; what began after it is kept. */
  *#endTooLarge(rejected: RejectedRecord): Generator<RejectedRecord> {
    const end = nextEnd(this.#content);
    if (end === -1) return;
    const nextStart = lastStart(this.#content.subarray(0, end));
    this.#drop(nextStart === -1 ? end : nextStart);
    this.#tooLarge = undefined;
    yield rejected;
  }

  #drop(length: number): void {
    this.#bytes.copyWithin(0, length, this.#filled);
    this.#filled -= length;
    this.#offset += length;
  }
}
