/**
 * The NDJSON body of a bulk request, two lines per document: the action with its `_id`, then the
 * document. Each `_id` occurs once.
 */
export type Batch = {
  readonly body: Uint8Array;
  /** The offset in `body` where the lines of each document end, so that a part can be sent again. */
  readonly ends: Uint32Array;
};

const linesAt = ({body, ends}: Batch, position: number): Uint8Array =>
  body.subarray(ends[position - 1] ?? 0, ends[position]);

const concatenate = (parts: readonly Uint8Array[]): Batch => {
  const body = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  const ends = Uint32Array.from(parts, part => {
    body.set(part, end);
    end += part.length;
    return end;
  });
  return {body, ends};
};

/** @param actions The two lines of each document, line feeds included. */
export const batchOf = (actions: readonly string[]): Batch =>
  concatenate(actions.map(lines => Buffer.from(lines)));

/** The documents at `positions`. */
export const subBatch = (batch: Batch, positions: readonly number[]): Batch =>
  concatenate(positions.map(position => linesAt(batch, position)));

/** The document at `position`, parsed. */
export const documentAt = (batch: Batch, position: number): unknown => {
  const lines = Buffer.from(linesAt(batch, position)).toString();
  return JSON.parse(lines.slice(lines.indexOf('\n') + 1));
};

const encoder = new TextEncoder();

/** A UTF-16 code unit is at most three bytes of UTF-8. */
const maxBytes = (text: string) => text.length * 3;

/**
 * Serializes documents into the bytes of a batch one by one. Kept as objects or strings until the
 * batch is full, each would survive a garbage collection and be moved by it.
 */
export class BatchBuilder {
  #body: Uint8Array;
  readonly #ends: number[] = [];
  readonly #positions = new Map<string, number>();

  /** @param memory Holds the batch; replaced by a larger buffer when it is full. */
  constructor(memory: ArrayBufferLike) {
    this.#body = new Uint8Array(memory);
  }

  /** The current document with this id, parsed; undefined when there is none. */
  get(id: string): unknown {
    const position = this.#positions.get(id);
    return position === undefined ? undefined : documentAt(this.#written, position);
  }

  /** Adds a document, or replaces the one with its id. JSON must need no escapes in the id. */
  set(id: string, document: unknown): void {
    const lines = `{"create":{"_id":"${id}"}}\n${JSON.stringify(document)}\n`;
    const start = this.#ends.at(-1) ?? 0;
    this.#reserve(start + maxBytes(lines));
    const {written} = encoder.encodeInto(lines, this.#body.subarray(start));
    this.#positions.set(id, this.#ends.push(start + written) - 1);
  }

  build(): Batch {
    const current = Uint32Array.from(this.#positions.values()).sort();
    if (current.length < this.#ends.length) this.#keepOnly(current);
    return this.#written;
  }

  /** Compacts the body to the documents at `positions`. */
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
