const littleEndian = true;

/** At most three of four places are taken, so that few look-ups collide. */
const fullness = 0.75;

const hashOf = (view: DataView, start: number, end: number): number => {
  let hash = end - start;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    hash = Math.imul(hash ^ view.getInt32(at, littleEndian), 0x9e37_79b1);
    hash ^= hash >>> 15;
  }
  for (; at < end; at++) hash = Math.imul(hash ^ view.getUint8(at), 0x0100_0193);
  return hash ^ (hash >>> 13);
};

/** A map whose keys are bytes: looking one up makes no text of it. It keeps copies of its keys. */
export class ByteMap<Value> {
  /** By hash: the index of an entry and 1; 0 where there is none. */
  #places = new Int32Array(64);
  #keys = new DataView(new ArrayBuffer(1024));
  #keysLength = 0;
  /** Where the key of each entry ends. */
  #ends: number[] = [];
  #values: Value[] = [];

  get size(): number {
    return this.#values.length;
  }

  get(view: DataView, start: number, end: number): Value | undefined {
    const mask = this.#places.length - 1;
    for (let place = hashOf(view, start, end) & mask; ; place = (place + 1) & mask) {
      const entry = (this.#places[place] as number) - 1;
      if (entry === -1) return undefined;
      if (this.#isKey(entry, view, start, end)) return this.#values[entry];
    }
  }

  /** Adds an entry; its key must not be there. */
  add(view: DataView, start: number, end: number, value: Value): void {
    if (this.size + 1 > this.#places.length * fullness) this.#widen();
    const from = this.#keysLength;
    this.#keysLength += end - start;
    if (this.#keysLength > this.#keys.byteLength) this.#lengthenKeys();
    new Uint8Array(this.#keys.buffer).set(
      new Uint8Array(view.buffer, view.byteOffset + start, end - start),
      from,
    );
    this.#ends.push(this.#keysLength);
    this.#values.push(value);
    this.#place(this.size - 1);
  }

  /** Removes the `count` entries that were added first. Returns their keys, as text, with their values. */
  takeFirst(count: number): readonly (readonly [key: string, value: Value])[] {
    const keys = Buffer.from(this.#keys.buffer);
    const taken = this.#values
      .slice(0, count)
      .map((value, entry) => [this.#keyText(keys, entry), value] as const);
    const cut = this.#startOf(taken.length);
    keys.copyWithin(0, cut, this.#keysLength);
    this.#keysLength -= cut;
    this.#ends = this.#ends.slice(taken.length).map(end => end - cut);
    this.#values = this.#values.slice(taken.length);
    this.#placeAll();
    return taken;
  }

  #keyText(keys: Buffer, entry: number): string {
    return keys.toString('utf8', this.#startOf(entry), this.#ends[entry]);
  }

  #startOf(entry: number): number {
    return entry === 0 ? 0 : (this.#ends[entry - 1] as number);
  }

  #isKey(entry: number, view: DataView, start: number, end: number): boolean {
    const own = this.#startOf(entry);
    const length = end - start;
    if ((this.#ends[entry] as number) - own !== length) return false;
    const keys = this.#keys;
    let at = 0;
    for (; at + 4 <= length; at += 4) {
      if (keys.getInt32(own + at) !== view.getInt32(start + at)) return false;
    }
    for (; at < length; at++) {
      if (keys.getUint8(own + at) !== view.getUint8(start + at)) return false;
    }
    return true;
  }

  #place(entry: number): void {
    const mask = this.#places.length - 1;
    let place = hashOf(this.#keys, this.#startOf(entry), this.#ends[entry] as number) & mask;
    while (this.#places[place] !== 0) place = (place + 1) & mask;
    this.#places[place] = entry + 1;
  }

  #widen(): void {
    this.#places = new Int32Array(this.#places.length * 2);
    this.#placeAll();
  }

  #placeAll(): void {
    this.#places.fill(0);
    for (const entry of this.#values.keys()) this.#place(entry);
  }

  #lengthenKeys(): void {
    const longer = new Uint8Array(this.#keysLength * 2);
    longer.set(new Uint8Array(this.#keys.buffer));
    this.#keys = new DataView(longer.buffer);
  }
}

/** A map of texts, to be asked with bytes. */
export const byteMapOf = <Value>(entries: Iterable<readonly [string, Value]>): ByteMap<Value> => {
  const map = new ByteMap<Value>();
  for (const [key, value] of entries) {
    const bytes = new TextEncoder().encode(key);
    map.add(new DataView(bytes.buffer), 0, bytes.length, value);
  }
  return map;
};
