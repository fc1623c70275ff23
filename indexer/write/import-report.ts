import type {Completeness} from '#mappings/generation.ts';
import type {Canary, PreparedBatch} from '../document/prepare-batch.ts';
import {profileCounter} from '../document/profiles.ts';
import {alwaysRead, collectRows, type Row, rowAt} from '../fingerprints/rows.ts';
import type {RejectedRecord} from '../read/source-record.ts';
import type {Written} from './write-vehicles.ts';

/** A reason for rejection, how many records it concerns, and the first of them as an example. */
export type RejectReason = {
  readonly reason: string;
  readonly count: number;
  readonly first: RejectedRecord;
};

/**
 * Keeps between `wanted` and twice as many canaries, spread evenly over all that were added: when
 * there are too many, every second one is dropped, and from then on every second one is added.
 */
export const canarySample = (wanted: number) => {
  let kept: Canary[] = [];
  let [stride, seen] = [1, 0];
  return {
    add: (canary: Canary): void => {
      if (seen++ % stride !== 0) return;
      kept.push(canary);
      if (kept.length <= wanted * 2) return;
      kept = kept.filter((_, index) => index % 2 === 0);
      stride *= 2;
    },
    /** Removes a vehicle whose document Elasticsearch rejected. */
    forget: (id: string | undefined): void => {
      kept = kept.filter(canary => canary.id !== id);
    },
    taken: (): readonly Canary[] => {
      const every = Math.max(1, kept.length / wanted);
      return kept.filter((_, index) => Math.floor(index % every) === 0).slice(0, wanted);
    },
  };
};

/**
 * The counts of what an import has read and written so far.
 *
 * @param list Where every reject goes, one by one; here they are only counted.
 * @param canaries How many vehicles the gate wants to look up by their plates.
 * @param knownProfiles Profiles that have a number already.
 */
export const importReport = (
  list: (rejects: readonly RejectedRecord[]) => void = () => {},
  canaries = 0,
  knownProfiles: readonly string[] = [],
) => {
  const reasons = new Map<string, RejectReason>();
  const profiles = profileCounter(knownProfiles);
  const rows = collectRows();
  const sample = canarySample(canaries);
  const notIndexed = new Set<string>();
  let [records, vehicles] = [0, 0];

  const rejected = (rejects: readonly RejectedRecord[]): void => {
    list(rejects);
    for (const reject of rejects) {
      const {count, first} = reasons.get(reject.reason) ?? {count: 0, first: reject};
      reasons.set(reject.reason, {reason: reject.reason, count: count + 1, first});
    }
  };

  const unindexable = (rejects: readonly RejectedRecord[]): void => {
    rejected(rejects);
    for (const {ident = ''} of rejects) {
      sample.forget(ident);
      notIndexed.add(ident);
    }
  };

  const counts = () => {
    const rejects = reasons.values().reduce((sum, {count}) => sum + count, 0);
    return {
      records,
      /** Distinct vehicles; while the extract is read, those that Elasticsearch has acknowledged. */
      vehicles,
      /** Records merged into an existing vehicle. */
      repeats: records - rejects - vehicles,
      rejects,
      rejectsByReason: Object.fromEntries(
        reasons.values().map(({reason, count}) => [reason, count]),
      ),
    };
  };

  return {
    /** Counts a batch, once its documents are written. */
    add: (batch: PreparedBatch, {repeated, rejected: refused}: Written): void => {
      records += batch.records;
      rejected(batch.rejects);
      const numbers = batch.profiles.map(({text, records}) => profiles.add(text, records));
      for (const at of batch.rows.ids.keys()) {
        const row = rowAt(batch.rows, at);
        rows.add({...row, profile: numbers[row.profile] ?? alwaysRead});
      }
      for (const canary of batch.canaries) sample.add(canary);
      const known = batch.records - batch.rejects.length - batch.rows.ids.length;
      vehicles += known + batch.ends.length - repeated - refused.length;
      unindexable(refused);
    },
    /** Counts documents that Elasticsearch rejected. */
    unindexable,
    /** A row for each vehicle read, by id in ascending order, but for those that are not in the index. */
    rows: (lost: ReadonlySet<bigint>): Iterable<Row> =>
      rows.sorted().filter(({id}) => !lost.has(id)),
    /** Counts the known records by the numbers of their profiles. */
    addKnown: profiles.addNumbered,
    /** The profiles of the rows, in the order of their numbers. */
    profiles: profiles.texts,
    /** The vehicles of which Elasticsearch rejected a document. */
    notIndexed: (): Iterable<string> => notIndexed,
    /** Says how many vehicles were written, once that is known. */
    settle: (written: number): void => {
      vehicles = written;
    },
    counts,
    /** With what does not follow from the documents. */
    summary: () => {
      const {setAside, unknownElements} = profiles.figures();
      return {...counts(), setAside, unknownElements};
    },
    /** How often the important members have a value in the records read. */
    completeness: (): Completeness => profiles.figures().completeness,
    /** Vehicles from all over the extract, with a plate each. */
    canaries: (): readonly Canary[] => sample.taken(),
    /** Why records were rejected, the most frequent reason first. */
    rejectReasons: (): readonly RejectReason[] =>
      Array.from(reasons.values()).toSorted((a, b) => b.count - a.count),
  };
};

export type ImportReport = ReturnType<typeof importReport>;

/** How far an import got: records read, and what became of them. */
export type RunningCounts = ReturnType<ImportReport['counts']>;

export type ImportCounts = ReturnType<ImportReport['summary']>;
