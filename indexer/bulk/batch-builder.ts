import {type Batch, documentAt} from './batch.ts';

const encoder = new TextEncoder();

/** A character of JavaScript is at most three bytes of UTF-8. */
const mostBytes = (text: string) => text.length * 3;

/**
 * Writes documents into a batch one by one, straight into its bytes: kept as objects or texts until
 * the batch is full they would all have to be moved by the garbage collector first.
 */
export class BatchBuilder {
  #body: Uint8Array<ArrayBuffer>;
  readonly #ends: number[] = [];
  readonly #positions = new Map<string, number>();

  /** @param memory Written into from its start; exchanged for more when it is full. */
  constructor(memory: ArrayBuffer) {
    this.#body = new Uint8Array(memory);
  }

  /** The document written last under this id, parsed back; undefined when there is none. */
  get(id: string): unknown {
    const position = this.#positions.get(id);
    return position === undefined ? undefined : documentAt(this.#written, position);
  }

  /** Writes a document, in the place of one that has its id. Ids hold nothing JSON would escape. */
  set(id: string, document: unknown): void {
    const lines = `{"create":{"_id":"${id}"}}\n${JSON.stringify(document)}\n`;
    const start = this.#ends.at(-1) ?? 0;
    this.#reserve(start + mostBytes(lines));
    const {written} = encoder.encodeInto(lines, this.#body.subarray(start));
    this.#positions.set(id, this.#ends.push(start + written) - 1);
  }

  build(): Batch {
    const current = Uint32Array.from(this.#positions.values()).sort();
    if (current.length < this.#ends.length) this.#keepOnly(current);
    return this.#written;
  }

  /** Moves what is kept together, in the memory it lies in. */
  #keepOnly(positions: Iterable<number>): void {
    const ends = this.#ends.splice(0);
    let end = 0;
    for (const position of positions) {
      const [start, stop] = [ends[position - 1] ?? 0, ends[position] ?? 0];
      this.#body.copyWithin(end, start, stop);
      end += stop - start;
      this.#ends.push(end);
    }
  }

  get #written(): Batch {
    return {
      body: this.#body.subarray(0, this.#ends.at(-1) ?? 0),
      ends: Uint32Array.from(this.#ends),
    };
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#body.length) return;
    const larger = new Uint8Array(Math.max(bytes, this.#body.length * 2));
    larger.set(this.#body);
    this.#body = larger;
  }
}
