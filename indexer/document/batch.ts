/**
 * The NDJSON body of a bulk request, two lines per document: the action with its `_id`, then the
 * document. Each `_id` occurs once.
 */
export type Batch = {
  readonly body: Uint8Array;
  /** The offset in `body` where the lines of each document end, so that a part can be sent again. */
  readonly ends: Uint32Array | readonly number[];
};

const linesAt = ({body, ends}: Batch, position: number): Uint8Array =>
  body.subarray(ends[position - 1] ?? 0, ends[position]);

const concatenate = (parts: readonly Uint8Array[]): Batch => {
  let end = 0;
  const ends = Uint32Array.from(parts, ({length}) => {
    end += length;
    return end;
  });
  return {body: Buffer.concat(parts), ends};
};

/** The lines of an action on one document; an action without a document, such as a deletion, is one line. */
export const actionLines = (action: object, document?: string): string =>
  document === undefined
    ? `${JSON.stringify(action)}\n`
    : `${JSON.stringify(action)}\n${document}\n`;

/** @param actions The lines of each document, line feeds included. */
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

/** A UTF-16 code unit is at most three bytes of UTF-8. */
const maxBytesPerUnit = 3;

/**
 * A batch that documents are written into, one by one. If they were kept as objects or strings until the batch is full,
 * the garbage collector would move each of them.
 */
export class BatchBuilder {
  #body: Buffer;
  #ends: number[] = [];
  #positions = new Map<string, number>();

  /** @param memory Where to write; replaced by a larger buffer when it is full. */
  constructor(memory: ArrayBufferLike) {
    this.#body = Buffer.from(memory);
  }

  /** The current document with this id, parsed; undefined when there is none. */
  get(id: string): unknown {
    const position = this.#positions.get(id);
    if (position === undefined) return undefined;
    return documentAt({body: this.#body, ends: this.#ends}, position);
  }

  /** Adds a document, or replaces the one with its id. The id must need no escapes in JSON. */
  add(id: string, document: string): void {
    const lines = `{"create":{"_id":"${id}"}}\n${document}\n`;
    const end = this.#ends.at(-1) ?? 0;
    this.#reserve(end, lines.length * maxBytesPerUnit);
    const length = this.#body.write(lines, end);
    this.#positions.set(id, this.#ends.push(end + length) - 1);
  }

  /** Ends the batch: the documents close the gaps that replaced ones left. */
  build(): Batch {
    const current = Array.from(this.#positions.values()).toSorted((a, b) => a - b);
    let end = 0;
    const ends = Uint32Array.from(current, position => {
      const [from, to] = [this.#ends[position - 1] ?? 0, this.#ends[position] ?? 0];
      if (from > end) this.#body.copy(this.#body, end, from, to);
      end += to - from;
      return end;
    });
    return {body: this.#body.subarray(0, end), ends};
  }

  #reserve(used: number, length: number): void {
    if (used + length <= this.#body.length) return;
    const larger = Buffer.alloc(Math.max(used + length, this.#body.length * 2));
    this.#body.copy(larger, 0, 0, used);
    this.#body = larger;
  }
}
