import {alwaysRead, type Row, type Rows, rowAt} from './rows.ts';

/** The vehicles of a generation, in memory that the threads of an import share. */
export type SharedFingerprints = {
  /** In their order. */
  readonly rows: Rows;
  /** Of each row, whether the extract that is read has its record. */
  readonly seen: Uint8Array;
  /** Of the first row of each vehicle, what was decided about it. */
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
 * Knows again what a generation holds, while another extract is read. A vehicle is kept once all of its records were
 * seen, and changed once a record was that it did not have. Several threads ask at once: whichever comes first decides
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
   * Finds a record that the stored document of the vehicle has, as it is: it need not be read. Returns its length in
   * bytes, and whether it must be kept at hand, since other records of its vehicle were not seen yet. Undefined where
   * the document has it not, or was replaced.
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

  /** Whether each record of the vehicle was seen. */
  #isWhole(first: number): boolean {
    let at = first;
    while (this.#rows.ids[at] === this.#rows.ids[first] && Atomics.load(this.#seen, at) === 1)
      at += 1;
    return this.#rows.ids[at] !== this.#rows.ids[first];
  }

  /** Whether the record of a row makes the same document today, and figures that are known. */
  #holds(at: number): boolean {
    const {profiles, until} = this.#rows;
    return profiles[at] !== alwaysRead && this.#today < (until[at] ?? 0);
  }

  /** Returns what was decided before: that stays. */
  #decide(first: number, decision: number): number {
    return Atomics.compareExchange(this.#decided, first, undecided, decision);
  }

  /** Says that a record of the vehicle is read. */
  change(id: bigint): void {
    const at = this.#find(id);
    if (at !== -1) this.#decide(at, changed);
  }

  /** Whether what is stored of the vehicle is of records of this extract. Settled once a record of it was read. */
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

  /** The vehicles that the extract does not have, when it has been read to its end. */
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
