/** Text that is written often, ready to be stored four bytes at a time. */
export type Literal = {readonly words: Int32Array; readonly length: number};

export const literal = (text: string): Literal => {
  const bytes = Buffer.from(text);
  const padded = Buffer.concat([bytes, Buffer.alloc(3)]);
  const words = Int32Array.from({length: (bytes.length + 3) >> 2}, (_, at) =>
    padded.readInt32LE(at * 4),
  );
  return {words, length: bytes.length};
};

const littleEndian = true;

/**
 * Moves bytes to `target` within a buffer. In shared memory, V8's own methods take ten times as long unless both
 * places are aligned alike; this one is Node's.
 */
export const moveBytes = (bytes: Buffer, target: number, start: number, end: number): void => {
  bytes.copy(bytes, target, start, end);
};

/** A UTF-16 code unit is at most three bytes of UTF-8. */
const maxBytesPerUnit = 3;

const [comma, closingBrace, closingBracket, zero] = [0x2c, 0x7d, 0x5d, 0x30];

/** JSON that is written from front to back, in UTF-8; what was written last can be taken back. */
export class JsonBytes {
  bytes: Buffer;
  view: DataView;
  /** How many bytes are written. */
  at = 0;

  /** @param memory Where to write; replaced by a larger buffer when it is full. */
  constructor(memory: ArrayBufferLike) {
    this.bytes = Buffer.from(memory);
    this.view = new DataView(memory);
  }

  /** Begins anew in other memory. */
  startIn(memory: ArrayBufferLike): void {
    this.bytes = Buffer.from(memory);
    this.view = new DataView(memory);
    this.at = 0;
  }

  /** Makes room for `length` more bytes. */
  reserve(length: number): void {
    if (this.at + length <= this.bytes.length) return;
    const larger = Buffer.alloc(Math.max(this.at + length, this.bytes.length * 2));
    larger.set(this.bytes);
    this.bytes = larger;
    this.view = new DataView(larger.buffer, larger.byteOffset, larger.length);
  }

  literal({words, length}: Literal): void {
    this.reserve(length + 3);
    const {view, at} = this;
    for (let word = 0; word < words.length; word++) {
      view.setInt32(at + word * 4, words[word] as number, littleEndian);
    }
    this.at = at + length;
  }

  /** Copies bytes that are JSON already. */
  copy(source: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    const {bytes} = this;
    let at = this.at;
    for (let from = start; from < end; from++) bytes[at++] = source[from] as number;
    this.at = at;
  }

  /** Text of ASCII. */
  ascii(text: string): void {
    this.reserve(text.length);
    for (let at = 0; at < text.length; at++) this.bytes[this.at + at] = text.charCodeAt(at);
    this.at += text.length;
  }

  /** Any text of JSON. */
  text(json: string): void {
    this.reserve(json.length * maxBytesPerUnit);
    this.at += this.bytes.write(json, this.at);
  }

  byte(byte: number): void {
    this.reserve(1);
    this.bytes[this.at++] = byte;
  }

  /** A whole number from 0 on. */
  number(value: number): void {
    if (value < 10) this.byte(zero + value);
    else this.ascii(String(value));
  }

  /** Puts text of ASCII in the place of `length` bytes that were written at `start`. */
  replace(start: number, length: number, text: string): void {
    const end = this.at + text.length - length;
    this.reserve(end - this.at);
    if (text.length !== length) {
      moveBytes(this.bytes, start + text.length, start + length, this.at);
    }
    this.at = start;
    this.ascii(text);
    this.at = end;
  }

  /** Takes back what was written from `start` on. Returns it parsed. */
  takeBack(start: number): unknown {
    const json = this.bytes.toString('utf8', start, this.at);
    this.at = start;
    return JSON.parse(json);
  }

  /** Ends an object whose members each ended with a comma. */
  closeObject(): void {
    this.#close(closingBrace);
  }

  /** Ends a list whose items each ended with a comma. */
  closeList(): void {
    this.#close(closingBracket);
  }

  #close(end: number): void {
    if (this.bytes[this.at - 1] === comma) this.at -= 1;
    this.byte(end);
  }
}
