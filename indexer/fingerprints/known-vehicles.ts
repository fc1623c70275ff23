import {alwaysRead, type Row, type Rows, rowAt} from './rows.ts';

/** The vehicles of a generation, in memory that the threads of an import share. */
export type SharedFingerprints = {
  /** Sorted by `compareRows`. */
  readonly rows: Rows;
  /** For each row, whether the current extract has its record. */
  readonly seen: Uint8Array;
  /** For the first row of each vehicle, the decision about the vehicle. */
  readonly decided: Uint8Array;
  /** The day of that extract, in days since 1970. */
  readonly today: number;
};

/** Shares the fingerprints of a generation, to compare an extract of `today` with it. */
export const shareFingerprints = (rows: Rows, today: number): SharedFingerprints => ({
  rows,
  seen: new Uint8Array(new SharedArrayBuffer(rows.ids.length)),
  decided: new Uint8Array(new SharedArrayBuffer(rows.ids.length)),
  today,
});

/** The decision about a vehicle, made once: its stored document stays, or is replaced. */
const [undecided, kept, changed] = [0, 1, 2];

/**
 * Recognizes the records of a generation while another extract is read. A vehicle is kept once all of its records were
 * seen, and changed once a record was seen that it did not have. Several threads ask at once: the first one decides
 * for all.
 */
export class KnownVehicles {
  readonly #rows: Rows;
  readonly #seen: Uint8Array;
  readonly #decided: Uint8Array;
  readonly #today: number;

  constructor({rows, seen, decided, today}: SharedFingerprints) {
    this.#rows = rows;
    this.#seen = seen;
    this.#decided = decided;
    this.#today = today;
  }

  /**
   * Finds a record that the stored document of the vehicle already covers, so that it need not be read. Returns its
   * length in bytes, and whether it must be held, since other records of its vehicle were not seen yet. Undefined if
   * the document does not cover it, or is to be replaced.
   *
   * @param hashOf XXH64 of the record, if it has this length in bytes.
   */
  recognize(id: bigint, hashOf: (length: number) => bigint) {
    const first = this.#find(id);
    for (let at = first; at !== -1 && this.#rows.ids[at] === id; at += 1) {
      const length = this.#rows.lengths[at] ?? 0;
      if (!this.#holds(at) || this.#rows.hashes[at] !== hashOf(length)) continue;
      if (Atomics.exchange(this.#seen, at, 1) !== 0) continue;
      const isOpen = !this.#isWhole(first);
      const before = isOpen ? Atomics.load(this.#decided, first) : this.#decide(first, kept);
      return before === changed ? undefined : {length, isOpen};
    }
    return undefined;
  }

  /** Whether all records of the vehicle were seen. */
  #isWhole(first: number): boolean {
    let at = first;
    while (this.#rows.ids[at] === this.#rows.ids[first] && Atomics.load(this.#seen, at) === 1)
      at += 1;
    return this.#rows.ids[at] !== this.#rows.ids[first];
  }

  /** Whether the record of a row makes the same document today, and its figures are known. */
  #holds(at: number): boolean {
    const {profiles, until} = this.#rows;
    return profiles[at] !== alwaysRead && this.#today < (until[at] ?? 0);
  }

  /** Decides about a vehicle, unless that was done before. Returns the earlier decision, which stays. */
  #decide(first: number, decision: number): number {
    return Atomics.compareExchange(this.#decided, first, undecided, decision);
  }

  /** Notes that a record of the vehicle is read: its document is to be replaced, unless it was kept before. */
  change(id: bigint): void {
    const at = this.#find(id);
    if (at !== -1) this.#decide(at, changed);
  }

  /** Whether the stored document of the vehicle stays. Final once a record of the vehicle was read. */
  isKept(id: bigint): boolean {
    const at = this.#find(id);
    return at !== -1 && Atomics.load(this.#decided, at) === kept;
  }

  /** The places of the rows of the vehicles that were kept, in their order. */
  *#keptPlaces(): Generator<number> {
    const {ids} = this.#rows;
    let first = 0;
    for (let at = 0; at < ids.length; at += 1) {
      if (ids[at] !== ids[first]) first = at;
      if (this.#decided[first] === kept) yield at;
    }
  }

  /** The rows of the vehicles that were kept, in their order. */
  *keptRows(): Generator<Row> {
    for (const at of this.#keptPlaces()) yield rowAt(this.#rows, at);
  }

  /** The profile of each record that was kept. */
  *keptProfiles(): Generator<number> {
    for (const at of this.#keptPlaces()) yield this.#rows.profiles[at] ?? alwaysRead;
  }

  /** The vehicles that the extract lacks. Call it after the extract has been read to its end. */
  *gone(): Generator<bigint> {
    for (const [at, id] of this.#rows.ids.entries()) {
      const isFirst = id !== this.#rows.ids[at - 1];
      if (isFirst && this.#decided[at] === undecided) yield id;
    }
  }

  /** The first row of a vehicle, or -1. */
  #find(id: bigint): number {
    const {ids} = this.#rows;
    let [from, to] = [0, ids.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((ids[middle] ?? 0n) < id) from = middle + 1;
      else to = middle;
    }
    return ids[from] === id ? from : -1;
  }
}
