import {alwaysRead, type Row, type Rows, rowAt} from './rows.ts';

/** The vehicles of a generation, in memory that the threads of an import share. */
export type SharedFingerprints = {
  /** Ids ascending. */
  readonly rows: Rows;
  /** Of each vehicle, whether the extract that is read has it, and unchanged. */
  readonly found: Uint8Array;
  /** How many records were kept, by their profile. */
  readonly keptRecords: Uint32Array;
  /** The day of that extract, in days since 1970. */
  readonly today: number;
};

/** Shares the fingerprints of a generation, to compare an extract of `today` with it. */
export const shareFingerprints = (
  rows: Rows,
  profiles: number,
  today: number,
): SharedFingerprints => ({
  rows,
  found: new Uint8Array(new SharedArrayBuffer(rows.ids.length)),
  keptRecords: new Uint32Array(new SharedArrayBuffer(profiles * 4)),
  today,
});

/** A vehicle of which neither was found is gone. */
const [kept, changed] = [1, 2];

/**
 * Knows again what a generation holds, while another extract is read. Several threads ask at once: whichever
 * comes first with a record of a vehicle decides for all.
 */
export class KnownVehicles {
  readonly #rows: Rows;
  readonly #found: Uint8Array;
  readonly #keptRecords: Uint32Array;
  readonly #today: number;

  constructor({rows, found, keptRecords, today}: SharedFingerprints) {
    this.#rows = rows;
    this.#found = found;
    this.#keptRecords = keptRecords;
    this.#today = today;
  }

  /**
   * Whether the stored document of the vehicle is the document of this record: then it need not be read,
   * and counts as found. False also once another record of the vehicle was found.
   */
  keep(id: bigint, hash: bigint): boolean {
    const at = this.#find(id);
    if (at === -1 || this.#rows.hashes[at] !== hash) return false;
    const profile = this.#rows.profiles[at] ?? alwaysRead;
    if (profile === alwaysRead || this.#today >= (this.#rows.until[at] ?? 0)) return false;
    if (Atomics.compareExchange(this.#found, at, 0, kept) !== 0) return false;
    Atomics.add(this.#keptRecords, profile, 1);
    return true;
  }

  /** Of the record that the vehicle may be known by, in bytes; 0 when it is not. */
  lengthOf(id: bigint): number {
    return this.#rows.lengths[this.#find(id)] ?? 0;
  }

  /** Whether the stored document of the vehicle was made of just these records: `hashes` is the sum of theirs. */
  isMadeOf(id: bigint, hashes: bigint): boolean {
    const at = this.#find(id);
    return (
      at !== -1 && this.#rows.hashes[at] === hashes && this.#today < (this.#rows.until[at] ?? 0)
    );
  }

  /** Says that a record of the vehicle is read. */
  change(id: bigint): void {
    const at = this.#find(id);
    if (at !== -1) Atomics.or(this.#found, at, changed);
  }

  /** Whether what is stored of the vehicle is of a record of this extract. Settled once a record of it was read. */
  isKept(id: bigint): boolean {
    const at = this.#find(id);
    return at !== -1 && (Atomics.load(this.#found, at) & kept) !== 0;
  }

  get length(): number {
    return this.#rows.ids.length;
  }

  /** The rows of the records that were kept, by id in ascending order. */
  *keptRows(): Generator<Row> {
    for (let at = 0; at < this.length; at += 1) {
      if (((this.#found[at] ?? 0) & kept) !== 0) yield rowAt(this.#rows, at);
    }
  }

  /** The vehicles that the extract does not have, when it has been read to its end. */
  *gone(): Generator<bigint> {
    for (let at = 0; at < this.length; at += 1) {
      if (this.#found[at] === 0) yield rowAt(this.#rows, at).id;
    }
  }

  /** The place of a vehicle, or -1. */
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
