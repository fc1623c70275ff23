import {type RejectedRecord, rejectedRecord, tooLarge} from '../records/source-record.ts';
import {checkNoListEnd, checkTail} from './check-tail.ts';
import type {Head} from './read-head.ts';
import {lastEnd, lastStart, nextEnd} from './record-tags.ts';
import {strayRecords} from './stray-records.ts';

/** Whole records and what stands between them, up to an end tag, in memory of their own. */
export type Block = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where the block begins in the extract, in bytes. */
  readonly offset: number;
};

export type BlockSizes = {
  /** Bytes of memory for a block: more than twice `record`. */
  readonly block: number;
  /** Bytes of the longest record that is kept. */
  readonly record: number;
};

/** Where the memory of blocks comes from, by its size in bytes: what it held before is no matter. */
export type Allocate = (bytes: number) => ArrayBuffer;

/** The memory that is being filled, and the cuts made in it. */
export class BlockCutter {
  readonly #head: Head;
  readonly #sizes: BlockSizes;
  readonly #allocate: Allocate;
  #bytes: Buffer<ArrayBuffer>;
  #filled = 0;
  /** Where `#bytes` begin in the extract. */
  #offset: number;
  /** The record whose first bytes were given up. */
  #tooLarge: RejectedRecord | undefined;

  constructor(head: Head, sizes: BlockSizes, allocate: Allocate) {
    this.#allocate = allocate;
    this.#head = head;
    this.#sizes = sizes;
    this.#offset = head.length;
    this.#bytes = Buffer.from(allocate(sizes.block));
  }

  get isFull(): boolean {
    return this.#filled === this.#sizes.block;
  }

  /** Takes what fits of `chunk`; answers with how many bytes that was. */
  fill(chunk: Uint8Array): number {
    const fitting = chunk.subarray(0, this.#sizes.block - this.#filled);
    this.#bytes.set(fitting, this.#filled);
    this.#filled += fitting.length;
    return fitting.length;
  }

  /**
   * Hands out the whole records, and gives up the start of one that has no end in sight.
   *
   * @throws {ExtractRefused} when records go on after the end of their list.
   */
  *cut(): Generator<Block | RejectedRecord> {
    if (this.#tooLarge !== undefined) yield* this.#endTooLarge(this.#tooLarge);
    const end = lastEnd(this.#content);
    if (end !== -1) {
      checkNoListEnd(this.#content.subarray(0, end), this.#head);
      yield this.#take(end);
    }
    if (this.#filled > this.#sizes.record * 2) this.#giveUp();
  }

  /** @throws {ExtractRefused} when the content ends before the list of records does. */
  *finish(): Generator<Block | RejectedRecord> {
    yield* this.cut();
    const {listEnd, refusal} = checkTail(this.#content, this.#head, this.#tooLarge !== undefined);
    if (this.#tooLarge !== undefined) yield this.#tooLarge;
    else yield* strayRecords(this.#content.subarray(0, listEnd), this.#offset);
    if (refusal !== undefined) throw refusal;
  }

  get #content(): Buffer<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#filled);
  }

  /** Takes the first `length` bytes out and goes on with the rest in other memory. */
  #take(length: number): Block {
    const block = {bytes: this.#bytes.subarray(0, length), offset: this.#offset};
    const rest = this.#bytes.subarray(length, this.#filled);
    this.#bytes = Buffer.from(this.#allocate(this.#sizes.block));
    this.#bytes.set(rest);
    this.#filled = rest.length;
    this.#offset += length;
    return block;
  }

  /** Forgets all but the end of a record too long to keep: another record may begin there. */
  #giveUp(): void {
    this.#tooLarge ??= this.#rejection();
    this.#drop(this.#filled - this.#sizes.record);
  }

  /** Rejects the record that was given up, once its end is there; what began after it is kept. */
  *#endTooLarge(rejection: RejectedRecord): Generator<RejectedRecord> {
    const end = nextEnd(this.#content);
    if (end === -1) return;
    const nextStart = lastStart(this.#content.subarray(0, end));
    this.#drop(nextStart === -1 ? end : nextStart);
    this.#tooLarge = undefined;
    yield rejection;
  }

  /** Of the record that begins here. */
  #rejection(): RejectedRecord {
    return rejectedRecord(this.#offset, tooLarge(this.#sizes.record), this.#content);
  }

  #drop(length: number): void {
    this.#bytes.copyWithin(0, length, this.#filled);
    this.#filled -= length;
    this.#offset += length;
  }
}
