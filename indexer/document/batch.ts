import {type JsonBytes, literal, moveBytes} from './bytes/json-bytes.ts';

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

const actionStart = literal('{"create":{"_id":"');
const actionEnd = literal('"}}\n');
const lineFeed = 0x0a;

/**
 * A batch that documents are written into as bytes, one by one. Kept as objects or strings until the
 * batch is full, each would survive a garbage collection and be moved by it.
 */
export class BatchBuilder {
  readonly out: JsonBytes;
  #ends: number[] = [];
  #positions = new Map<string, number>();

  /** @param out Where documents are written. */
  constructor(out: JsonBytes) {
    this.out = out;
  }

  /** Begins a batch in `memory`. */
  startIn(memory: ArrayBufferLike): void {
    this.out.startIn(memory);
    this.#ends = [];
    this.#positions = new Map();
  }

  /** The current document with this id, parsed; undefined when there is none. */
  get(id: string): unknown {
    const position = this.#positions.get(id);
    return position === undefined ? undefined : documentAt(this.#written, position);
  }

  /** Adds the document that `write` writes, or replaces the one with its id. JSON must need no escapes in the id. */
  add(id: string, write: () => void): void {
    const {out} = this;
    out.literal(actionStart);
    out.ascii(id);
    out.literal(actionEnd);
    write();
    out.byte(lineFeed);
    this.#positions.set(id, this.#ends.push(out.at) - 1);
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
      moveBytes(this.out.bytes, end, start, stop);
      end += stop - start;
      this.#ends.push(end);
    }
  }

  get #written(): Batch {
    return {
      body: this.out.bytes.subarray(0, this.#ends.at(-1) ?? 0),
      ends: Uint32Array.from(this.#ends),
    };
  }
}
