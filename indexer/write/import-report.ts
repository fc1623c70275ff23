import type {Completeness} from '#mappings/generation.ts';
import {completenessCounter} from '../document/completeness.ts';
import type {Canary, PreparedBatch} from '../document/prepare-batch.ts';
import type {RejectedRecord} from '../read/source-record.ts';
import {unknownElementCounter} from '../read/unknown-elements.ts';
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
 */
export const importReport = (
  list: (rejects: readonly RejectedRecord[]) => void = () => {},
  canaries = 0,
) => {
  const reasons = new Map<string, RejectReason>();
  const setAside = new Map<string, number>();
  const unknownElements = unknownElementCounter();
  const completeness = completenessCounter();
  const sample = canarySample(canaries);
  let [records, vehicles, repeats] = [0, 0, 0];

  const rejected = (rejects: readonly RejectedRecord[]): void => {
    list(rejects);
    for (const reject of rejects) {
      const {count, first} = reasons.get(reject.reason) ?? {count: 0, first: reject};
      reasons.set(reject.reason, {reason: reject.reason, count: count + 1, first});
    }
  };

  return {
    prepared: (batch: PreparedBatch): void => {
      records += batch.records;
      rejected(batch.rejects);
      for (const [member, count] of batch.setAside) {
        setAside.set(member, (setAside.get(member) ?? 0) + count);
      }
      unknownElements.merge(batch.unknownElements);
      completeness.merge(batch.completeness);
      for (const canary of batch.canaries) sample.add(canary);
      repeats += batch.records - batch.rejects.length - batch.ends.length;
    },
    written: ({created, repeated, rejected: unindexable}: Written): void => {
      vehicles += created;
      repeats += repeated;
      rejected(unindexable);
      for (const {ident} of unindexable) sample.forget(ident);
    },
    counts: () => ({
      records,
      /** Distinct vehicles that Elasticsearch acknowledged. */
      vehicles,
      /** Records merged into an existing vehicle. */
      repeats,
      rejects: reasons.values().reduce((sum, {count}) => sum + count, 0),
      rejectsByReason: Object.fromEntries(
        reasons.values().map(({reason, count}) => [reason, count]),
      ),
      /** Values that were left out of documents, by the member they belong to. */
      setAside: Object.fromEntries(setAside),
      unknownElements: unknownElements.taken(),
    }),
    /** How often the important members have a value in the records read. */
    completeness: (): Completeness => completeness.taken(),
    /** Vehicles from all over the extract, with a plate each. */
    canaries: (): readonly Canary[] => sample.taken(),
    /** Why records were rejected, the most frequent reason first. */
    rejectReasons: (): readonly RejectReason[] =>
      Array.from(reasons.values()).toSorted((a, b) => b.count - a.count),
  };
};

export type ImportReport = ReturnType<typeof importReport>;

/** How far an import got: records read, and what became of them. */
export type ImportCounts = ReturnType<ImportReport['counts']>;
